import { describe, expect, it } from 'vitest';
import { fromBase64 } from '../../src/output/base64.ts';
import { builtOutputs } from '../../src/output/build-outputs.ts';
import { outputLabels } from '../../src/output/labels-of-all.ts';
import type { IOutput, MimeBundle } from '../../src/output/output.ts';
import { type RenderContext, renderOutput, renderOutputs } from '../../src/output/render-outputs.ts';
import { BLOCK_LINES, MAX_LINE_CHARACTERS, MAX_LINES } from '../../src/output/text-blocks.ts';
import { sanitizeBuildHtml } from '../../src/output/sanitize-build.ts';
import { typeset } from '../../src/output/typeset.ts';
import { fixtureOutputs, visibleText } from './fixture-outputs.ts';

const english: RenderContext = { labels: outputLabels.en, sanitizeHtml: sanitizeBuildHtml, typeset: () => typeset };
const chinese: RenderContext = { labels: outputLabels['zh-cn'], sanitizeHtml: sanitizeBuildHtml };

const stream = (text: string): IOutput => ({ output_type: 'stream', name: 'stdout', text });
const display = (data: MimeBundle, metadata: MimeBundle = {}): IOutput => ({ output_type: 'display_data', data, metadata });
const html = (output: IOutput): string => renderOutput(output, english);
const fixture = (name: string): readonly string[] => fixtureOutputs(name).map((outputs) => renderOutputs(outputs, english));

describe('streams', () => {
  it('are escaped text in a pre, with the stream as a class', () => {
    expect(html(stream('a <b>\n'))).toBe('<pre class="output-stream output-stdout output-block">a &lt;b&gt;\n</pre>');
  });

  it('keep a first empty line, which a parser would drop after the tag', () => {
    expect(html(stream('\na'))).toBe('<pre class="output-stream output-stdout output-block">\n\na</pre>');
    expect(html(stream('\n'))).toBe('<pre class="output-stream output-stdout output-block">\n\n</pre>');
  });

  it('of one name that are adjacent carry an unclosed colour on', () => {
    const [page = ''] = fixture('a/a06-ansi-sgr');
    expect(page).toContain('<span class="ansi-red-fg">this second chunk is still red</span>, now plain');
    const text = visibleText(page);
    for (const part of ['orange 208', 'truecolour', 'colon form', '<b>not html</b> &', 'hidden cursor codes done']) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/\u001b|\[38;|\[\?25|\[0m/u);
  });

  it('show links, no window title, and what follows a link without end', () => {
    const [page = ''] = fixture('a/a07-osc8-links');
    const text = visibleText(page);
    for (const part of ['#177-D', 'click', 'kept', 'next line must be visible', 'later output must be visible']) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/\]8;;|window title/u);
    expect(page).not.toContain('javascript:');
    expect(page.match(/<a class="ansi-link"/gu)).toHaveLength(3);
  });

  it('are split into blocks whose texts together are the whole', () => {
    const text = Array.from({ length: 2 * BLOCK_LINES + 1 }, (_, index) => `line ${index}`).join('\n');
    const page = html(stream(text));
    expect(page.match(/<pre /gu)).toHaveLength(3);
    expect(visibleText(page)).toBe(text);
  });

  it('show every line up to the limit, and beyond it the first block and the last ones with a note between', () => {
    const lines = Array.from({ length: MAX_LINES + 2000 }, (_, index) => `line ${index}\n`);
    expect(html(stream(lines.slice(0, MAX_LINES).join('')))).not.toContain('output-note');
    const page = html(stream(lines.join('')));
    expect(page).toContain('line 249\n</pre><p class="output-note">2,000 of 12,000 lines are not shown here.</p><pre ');
    expect(page).toMatch(/^<pre [^>]*>line 0\n/u);
    expect(page).toMatch(/<\/p><pre [^>]*>line 2250\n/u);
    expect(page).toContain('line 11999\n</pre>');
    expect(renderOutput(stream(lines.join('')), chinese)).toContain('共 12,000 行，此处有 2,000 行未显示。');
  });

  it('cut a line beyond the limit and say how much is missing', () => {
    const whole = 'y'.repeat(MAX_LINE_CHARACTERS);
    expect(html(stream(whole))).not.toContain('output-cut');
    const page = html(stream(`${whole}${'z'.repeat(1234)}\nnext\n`));
    expect(page).toContain(`y<span class="output-cut">… 1,234 more characters on this line are not shown</span>\nnext`);
    expect(page).not.toContain('z');
  });

  it('do not cut a character in two', () => {
    const page = html(stream(`${'y'.repeat(MAX_LINE_CHARACTERS - 1)}😀!`));
    expect(page.isWellFormed()).toBe(true);
    expect(page).toContain('😀<span class="output-cut">… 1 more characters');
  });
});

describe('errors', () => {
  const [bare = '', compiler = '', interrupt = '', noTraceback = ''] = fixture('a/a14-error-outputs');

  it('show name and value without a traceback', () => {
    expect(bare).toBe('<div class="output-error"><p class="output-error-title">RuntimeError: CUDA error: invalid argument</p></div>');
    expect(visibleText(noTraceback)).toBe('OutOfMemoryError: CUDA out of memory. Tried to allocate <2 GiB>');
  });

  it('show a traceback in colour, with or without a name', () => {
    expect(visibleText(compiler)).toBe('CompileError: x.cu(3): error: expected a ";"');
    expect(compiler).toContain('<span class="ansi-red-fg">CompileError</span>');
    expect(interrupt).toContain('<p class="output-error-title">KeyboardInterrupt</p>');
    expect(interrupt).toContain('<span class="ansi-green-fg">----&gt; 1</span> <span class="ansi-yellow-bg">train</span>()');
  });

  it('that say nothing are still visible', () => {
    const silent: IOutput = { output_type: 'error', ename: '', evalue: '', traceback: [''] };
    expect(visibleText(html(silent))).toContain('The kernel reported an error without a message.');
    expect(visibleText(renderOutput(silent, chinese))).toContain('内核报告了错误');
  });
});

describe('MIME bundles', () => {
  it('show HTML through the sanitiser, as it came out of it', () => {
    const [page = ''] = fixture('a/a03-multiline-strings');
    expect(page).toContain('<div class="output-html"><table>\n<tr><td>1</td>\n<td>2</td></tr>\n</table></div>');
    const context: RenderContext = { labels: outputLabels.en, sanitizeHtml: () => '<p>clean</p>' };
    const bundle = display({ 'text/html': '<b onx>x</b>', 'text/plain': 'plain' });
    expect(renderOutput(bundle, context)).toBe('<div class="output-bundle output-display"><div class="output-html"><p>clean</p></div></div>');
  });

  it('fall back to plain text where nothing of the HTML is left, with an offer to show it in a frame', () => {
    const [script = ''] = fixture('g/g01-html-outputs');
    expect(visibleText(script)).toMatch(/^plain form 0Show interactive outputThis output has scripts/u);
  });

  it('name what the page cannot show, with its JSON, and ask no other host', () => {
    const [plotly = '', vega = '', cdn = ''] = fixture('a/a12-plotly-vega-only');
    expect(plotly).toContain('This page cannot show application/vnd.plotly.v1+json.');
    expect(visibleText(plotly)).toContain('"text": "occupancy"');
    expect(visibleText(vega)).toContain('<VegaLite 5 object>');
    expect(vega).toContain('This page cannot show application/vnd.vegalite.v5+json.');
    expect(cdn).toContain('This page cannot show application/vnd.plotly.v1+json.');
    expect(cdn).toContain('Show interactive output</button>');
    expect(plotly + vega + cdn).not.toMatch(/<(?:script(?! type="text\/plain")|link|iframe|img)|src=|href="(?!data:application\/json;base64,)|cdn\.example/u);
    const saved = /download="vnd\.plotly\.v1\.json" href="data:application\/json;base64,([^"]+)"/u.exec(plotly)?.[1] ?? '';
    expect(JSON.parse(fromBase64(saved))).toMatchObject({ layout: { title: { text: 'occupancy' } } });
  });

  it('never run JavaScript', () => {
    const page = html(display({ 'application/javascript': 'alert(1)' }));
    expect(page).toContain('This page cannot show application/javascript.');
    expect(page).not.toContain('alert');
  });

  it('are never blank, not even without data', () => {
    expect(visibleText(html(display({})))).toContain('This page cannot show');
  });

  it('show pictures as data addresses, with line breaks in the base64 removed', () => {
    const page = fixture('a/a03-multiline-strings').at(-1) ?? '';
    expect(page).toContain('src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQ');
    expect(page).toContain('alt="&lt;img&gt;"');
  });

  it('take width, height and alt from the metadata of the type or of the output', () => {
    const data = { 'image/png': 'AA==', 'text/plain': '<Figure>' };
    expect(html(display(data, { 'image/png': { width: 640.4, height: '480px', alt: 'a "b"' } }))).toContain(
      'alt="a &quot;b&quot;" width="640" height="480">',
    );
    expect(html(display(data, { width: 10, height: '1" onload="x' }))).toContain('alt="&lt;Figure&gt;" width="10">');
    expect(html(display({ 'image/png': 'AA==' }))).toContain('alt="Image made by this cell"');
  });

  it('show SVG as an image and never as elements of the page', () => {
    const svg = '<svg onload="x()" width="1"><script>y()</script>\ud800</svg>';
    const page = html(display({ 'image/svg+xml': svg }));
    expect(page).toMatch(/^<div class="output-bundle output-display"><img class="output-image" src="data:image\/svg\+xml,%3Csvg xmlns=/u);
    expect(page).not.toContain('<svg');
  });

  it('pass over a picture that is no base64', () => {
    expect(html(display({ 'image/png': '"><script>', 'text/plain': 'p' }))).toContain('>p</pre>');
  });

  it('prefer HTML to a picture, a picture to LaTeX, LaTeX to Markdown, Markdown to JSON, JSON to text', () => {
    const all: readonly (readonly [string, unknown, string])[] = [
      ['text/html', '<p>h</p>', 'output-html'],
      ['image/svg+xml', '<svg/>', 'svg+xml,'],
      ['image/png', 'AA==', 'image/png'],
      ['image/jpeg', 'AA==', 'image/jpeg'],
      ['image/gif', 'AA==', 'image/gif'],
      ['image/webp', 'AA==', 'image/webp'],
      ['text/latex', '$x$', '<div class="output-math"><span class="katex">'],
      ['text/markdown', '*m* <b>', '<div class="output-html output-prose"><p><em>m</em> <b></b></p></div>'],
      ['application/json', ['j'], '<pre class="output-json output-block">[\n  &quot;j&quot;\n]</pre>'],
      ['text/plain', 't', '<pre class="output-plain output-block">t</pre>'],
    ];
    all.forEach(([, , expected], index) => {
      const rest = all.slice(index).toReversed().map(([mimeType, data]): [string, unknown] => [mimeType, data]);
      expect(html(display(Object.fromEntries(rest)))).toContain(expected);
    });
  });

  it('show LaTeX that no engine would take as its source', () => {
    const pages = fixture('a/a17-latex-outputs');
    expect(visibleText(pages[2] ?? '')).toContain('together');
    expect(pages[3]).toContain('<code class="output-latex">$\\begin{tabular}{c} 1 \\end{tabular}$</code>');
  });

  it('typeset LaTeX without its delimiters, environments in display mode, and keep the text between formulas', () => {
    const pages = fixture('a/a17-latex-outputs');
    expect(pages.map((page) => page.match(/class="katex"/gu)?.length ?? 0)).toEqual([1, 1, 2, 0]);
    expect(pages[0]).not.toContain('$\\displaystyle');
    expect(pages[1]).toContain('katex-display');
    expect(visibleText(pages[2] ?? '')).toMatch(/ and .* together$/u);
    expect(html(display({ 'text/latex': 'costs \\$5 & <b> $\\href{https://e.org}{x}$' }))).toMatch(/costs \\\$5 &amp; &lt;b&gt; .*katex/u);
    expect(html(display({ 'text/latex': '$\\href{javascript:x}{x}$' }))).not.toContain('href=');
  });

  it('show LaTeX and Markdown as their source where nothing sets them', () => {
    const context: RenderContext = { labels: outputLabels.en, sanitizeHtml: sanitizeBuildHtml };
    expect(renderOutput(display({ 'text/latex': '$x$' }), context)).toContain('<code class="output-latex">$x$</code>');
    expect(renderOutput(display({ 'text/markdown': '*m* <b>' }), context)).toContain('<pre class="output-markdown output-block">*m* &lt;b&gt;</pre>');
  });

  it('show Markdown with tables and formulas, through the sanitiser', () => {
    const page = html(display({ 'text/markdown': '| a |\n| - |\n| $x^2$ |\n\n$$\ny\n$$\n\n<img src=x onerror=alert(1)><script>z()</script>[l](javascript:1)' }));
    expect(page).toContain('<td><span class="katex">');
    expect(page).toContain('class="katex-display"');
    expect(page).not.toMatch(/onerror|<script|javascript:|<img/u);
    expect(page.match(/class="katex"/gu)).toHaveLength(2);
  });

  it.each([
    ['forged as a mark', '<b title="&#xe000;0&#xe001;">b</b> $x$', 1],
    ['drawn into an attribute', '<div title="\n\n$x$\n\n<p ">d</div>\n\n$y$', 1],
    ['drawn into an attribute with a bracket', '<div title=">\n\n$x$\n\n<p ">d</div>\n\n$y$', 1],
  ])('keep the markup of formulas out of attributes: %s', (_how, source, shown) => {
    const page = html(display({ 'text/markdown': source }));
    expect(page.match(/class="katex"/gu)).toHaveLength(shown);
    expect(page).not.toMatch(/title="[^"]*(?:katex|formula)/u);
  });

  it('carry no large HTML with scripts in a built page, and say so beside what is shown of it', () => {
    const large = display({ 'text/html': `<script>${'x'.repeat(3_400_000)}</script>`, 'text/plain': 'Figure' });
    for (const [locale, words] of [['en', 'too large for this page (3.4 MB). Run the cell'], ['zh-cn', '过大（3.4 MB），未放入本页']] as const) {
      const page = builtOutputs([large], locale);
      expect(page).toContain(words);
      expect(page).toContain('Figure');
      expect(page.length).toBeLessThan(1000);
    }
    expect(builtOutputs([display({ 'text/html': `<script>${'x'.repeat(900_000)}</script>` })], 'en')).toContain('<output-frame');
    expect(html(large)).toContain('<output-frame');
  });

  it('show dollar signs of a table as they are', () => {
    const [page = ''] = fixture('a/a16-dataframe-dollars');
    expect(page).toContain('$2.13 per hour_of use, $5.24 max');
    expect(page).not.toContain('katex');
  });
});
