import { describe, expect, it } from 'vitest';
import { notebookPage, type NotebookPage } from '../../src/notebook/notebook-page.ts';
import { notebookSlugs, parseNotebookPagePath, relativeAddress } from '../../src/notebook/notebook-path.ts';
import { MAX_SAVED_OUTPUT, savedOutputs } from '../../src/notebook/saved-outputs.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAYAAACp8Z5+AAAAEUlEQVR4nGNgYGD4j4ZJFQAABloP8SzApEkAAAAASUVORK5CYII=';
const around = {
  readFile: (file: string) => (file === 'notebooks/mine/img/a b.png' ? PIXEL : null),
  slugOf: (file: string) => (file === 'notebooks/other/One two.ipynb' ? 'other/one-two' : null),
};

function pageOf(cells: readonly object[], metadata: object = {}, minor = 5): NotebookPage {
  const path = { file: 'notebooks/mine/first_try.ipynb', slug: 'mine/first_try', locale: 'en' } as const;
  return notebookPage(JSON.stringify({ nbformat: 4, nbformat_minor: minor, metadata, cells }), path, around);
}
const markdown = (source: string, more: object = {}) => ({ cell_type: 'markdown', metadata: {}, source, ...more });
const code = (source: string, outputs: readonly object[] = []) => ({ cell_type: 'code', metadata: {}, source, outputs });
const html = (...cells: readonly object[]): string => pageOf(cells).parts.flatMap((part) => (part.kind === 'prose' ? [part.html.trim()] : [])).join('\n');
const saved = (...outputs: readonly object[]) => savedOutputs(pageOf([code('x', outputs)]), 'en')[0];

describe('the page of a notebook', () => {
  it('has the first heading of the first level as its title, above all others', () => {
    const page = pageOf([markdown('# On $O(n)$ *sorts*'), markdown('## A\n\n# B')]);
    expect([page.title, page.headings]).toEqual(['On O(n) sorts', [{ depth: 3, text: 'A', slug: 'a' }, { depth: 2, text: 'B', slug: 'b' }]]);
    expect(pageOf([markdown('## A')])).toMatchObject({ title: 'First try', headings: [{ depth: 2 }] });
    expect(pageOf([markdown('# A')], { title: 'Named' }).title).toBe('Named');
  });

  it('shows attachments and pictures beside the notebook, and asks no other host for one', () => {
    const attachments = { 'p q.png': { 'image/png': [PIXEL.slice(0, 40), '\n', PIXEL.slice(40)] }, 'x.html': { 'text/html': 'PGI+' } };
    const source = '![a](attachment:p%20q.png) ![b](img/a%20b.png) ![c](https://example.org/c.png) ![d](no.png) ![e](attachment:x.html) ![f](../../x.png)';
    const found = html(markdown(source, { attachments }));
    expect(found.split('src="data:image/png;base64,iVBOR')).toHaveLength(3);
    expect(found).toContain('<a href="https://example.org/c.png" rel="noopener noreferrer">c</a>');
    for (const name of ['d', 'e', 'f']) expect(found).toContain(`<em>[${name}]</em>`);
  });

  it('leads to other notebooks, to headings as Jupyter names them, and to anchors of the author', () => {
    const found = html(
      markdown('[a](../other/One%20two.ipynb#Part) [b](#My-Part) [c](#deep) [d](gone.py) [e](#none)'), markdown('## My Part\n\n<a id="deep"></a>x'),
    );
    expect(found).toContain('<a href="../../other/one-two/#part">a</a> <a href="#my-part">b</a> <a href="#anchor-deep">c</a> <a>d</a> <a>e</a>');
    expect(found).toContain('<h2 id="my-part">My Part</h2>');
    expect(found).toContain('<a id="anchor-deep"></a>');
  });

  it('gives headings ids that are unique in the notebook, and footnotes of two cells theirs', () => {
    const page = html(markdown('## A\n\nx[^1]\n\n[^1]: one'), markdown('## A\n\ny[^1]\n\n[^1]: two'));
    const ids = [...page.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('a-1');
  });

  it('keeps macros of TeX for later cells, and shows a formula that KaTeX refuses as its source', () => {
    const found = html(markdown('$\\newcommand{\\R}{\\mathbb{R}}$'), markdown('$x \\in \\R$, $\\frac{1$'));
    expect(found).toContain('<mi mathvariant="double-struck">R</mi>');
    expect(found).toContain('<code class="output-latex">\\frac{1</code>');
  });

  it('shows boxes of task lists, tables and bold text next to Chinese punctuation', () => {
    const found = html(markdown('- [x] done\n- [ ] open\n\n| a |\n| - |\n| 1 |\n\n**“粗体”**很重要。'));
    for (const part of ['☑', '☐', '<table>', '<strong>“粗体”</strong>']) expect(found).toContain(part);
  });

  it('takes blocks of code out, with their languages, and code cells with those of their magics', () => {
    const cells = ['%%cuda -c "-O3"\nint main() {}', '%%bash\nls', '%%writefile a.cu\nx', 'import torch'].map((source) => code(source));
    const page = pageOf([markdown('- item\n\n  ```c++\n  int x;\n  ```'), ...cells]);
    expect(page.codes.map(({ language }) => language)).toEqual(['cuda', 'bash', 'cuda', 'python', 'c++']);
    expect(page.parts.flatMap((part) => (part.kind === 'code' ? [part.needs] : []))).toEqual(['gpu', 'python', 'gpu', 'torch']);
    expect(page.parts[0]).toMatchObject({ html: expect.stringContaining('<!--code 4-->') as unknown });
  });

  it('runs where the kernel is of Python, and nowhere else', () => {
    const runs = (metadata: object): boolean => pageOf([code('x')], metadata).isRunnable;
    expect([{}, { language_info: { name: 'ipython' } }, { kernelspec: { name: 'python3' } }].map(runs)).toEqual([true, true, true]);
    const others = [{ kernelspec: { name: 'xcpp17', display_name: 'C++17' } }, { language_info: { name: 'R' } }, { kernelspec: { name: 'strange' } }];
    expect(others.map(runs)).toEqual([false, false, false]);
    expect(pageOf([], {}).isRunnable).toBe(false);
  });

  it('shows raw cells of HTML and Markdown as such, others as their source', () => {
    const raw = (source: string, format?: string) => ({ cell_type: 'raw', metadata: { format }, source });
    const { parts, codes } = pageOf([raw('<b>x</b>', 'text/html'), raw('*y*', 'text/markdown'), raw('\\z', 'text/latex'), raw('w')]);
    expect(parts.map((part) => (part.kind === 'raw' ? part.format : part.kind))).toEqual(['prose', 'prose', 'text/latex', '']);
    expect(codes).toEqual([{ language: 'latex', source: '\\z' }, { language: 'text', source: 'w' }]);
  });

  it('says that there is something of a later format', () => {
    const page = pageOf([{ cell_type: 'future', source: 'f' }, code('x', [{ output_type: 'hologram' }])], {}, 9);
    expect(page.parts).toMatchObject([{ kind: 'raw' }, { kind: 'code' }]);
    expect(savedOutputs(page, 'en')[0]?.html).toContain('cannot show hologram');
  });
});

describe('saved outputs', () => {
  const stream = (text: string) => ({ output_type: 'stream', name: 'stdout', text });
  const display = (data: object) => ({ output_type: 'display_data', metadata: {}, data });

  it('are shown whole where they are small', () => {
    expect(saved(stream('one\n'), display({ 'text/html': '<table><tr><td>1</td></tr></table>' }))).toMatchObject({ isCut: false });
  });

  it('have the first and last lines of a long text, and say how many are left out', () => {
    const found = saved(...Array.from({ length: 3000 }, (_, each) => stream(`line ${each * 2}\nline ${each * 2 + 1}\n`)));
    expect(found?.isCut).toBe(true);
    for (const text of ['line 0\n', 'line 5999', '4,000 of 6,000 lines are not shown here.']) expect(found?.html).toContain(text);
  });

  it('have the first rows of a long table', () => {
    const found = saved(display({ 'text/html': `<table>${'<tr><td>1</td><td>2</td></tr>'.repeat(3000)}</table>` }));
    expect(found?.html.match(/<tr>/gu)).toHaveLength(2500);
    expect(found?.html).toContain('500 of 3,000 rows are not shown here.');
  });

  it('have a sentence in place of what is too large for the page', () => {
    const found = saved(display({ 'image/png': 'A'.repeat(MAX_SAVED_OUTPUT) }));
    expect([found?.isCut, found?.html.includes('too large for the page (2.0 MB)')]).toEqual([true, true]);
  });

  it('have the first and the last of many', () => {
    const found = saved(...Array.from({ length: 400 }, (_, each) => display({ 'text/plain': `output ${each}` })));
    for (const text of ['output 199<', 'output 399<', '150 outputs are not shown here.']) expect(found?.html).toContain(text);
    expect(found?.html).not.toContain('output 200<');
  });

  it('show a widget in the state that the file keeps', () => {
    const widgets = { 'application/vnd.jupyter.widget-state+json': { state: { m: { model_name: 'HTMLModel', state: { value: '<b>kept</b>' } } } } };
    const page = pageOf([code('x', [display({ 'application/vnd.jupyter.widget-view+json': { model_id: 'm' } })])], { widgets });
    expect(savedOutputs(page, 'en')[0]?.html).toContain('<b>kept</b>');
  });
});

describe('the path of a notebook', () => {
  it('is that of its file, in words for an address', () => {
    expect(parseNotebookPagePath('notebooks/mine/My Try (2).ipynb')).toMatchObject({ slug: 'mine/my-try-2', locale: 'en' });
    const chinese = { file: 'notebooks/zh-cn/mine/试验.ipynb', slug: 'mine/试验', locale: 'zh-cn' };
    expect(parseNotebookPagePath('notebooks\\zh-cn\\mine\\试验.ipynb')).toMatchObject(chinese);
    for (const hidden of ['notebooks/.ipynb_checkpoints/a.ipynb', 'notebooks/_draft.ipynb', 'notes/a.ipynb']) expect(parseNotebookPagePath(hidden)).toBeNull();
  });

  it('leads from one page to another below any base path, and has a list where there is a page', () => {
    expect(relativeAddress('mine/a', 'other/b')).toBe('../../other/b/');
    expect([notebookSlugs([]), notebookSlugs([{ slug: 'a' }, { slug: 'a' }])]).toEqual([[], [undefined, 'a']]);
  });
});
