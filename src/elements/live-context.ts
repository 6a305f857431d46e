import type { Locale } from '../i18n/locale.ts';
import type { OutputLabels } from '../output/labels.ts';
import type { IOutput } from '../output/output.ts';
import type { IOPubMessage } from '../output/reduce-outputs.ts';
import type { RenderContext } from '../output/render-outputs.ts';
import type { Typeset } from '../output/typeset.ts';
import { foldWidgets, WIDGET_MIME_TYPE, type WidgetStates } from '../output/widget-state.ts';
import { liveNoteHref } from './note-href.ts';

let sanitize: ((html: string) => string) | undefined;
let typeset: Typeset | undefined;
let widgetView: typeof import('./live-widgets.ts') | undefined;

/** Of all cells: a widget that one shows may be moved by another. */
let widgets: WidgetStates = new Map();

/** Outputs to keep without their kernel: a widget that the page shows becomes the text it shows now. */
export function frozen(outputs: readonly IOutput[]): readonly IOutput[] {
  return widgetView?.freezeWidgets(outputs, widgets) ?? outputs;
}

/** The words of outputs in the language of the page. */
export async function liveLabels(locale: Locale): Promise<OutputLabels> {
  const { outputLabels } = await (locale === 'en' ? import('../output/labels-en.ts') : import('../output/labels-zh-cn.ts'));
  return outputLabels;
}

/** Takes a message to the widgets of the page; true where it changed one. */
export function moveWidgets(message: IOPubMessage): boolean {
  const before = widgets;
  widgets = foldWidgets(widgets, message);
  return widgets !== before;
}

/**
 * What live outputs are rendered with. What most runs have no use for is loaded when it is first asked for; until then
 * outputs are shown by simpler forms, and `loaded` is called with the MIME types that can be shown better now.
 */
export function liveContext(labels: OutputLabels, loaded: (mimeTypes: readonly string[]) => void): RenderContext {
  return {
    labels,
    noteHref: liveNoteHref,
    sanitizeHtml: (html) => sanitize?.(html) ?? loadSanitizer(loaded),
    typeset: () => typeset ?? loadTypeset(loaded),
    widgetHtml: (data, context) => (widgetView ? widgetView.widgetHtml(data, widgets, context) : loadWidgets(loaded)),
  };
}

function loadSanitizer(loaded: (mimeTypes: readonly string[]) => void): '' {
  import('../output/sanitize-browser.ts').then(({ createBrowserSanitizer }) => {
    sanitize ??= createBrowserSanitizer();
    loaded(['text/html', 'text/markdown', WIDGET_MIME_TYPE]);
  }).catch((error: unknown) => { console.warn('HTML of outputs is shown as its text: what makes it safe could not be loaded.', error); });
  return '';
}

function loadTypeset(loaded: (mimeTypes: readonly string[]) => void): undefined {
  import('../output/typeset.ts').then((module) => {
    typeset = module.typeset;
    // A page without formulas has their style sheet, and does not load it (`bundle/formula-styles.ts`).
    for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[data-formulas]')) sheet.disabled = false;
    loaded(['text/latex', 'text/markdown']);
  }).catch((error: unknown) => { console.warn('Formulas of outputs are shown as their source: what sets them could not be loaded.', error); });
}

function loadWidgets(loaded: (mimeTypes: readonly string[]) => void): undefined {
  import('./live-widgets.ts').then((module) => {
    widgetView = module;
    loaded([WIDGET_MIME_TYPE]);
  }).catch((error: unknown) => { console.warn('Widgets are shown as their text: what draws them could not be loaded.', error); });
}
