import type { CellLanguage } from '../cell/cell.ts';
import type { ExecutionOutcome } from '../cell/execution-result.ts';
import { CUDA_MIME_TYPE } from '../cuda/cuda-mime-type.ts';
import type { IOutput } from '../output/output.ts';
import type { IOPubMessage } from '../output/reduce-outputs.ts';
import type { MarkedCell } from './cell-marks.ts';
import type { LiveOutputs } from './live-outputs.ts';

interface HelperMessage {
  readonly kind?: unknown;
  readonly diagnostics?: unknown;
}

function helperMessage(data: unknown): HelperMessage | null {
  const message = (data as Record<string, unknown> | undefined)?.[CUDA_MIME_TYPE];
  return typeof message === 'object' ? message : null;
}

/** Whether a CUDA program was compiled and then ended, or found no GPU: a file that it saved is good for later cells. */
export function hasBuilt(outputs: readonly IOutput[]): boolean {
  return outputs.some((output) => {
    const kind = 'data' in output ? helperMessage(output.data)?.kind : undefined;
    return kind === 'exit' || kind === 'no-device';
  });
}

/**
 * Shows what a build said, or a tool of the program that it ran, at the lines that it is about; what does so is loaded where there is
 * something to show, or to take away.
 */
export function showBuild(
  { content }: IOPubMessage, cell: MarkedCell & HTMLElement, text: string, cells: () => readonly MarkedCell[],
): void {
  const message = helperMessage((content as { readonly data?: unknown }).data);
  if (message?.kind !== 'build' && message?.kind !== 'check') return;
  const isSilent = message.kind === 'build' && (!Array.isArray(message.diagnostics) || message.diagnostics.length === 0);
  if (isSilent && !cell.querySelector('.cell-mark')) return;
  import('./cell-marks.ts').then(({ markCells }) => markCells(message, cell, text, cells()))
    .catch((error: unknown) => { console.warn('What the compiler or a tool said could not be shown at its lines.', error); });
}

/**
 * Says below the outputs of a run what they do not say themselves, unless others stand there by then; what looks for it is loaded where
 * it may be so, what says it where it is.
 */
export function explainRun(
  { outcome, language, source }: { readonly outcome: ExecutionOutcome; readonly language: CellLanguage; readonly source: string },
  outputs: Pick<LiveOutputs, 'outputs' | 'isCurrent'> | null, place: HTMLElement,
): void {
  if (!outputs || !(outcome === 'error' || (outcome === 'ok' && language === 'cuda'))) return;
  import('../output/cuda-failure.ts').then(async ({ cudaFailure }) => {
    const failure = cudaFailure({ language, source, outputs: outputs.outputs, failed: outcome === 'error' });
    if (!failure) return;
    const { showFailure } = await import('./cell-failure.ts');
    if (outputs.isCurrent) showFailure(place, failure);
  }).catch((error: unknown) => { console.warn('What went wrong could not be explained.', error); });
}
