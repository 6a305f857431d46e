import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { visit } from 'unist-util-visit';
import type { Locale } from '../i18n/locale.ts';
import { notebookLabels } from '../i18n/notebook-labels.ts';
import { builtOutputs } from '../output/build-outputs.ts';
import { formatCount } from '../i18n/format-count.ts';
import { formatSize } from '../output/labels.ts';
import { outputLabels } from '../output/labels-of-all.ts';
import type { IOutput } from '../output/output.ts';
import { joinStreams } from '../output/render-outputs.ts';
import { widgetHtml } from '../output/render-widget.ts';
import { noteHtml } from '../output/text-blocks.ts';
import { WIDGET_MIME_TYPE, type WidgetStates } from '../output/widget-state.ts';
import type { NotebookPage } from './notebook-page.ts';

/** What a page carries of one text; the first lines and the last ones. */
const MAX_SAVED_LINES = 2_000;
/** What it carries of one table. */
const MAX_SAVED_TABLE_CELLS = 5_000;
/** Outputs of one cell: so many at its beginning, and so many at its end. */
const MAX_SAVED_OUTPUTS = [200, 50] as const;
/** The HTML of one output, in UTF-16 units, pictures among it. */
export const MAX_SAVED_OUTPUT = 2_000_000;
/** The HTML of all outputs of a page. */
const MAX_SAVED_PAGE = 6_000_000;

/** Shorter HTML is not looked at for tables. */
const MIN_TABLE = 40_000;

/** The outputs of a cell as HTML. */
export interface SavedOutputs {
  readonly html: string;
  /** Something of it is only in the file, and the page says what. */
  readonly isCut: boolean;
}

/** The outputs of the code cells of a notebook, in the page's order, each within the limits above, and all within one for the page. */
export function savedOutputs({ parts, widgets }: Pick<NotebookPage, 'parts' | 'widgets'>, locale: Locale): readonly SavedOutputs[] {
  let left = MAX_SAVED_PAGE;
  return parts.filter((part) => part.kind === 'code').map(({ outputs }) => {
    const saved = cellHtml(outputs, widgets, locale, left);
    left -= saved.html.length;
    return saved;
  });
}

function cellHtml(outputs: readonly IOutput[], widgets: WidgetStates, locale: Locale, left: number): SavedOutputs {
  const joined = joinStreams(outputs);
  const [first, last] = MAX_SAVED_OUTPUTS;
  const omitted = Math.max(0, joined.length - first - last);
  const shown = omitted === 0 ? joined : [...joined.slice(0, first), ...joined.slice(-last)];
  const pieces = shown.map((output) => outputHtml(output, widgets, locale, Math.min(left, MAX_SAVED_OUTPUT)));
  const html = pieces.map((piece) => piece.html);
  if (omitted > 0) html.splice(first, 0, noteHtml(outputLabels[locale].omittedOutputs(formatCount(omitted))));
  return { html: html.join(''), isCut: omitted > 0 || pieces.some(({ isCut }) => isCut) };
}

/** Where a text has lost lines or ends of lines, or stands for data that the page cannot show. */
const LEFT_OUT = /<\/pre><p class="output-note">|<span class="output-cut">/u;

function outputHtml(output: IOutput, widgets: WidgetStates, locale: Locale, left: number): SavedOutputs {
  const { bundle, note } = shortTables(output, locale);
  const html = builtOutputs([bundle], locale, {
    maxLines: MAX_SAVED_LINES,
    widgetHtml: (data, context) => widgetHtml(data, widgets, context),
  }) + note;
  if (html.length > left) {
    return { html: `<div class="output-placeholder">${noteHtml(notebookLabels[locale].tooLarge(formatSize(html.length)))}</div>`, isCut: true };
  }
  return { html, isCut: note !== '' || LEFT_OUT.test(html) };
}

/** An output whose HTML has the first rows alone of long tables, and a sentence on the others. */
function shortTables(output: IOutput, locale: Locale): { readonly bundle: IOutput; readonly note: string } {
  const html = 'data' in output && !(WIDGET_MIME_TYPE in output.data) ? output.data['text/html'] : undefined;
  if (!('data' in output) || typeof html !== 'string' || html.length < MIN_TABLE) return { bundle: output, note: '' };
  const page = fromHtml(html, { fragment: true });
  const { rows, omitted } = dropRows(page);
  if (omitted === 0) return { bundle: output, note: '' };
  const note = noteHtml(notebookLabels[locale].omittedRows(formatCount(omitted), formatCount(rows)));
  return { bundle: { ...output, data: { ...output.data, 'text/html': toHtml(page) } }, note };
}

function dropRows(page: Root): { readonly rows: number; readonly omitted: number } {
  let cells = 0;
  let rows = 0;
  let omitted = 0;
  visit(page, 'element', (element, index, parent) => {
    if (element.tagName !== 'tr' || !parent || index === undefined) return undefined;
    rows += 1;
    cells += element.children.filter((child): child is Element => child.type === 'element').length;
    if (cells <= MAX_SAVED_TABLE_CELLS) return undefined;
    omitted += 1;
    parent.children.splice(index, 1);
    return index;
  });
  return { rows, omitted };
}
