/** Any JSON of a notebook, to be taken apart by a test. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAYAAACp8Z5+AAAAEUlEQVR4nGNgYGD4j4ZJFQAABloP8SzApEkAAAAASUVORK5CYII=';

const python: Json = {
  kernelspec: { name: 'python3', display_name: 'Python 3 (ipykernel)', language: 'python' },
  language_info: { name: 'python', version: '3.12.4', file_extension: '.py', mimetype: 'text/x-python', pygments_lexer: 'ipython3' },
};

const notebook = (cells: Json[], metadata: Json = python, minor = 5): Json => ({ cells, metadata, nbformat: 4, nbformat_minor: minor });
const markdown = (source: Json, more: Record<string, Json> = {}): Json => ({ cell_type: 'markdown', id: 'text', metadata: {}, source, ...more });
const code = (source: Json, outputs: Json[], more: Record<string, Json> = {}): Json => (
  { cell_type: 'code', id: 'code', metadata: {}, source, outputs, execution_count: 1, ...more }
);
const shown = (data: Json, metadata: Json = {}): Json => ({ output_type: 'display_data', data, metadata });
const format3 = (cells: Json[]): Json => ({ metadata: { name: 'old' }, nbformat: 3, nbformat_minor: 0, worksheets: [{ metadata: {}, cells }] });

/**
 * Notebooks of the kinds that the test suites of nbformat 5.11 and nbconvert 7.17 have, each with a code cell before all others that has
 * an output, and with text after it.
 */
export const seeds: Readonly<Record<string, Json>> = {
  'a stream': notebook([code(['print(1)\n', 'print(2)'], [{ output_type: 'stream', name: 'stdout', text: ['1\n', '2\n'] }]), markdown('# Streams')]),
  'a result': notebook([code('1 + 1', [{ output_type: 'execute_result', execution_count: 1, data: { 'text/plain': '2' }, metadata: {} }]), markdown('Two.')]),
  'pictures': notebook([code('plot()', [
    shown({ 'image/png': PIXEL, 'text/plain': ['<Figure>'] }, { 'image/png': { width: 40, height: 30 } }),
    shown({ 'image/svg+xml': ['<svg xmlns="http://www.w3.org/2000/svg">', '<circle r="4"/></svg>'] }), shown({ 'image/jpeg': PIXEL }),
  ]), markdown('Pictures.')]),
  'an error': notebook([code('1 / 0', [
    { output_type: 'error', ename: 'ZeroDivisionError', evalue: 'division by zero', traceback: ['\u001b[0;31mZeroDivisionError\u001b[0m', 'line 1'] },
  ]), markdown('It fails.')]),
  'typeset outputs': notebook([code('expr', [
    shown({ 'text/latex': '$\\displaystyle \\frac{1}{2}$', 'text/plain': '1/2' }), shown({ 'text/markdown': '**bold** $x$' }),
    shown({ 'text/html': '<table><tr><td>1</td></tr></table><script>alert(1)</script>', 'text/plain': '1' }),
  ]), markdown('Math: $\\alpha$, $$\\sum_i x_i$$ and \\begin{align}a&=b\\end{align}')]),
  'data of other types': notebook([code('fig', [
    shown({ 'application/vnd.plotly.v1+json': { data: [], layout: {} } }), shown({ 'application/json': [1, { a: null }] }), shown({ 'application/pdf': 'JVBERi0=' }),
  ]), markdown('Data.')]),
  'a widget': notebook([
    code('slider', [shown({ 'application/vnd.jupyter.widget-view+json': { model_id: 'm1', version_major: 2, version_minor: 0 }, 'text/plain': 'IntSlider(value=7)' })]),
    markdown('A widget.'),
  ], { widgets: { 'application/vnd.jupyter.widget-state+json': {
    state: { m1: { model_name: 'IntSliderModel', model_module: '@jupyter-widgets/controls', state: { value: 7, min: 0, max: 10, description: 'n' } } }, version_major: 2,
  } } }),
  'attachments and HTML': notebook([
    code('pass', [{ output_type: 'stream', name: 'stderr', text: 'warned\n' }]),
    markdown('![p](attachment:p.png) <img src="attachment:p.png" onerror="x()"> <a id="here"></a>[here](#here) [far](https://example.org)', {
      attachments: { 'p.png': { 'image/png': [PIXEL] } },
    }),
  ]),
  'raw cells': notebook([
    code('x', [shown({ 'text/plain': 'x' })]), markdown('Raw:'),
    { cell_type: 'raw', id: 'r1', metadata: { format: 'text/latex' }, source: '\\section{A}' }, { cell_type: 'raw', id: 'r2', metadata: { raw_mimetype: 'text/html' }, source: '<b>B</b>' },
    { cell_type: 'raw', id: 'r3', metadata: {}, source: 'plain' },
  ]),
  'another kernel': notebook([code('println("α")', [{ output_type: 'stream', name: 'stdout', text: 'α\n' }]), markdown('Julia.')], {
    kernelspec: { name: 'julia-1.10', display_name: 'Julia 1.10', language: 'julia' }, language_info: { name: 'julia', file_extension: '.jl' },
  }, 4),
  'all that GitHub writes': notebook([code('pass', [shown({ 'text/plain': '' })], { metadata: { tags: ['hide-input'], jupyter: { outputs_hidden: true } } }), markdown([
    '# Title\n', '\n', '## Part `one`\n', '- [x] done\n- [ ] open\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\nA note[^1] ~~gone~~.\n\n[^1]: Foot.\n\n```python\nx = 1\n```\n\n',
    '    indented\n\n> quote\n\n<details><summary>more</summary>inside</details>\n\n**中文**“粗体”。',
  ])]),
  'format 3': format3([
    { cell_type: 'code', collapsed: false, language: 'python', metadata: {}, prompt_number: 4, input: ['print(1)'], outputs: [{ output_type: 'stream', stream: 'stdout', text: ['1\n'] }] },
    { cell_type: 'heading', level: 2, metadata: {}, source: ['Old'] }, { cell_type: 'html', metadata: {}, source: '<i>html</i>' },
    { cell_type: 'raw', metadata: {}, source: 'raw' }, { cell_type: 'markdown', metadata: {}, source: ['text'] },
  ]),
  'errors and pictures of format 3': format3([
    { cell_type: 'code', collapsed: true, language: 'python', metadata: {}, prompt_number: 5, input: '1/0', outputs: [
      { output_type: 'pyerr', ename: 'ZeroDivisionError', evalue: 'division by zero', traceback: ['boom'] },
      { output_type: 'display_data', metadata: {}, png: PIXEL, svg: '<svg></svg>', latex: '$x$', json: '{"a": 1}', javascript: 'alert(1)' },
      { output_type: 'pyout', prompt_number: 5, metadata: {}, text: ['1024'], html: ['<b>1024</b>'] },
    ] },
    { cell_type: 'markdown', metadata: {}, source: '' },
  ]),
};
