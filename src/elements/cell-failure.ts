import { failureLabels } from '../output/failure-labels.ts';
import { localeOf } from '../i18n/locale.ts';
import { cudaFailure, type FailedRun } from '../output/cuda-failure.ts';
import { failureHtml } from '../output/render-cuda.ts';

/** Says below the outputs of a run what they do not say themselves. */
export function showFailure(place: HTMLElement, run: FailedRun): void {
  const failure = cudaFailure(run);
  if (!failure) return;
  const note = document.createElement('div');
  note.innerHTML = failureHtml(failureLabels[localeOf(document.documentElement.lang)][failure]);
  place.append(note);
}
