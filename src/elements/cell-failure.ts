import { localeOf } from '../i18n/locale.ts';
import { toolLabels } from '../output/tool-labels.ts';
import { isPoison, type CudaFailure } from '../output/cuda-failure.ts';
import { failureActions, failureLabels, type FailureWords } from '../output/failure-labels.ts';
import { failureHtml } from '../output/render-cuda.ts';
import { toolButton, type ToolCell } from './cell-tools.ts';
import { pageKernel } from './page-session.ts';

/** A cell that has run. */
interface EndedCell extends ToolCell {
  runToHere(): void;
  doubt(word: string): void;
}

/** Failures of which memcheck says more. */
const CHECKED: ReadonlySet<CudaFailure> = new Set(['unchecked-launch', 'sticky', 'configuration']);

/** Says below the outputs of a run what they do not say themselves of a failure, and offers what can be done about it here. */
export function showFailure(place: HTMLElement, failure: CudaFailure): void {
  const cell = place.closest<EndedCell>('run-cell');
  const locale = localeOf(document.documentElement.lang);
  const note = document.createElement('div');
  if (cell && isPoison(failure)) {
    const first = pageKernel.poisonedBy ?? cell.cellId;
    pageKernel.poisonedBy = first;
    const words: FailureWords = first === cell.cellId ? failureLabels[locale][failure] : failureActions[locale].consequence(first);
    note.innerHTML = failureHtml(words);
    note.firstElementChild?.append(restartActions(cell, first));
  } else note.innerHTML = failureHtml(failureLabels[locale][failure]);
  if (cell?.querySelector('.cell-check') && CHECKED.has(failure)) {
    const actions = document.createElement('p');
    actions.className = 'output-callout-actions';
    actions.append(toolButton('memcheck', toolLabels[locale].about.memcheck, () => { cell.run('memcheck'); }));
    note.firstElementChild?.append(actions);
  }
  if (failure === 'ignored-no-device') cell?.doubt(failureActions[locale].withoutGpu);
  place.append(note);
}

/** Buttons that restart the kernel; for a cell that another one has spoilt, a link to that one in place of running down to here. */
function restartActions(cell: EndedCell, first: string): HTMLElement {
  const labels = failureActions[localeOf(document.documentElement.lang)];
  const actions = document.createElement('p');
  actions.className = 'output-callout-actions';
  const restart = async (then: () => void): Promise<void> => {
    await pageKernel.restart();
    if (pageKernel.poisonedBy !== null) return; // the kernel bar says why
    actions.replaceChildren(status(labels.restarted));
    cell.querySelector<HTMLElement>('.cell-run')?.focus({ preventScroll: true });
    then();
  };
  actions.append(button('restart', labels.restart, () => { void restart(() => undefined); }));
  if (first === cell.cellId) {
    actions.append(button('restart-to-here', labels.restartToHere, () => { void restart(() => { cell.runToHere(); }); }));
  } else {
    const link = document.createElement('a');
    link.href = `#cell-${first}`;
    link.textContent = labels.goToFirst(first);
    actions.append(link);
  }
  return actions;
}

function status(text: string): HTMLElement {
  const made = document.createElement('span');
  made.setAttribute('role', 'status');
  made.textContent = text;
  return made;
}

/** What a script clicks restarts nothing. */
function button(action: string, text: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.dataset['action'] = action;
  made.textContent = text;
  made.addEventListener('click', (event) => { if (event.isTrusted) act(); });
  return made;
}
