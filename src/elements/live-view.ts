import type { OutputLabels } from '../output/labels.ts';
import type { LiveOutputs } from './live-outputs.ts';

interface LiveView {
  readonly LiveOutputs: typeof LiveOutputs;
  readonly labels: OutputLabels;
}

let liveView: Promise<LiveView> | null = null;

/** Loaded at the first run; asked for again where that failed. */
export function loadLiveView(): Promise<LiveView> {
  liveView ??= importLiveView();
  liveView.catch(() => (liveView = null));
  return liveView;
}

async function importLiveView(): Promise<LiveView> {
  const [{ LiveOutputs }, { liveLabels }] = await Promise.all([import('./live-outputs.ts'), import('./live-context.ts')]);
  return { LiveOutputs, labels: await liveLabels() };
}

/** Loads what shows messages of the CUDA helper, while the kernel is connected to; without it they wait for it. */
export async function loadCudaView(): Promise<void> {
  await import('./live-context.ts').then(({ loadCudaHtml }) => loadCudaHtml())
    .catch((error: unknown) => { console.warn('What shows messages of the compiler could not be loaded ahead.', error); });
}

/** Outputs that cannot be read are no reason to lose the run that they belong to. */
export async function restoreOutputs(outputs: LiveOutputs, stored: unknown): Promise<void> {
  try {
    const { parseKeptOutputs } = await import('../output/kept-outputs.ts');
    outputs.restore(parseKeptOutputs(stored));
  } catch (error) {
    console.warn('What the cell had shown before could not be restored.', error);
    outputs.gap();
  }
}
