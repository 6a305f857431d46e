// The pages in test/output/golden are what the renderer makes of each family of fixtures; open them in a browser.
// After a change that is meant to be seen there, write them anew and review the diff:
//   UPDATE_GOLDEN=1 npx vitest run test/output/golden.test.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CUDA_MIME_TYPE } from '../../src/cuda/cuda-mime-type.ts';
import { languageTag, type Locale } from '../../src/i18n/locale.ts';
import { gapOutput } from '../../src/output/output-gap.ts';
import { outputLabels } from '../../src/output/labels-of-all.ts';
import type { IOutput, MimeBundle } from '../../src/output/output.ts';
import { cudaRenderer } from '../../src/output/render-cuda.ts';
import { renderOutputs } from '../../src/output/render-outputs.ts';
import { widgetHtml } from '../../src/output/render-widget.ts';
import { sanitizeBuildHtml } from '../../src/output/sanitize-build.ts';
import { typeset } from '../../src/output/typeset.ts';
import { WIDGET_MIME_TYPE, type WidgetModel, type WidgetStates } from '../../src/output/widget-state.ts';
import { cudaMessages } from './cuda-messages.ts';
import { fixtureOutputs } from './fixture-outputs.ts';

interface Section {
  readonly title: string;
  readonly outputs: readonly IOutput[];
}

const ofFixtures = (...names: readonly string[]): readonly Section[] =>
  names.flatMap((name) =>
    fixtureOutputs(name).map((outputs, index) => ({ title: `${name}, cell ${index + 1}`, outputs })),
  );

const cudaSections: readonly Section[] = Object.entries(cudaMessages).map(([title, message]) => ({
  title,
  outputs: [{ output_type: 'display_data', data: { [CUDA_MIME_TYPE]: message, 'text/plain': title }, metadata: {} }],
}));

const shown = (title: string, data: MimeBundle): Section => ({ title, outputs: [{ output_type: 'display_data', data, metadata: {} }] });

const widgets: WidgetStates = new Map<string, WidgetModel>([
  ['bar', { _model_name: 'FloatProgressModel', max: 10, value: 6, description: 'epoch' }],
  ['text', { _model_name: 'HTMLModel', value: '6/10 [00:01&lt;00:00]' }],
  ['slider', { _model_name: 'IntSliderModel', value: 3, description: 'tiles' }],
  ['row', { _model_name: 'HBoxModel', children: ['IPY_MODEL_bar', 'IPY_MODEL_text'] }],
  ['box', { _model_name: 'VBoxModel', children: ['IPY_MODEL_row', 'IPY_MODEL_slider'] }],
]);

const richSections: readonly Section[] = [
  ...(['data-rate', 'message-rate', 'connection'] as const).map((cause) => ({ title: `a gap: ${cause}`, outputs: [gapOutput(cause)] })),
  shown('widgets', { [WIDGET_MIME_TYPE]: { model_id: 'box' }, 'text/plain': 'VBox()' }),
  shown('a widget nobody knows', { [WIDGET_MIME_TYPE]: { model_id: 'none' }, 'text/plain': 'Map()' }),
  shown('Markdown', { 'text/markdown': '**bold** $x^2$\n\n| a |\n| - |\n| 1 |\n\n$$\\sum_i i$$' }),
  shown('a styled table', {
    'text/html': '<style>#T_a_row0_col0 { background-color: #08306b; color: #f1f1f1; position: fixed }</style>' +
      '<table id="T_a"><tr><td id="T_a_row0_col0" class="data">1</td></tr></table>',
  }),
  shown('HTML with a script', { 'text/html': '<p>static</p><script>document.body.append(1)</script>', 'text/plain': 'plain' }),
];

const families: readonly (readonly [name: string, locale: Locale, sections: readonly Section[]])[] = [
  ['bundles', 'en', ofFixtures('a/a03-multiline-strings', 'a/a12-plotly-vega-only')],
  ['terminal', 'en', ofFixtures('a/a06-ansi-sgr', 'a/a07-osc8-links')],
  ['errors', 'en', ofFixtures('a/a14-error-outputs')],
  ['tables', 'en', ofFixtures('a/a16-dataframe-dollars')],
  ['latex', 'en', ofFixtures('a/a17-latex-outputs')],
  ['security', 'zh-cn', ofFixtures('g/g01-html-outputs', 'g/g05-css-injection', 'g/g07-dom-clobbering')],
  ['rich', 'en', richSections],
  ['rich.zh-cn', 'zh-cn', richSections],
  ['cuda', 'en', cudaSections],
  ['cuda.zh-cn', 'zh-cn', cudaSections],
];

const STYLE =
  'body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto}h2{font-size:1rem}pre{margin:0}' +
  '.ansi-red-fg{color:#b00}.ansi-red-bg{background:#fbb}.ansi-green-fg{color:#070}.ansi-yellow-bg{background:#fe8}' +
  '.ansi-bright-red-fg{color:#e33}.ansi-bright-white-fg{color:#fff}.ansi-bold{font-weight:bold}' +
  '.ansi-underline{text-decoration:underline}.ansi-strike{text-decoration:line-through}' +
  '.ansi-inverse-fg{color:#fff}.ansi-inverse-bg{background:#000}';

function page(name: string, locale: Locale, sections: readonly Section[]): string {
  const body = sections.map(
    ({ title, outputs }) =>
      `<section>\n<h2>${title}</h2>\n${renderOutputs(outputs, { labels: outputLabels[locale], cudaHtml: cudaRenderer(outputLabels[locale]), sanitizeHtml: sanitizeBuildHtml, typeset: () => typeset, widgetHtml: (data, context) => widgetHtml(data, widgets, context) })}\n</section>\n`,
  );
  return (
    `<!doctype html>\n<html lang="${languageTag[locale]}">\n<head>\n<meta charset="utf-8">\n<title>${name}</title>\n` +
    `<style>${STYLE}</style>\n</head>\n<body>\n${body.join('')}</body>\n</html>\n`
  );
}

it.each(families)('the page %s in %s is as reviewed', (name, locale, sections) => {
  const file = new URL(`golden/${name}.html`, import.meta.url);
  const rendered = page(name, locale, sections);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, rendered);
  expect(rendered).toBe(readFileSync(file, 'utf8'));
});
