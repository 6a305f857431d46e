import { CUDA_MIME_TYPE } from '../cuda/cuda-mime-type.ts';
import type { CudaLabels } from '../output/cuda-labels.ts';
import type { OutputLabels } from '../output/labels.ts';
import type { IOutput, MimeBundle } from '../output/output.ts';
import type { IOPubMessage } from '../output/reduce-outputs.ts';
import { outputHtml } from '../output/render-output.ts';
import { textHtml } from '../output/render-text.ts';
import { noteHtml } from '../output/text-blocks.ts';
import { foldWidgets, type WidgetStates } from '../output/widget-state.ts';
import { loadWords } from './load-words.ts';

/** Says that outputs of some MIME types can be shown better now; null says so of all that are more than text. */
export type OnLoaded = (mimeTypes: readonly string[] | null) => void;

/** Null, as the next one, where it could not be loaded: outputs are shown as their text. */
let rich: typeof import('./live-rich.ts') | null | undefined;
let cudaHtml: ((data: unknown) => string | undefined) | null | undefined;

/** Of all cells: a widget that one shows may be moved by another. */
let widgets: WidgetStates = new Map();

/** Outputs to keep without their kernel: a widget that the page shows becomes the text it shows now. */
export function frozen(outputs: readonly IOutput[]): readonly IOutput[] {
  return rich?.freeze(outputs, widgets) ?? outputs;
}

/** The words of outputs in the language of the page. */
export async function liveLabels(): Promise<OutputLabels> {
  return (await loadWords({ en: () => import('../output/labels-en.ts'), 'zh-cn': () => import('../output/labels-zh-cn.ts') })).outputLabels;
}

/** With those of the CUDA helper's messages. */
export async function liveCudaLabels(): Promise<CudaLabels> {
  const words = { en: () => import('../output/cuda-labels-en.ts'), 'zh-cn': () => import('../output/cuda-labels-zh-cn.ts') };
  return (await loadWords(words)).cudaLabels;
}

/** Takes a message to the widgets of the page; true where it changed one. */
export function moveWidgets(message: IOPubMessage): boolean {
  const before = widgets;
  widgets = foldWidgets(widgets, message);
  return widgets !== before;
}

/** Gives the HTML of live outputs. What shows more than text is loaded with the first that needs it: until then there is nothing. */
export function liveRenderer(labels: OutputLabels, loaded: OnLoaded): (output: IOutput) => string {
  const bundleHtml = (bundle: MimeBundle, metadata: MimeBundle): string => {
    if (CUDA_MIME_TYPE in bundle) {
      if (cudaHtml === undefined) {
        void loadCudaHtml().then(() => { loaded([CUDA_MIME_TYPE]); });
        return '';
      }
      const html = cudaHtml?.(bundle[CUDA_MIME_TYPE]);
      if (html !== undefined) return html;
    }
    if (rich) return rich.richHtml(bundle, metadata, { labels, loaded, widgets: () => widgets });
    if (rich === null) return textForm(bundle, labels);
    loadRich(loaded);
    return '';
  };
  return (output) => outputHtml(output, { labels }, bundleHtml);
}

/** Loads what shows messages of the CUDA helper, before the first of them where it is called for that. Does not throw. */
export async function loadCudaHtml(): Promise<void> {
  try {
    const [{ cudaRenderer, liveNoteHref }, labels] = await Promise.all([import('./live-cuda.ts'), liveCudaLabels()]);
    cudaHtml ??= cudaRenderer(labels, liveNoteHref);
  } catch (error) {
    console.warn('Messages of the compiler are shown as their text: what shows them could not be loaded.', error);
    cudaHtml ??= null;
  }
}

function loadRich(loaded: OnLoaded): void {
  import('./live-rich.ts').then((module) => {
    rich = module;
  }, (error: unknown) => {
    console.warn('Outputs are shown as their text: what shows more of them could not be loaded.', error);
    rich ??= null;
  }).finally(() => { loaded(null); });
}

/** What is left of a bundle without what shows it: its text, and what there would be besides. */
function textForm({ 'text/plain': text, ...others }: MimeBundle, labels: OutputLabels): string {
  return noteHtml(labels.cannotShow(Object.keys(others).join(', '))) + (typeof text === 'string' ? textHtml(text, 'output-plain', labels) : '');
}
