import type { OutputLabels } from '../output/labels.ts';
import type { IOutput, MimeBundle } from '../output/output.ts';
import { bundleHtml } from '../output/render-bundle.ts';
import type { Typeset } from '../output/typeset.ts';
import { WIDGET_MIME_TYPE, type WidgetStates } from '../output/widget-state.ts';
import type { OnLoaded } from './live-context.ts';

let sanitize: ((html: string) => string) | undefined;
let typeset: Typeset | undefined;
let widgetView: typeof import('./live-widgets.ts') | undefined;

interface RichContext {
  readonly labels: OutputLabels;
  readonly loaded: OnLoaded;
  readonly widgets: () => WidgetStates;
}

/** Outputs in which a widget that the page shows is the text that it shows now. */
export function freeze(outputs: readonly IOutput[], widgets: WidgetStates): readonly IOutput[] {
  return widgetView?.freezeWidgets(outputs, widgets) ?? outputs;
}

/**
 * A bundle that is more than text. What most of them have no use for is loaded when it is first asked for; until then they are
 * shown by simpler forms, and `loaded` is called with the MIME types that can be shown better now.
 */
export function richHtml(bundle: MimeBundle, metadata: MimeBundle, { labels, loaded, widgets }: RichContext): string {
  return bundleHtml(bundle, metadata, {
    labels,
    sanitizeHtml: (html) => sanitize?.(html) ?? loadSanitizer(loaded),
    typeset: () => typeset ?? loadTypeset(loaded),
    widgetHtml: (data, context) => (widgetView ? widgetView.widgetHtml(data, widgets(), context) : loadWidgets(loaded)),
  });
}

function loadSanitizer(loaded: OnLoaded): '' {
  import('../output/sanitize-browser.ts').then(({ createBrowserSanitizer }) => {
    sanitize ??= createBrowserSanitizer();
    loaded(['text/html', 'text/markdown', WIDGET_MIME_TYPE]);
  }).catch((error: unknown) => { console.warn('HTML of outputs is shown as its text: what makes it safe could not be loaded.', error); });
  return '';
}

function loadTypeset(loaded: OnLoaded): undefined {
  import('../output/typeset.ts').then((module) => {
    typeset = module.typeset;
    // A page without formulas has their style sheet, and does not load it (`bundle/formula-styles.ts`).
    for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[data-formulas]')) sheet.disabled = false;
    loaded(['text/latex', 'text/markdown']);
  }).catch((error: unknown) => { console.warn('Formulas of outputs are shown as their source: what sets them could not be loaded.', error); });
}

function loadWidgets(loaded: OnLoaded): undefined {
  import('./live-widgets.ts').then((module) => {
    widgetView = module;
    loaded([WIDGET_MIME_TYPE]);
  }).catch((error: unknown) => { console.warn('Widgets are shown as their text: what draws them could not be loaded.', error); });
}
