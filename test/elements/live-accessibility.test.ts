import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import { expect, it } from 'vitest';
import { fixtureOutputs } from '../output/fixture-outputs.ts';
import type { OpenedPage } from '../support/browser-pages.ts';
import { openOutputPage, type OutputSite, useOutputPages } from './output-page.ts';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const FIXTURES = ['a/a06-ansi-sgr', 'a/a07-osc8-links', 'a/a12-plotly-vega-only', 'a/a14-error-outputs', 'a/a16-dataframe-dollars', 'a/a17-latex-outputs', 'g/g07-dom-clobbering'];

let opened: OpenedPage<OutputSite>;
useOutputPages((next) => { opened = next; });

/** Shows one of each kind of output, with a frame and a field that are open. */
async function showAll(): Promise<void> {
  await opened.page.evaluate(async (outputs) => {
    const add = (msg_type: string, content: unknown): void => { window.live.add({ header: { msg_type }, content }); };
    const display = (data: unknown): void => { add('display_data', { data, metadata: {} }); };
    const widget = (comm_id: string, state: unknown): void => { add('comm_open', { comm_id, target_name: 'jupyter.widget', data: { state } }); };
    for (const output of outputs) add(output.output_type, output);
    window.live.gap();
    add('stream', { name: 'stderr', text: 'IOPub data rate exceeded.\nThe Jupyter server' });
    display({ 'text/markdown': '## Title\n\n**bold** $x^2$ `code`\n\n| a |\n|---|\n| 1 |\n\n$$\\sum_i i$$' });
    display({ 'text/html': `<table class="dataframe"><tr>${'<th>column</th>'.repeat(40)}</tr></table>` });
    display({ 'application/json': { a: [1, { b: null }] } });
    widget('bar', { _model_name: 'FloatProgressModel', max: 10, value: 6, bar_style: 'danger' });
    widget('slider', { _model_name: 'IntSliderModel', value: 3, description: 'tiles' });
    widget('box', { _model_name: 'VBoxModel', children: ['IPY_MODEL_bar', 'IPY_MODEL_slider'] });
    display({ 'application/vnd.jupyter.widget-view+json': { model_id: 'box' }, 'text/plain': 'VBox()' });
    display({ 'text/html': '<p>static</p><script>document.body.append("made by a script")</script>' });
    add('stream', { name: 'stdout', text: `${'y'.repeat(21_000)}\n` });
    void window.live.ask({ prompt: 'Name: ', password: false }, new AbortController().signal);
    while (!document.querySelector('.output-prose .katex')) await new Promise(requestAnimationFrame);
    document.querySelector<HTMLElement>('div:not(.output-placeholder) + output-frame button')?.click();
    while (!(document.querySelector('iframe')?.style.height ?? '')) await new Promise(requestAnimationFrame);
  }, FIXTURES.flatMap((name) => fixtureOutputs(name).flat()));
}

it.each([['light', 1440, 'en'], ['dark', 1440, 'zh-cn'], ['light', 390, 'zh-cn'], ['dark', 390, 'en']] as const)(
  'outputs of every kind have no accessibility violations and stay in their cell, %s at %i pixels in %s', async (theme, width, locale) => {
    await opened.page.setViewportSize({ width, height: 900 });
    await openOutputPage(opened, locale);
    await opened.page.evaluate((name) => { document.documentElement.dataset['theme'] = name; }, theme);
    await showAll();
    await opened.page.evaluate(AXE);
    // The page is no whole one, and pandas writes an empty heading over its index.
    const off = Object.fromEntries(['region', 'page-has-heading-one', 'empty-table-header'].map((rule) => [rule, { enabled: false }]));
    const { violations } = await opened.page.evaluate<AxeResults>(`axe.run({ exclude: ['iframe'] }, { rules: ${JSON.stringify(off)} })`);
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))).toEqual([]);
    expect(await opened.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    if (process.env['SHOTS']) await opened.page.screenshot({ path: `/tmp/a-${theme}-${width}.png`, fullPage: true });
  },
);
