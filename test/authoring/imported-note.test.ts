import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedNote } from '../../src/authoring/imported-note.ts';
import { parseNoteName } from '../../src/authoring/note-name.ts';
import { exportedNotebook } from '../../src/download/exported-notebook.ts';
import { loadNote } from '../../src/note/note-library.ts';
import { readNote } from '../../src/note/read-note.ts';
import { temporaryProject } from '../note/note-text.ts';
import { projectRoot } from '../support/project-root.ts';

interface GivenCell {
  readonly cell_type: string;
  readonly source: string;
  readonly [key: string]: unknown;
}

const code = (source: string, more: Readonly<Record<string, unknown>> = {}): GivenCell => ({ cell_type: 'code', source, ...more });
const prose = (source: string, more: Readonly<Record<string, unknown>> = {}): GivenCell => ({ cell_type: 'markdown', source, ...more });

/** The note of a notebook with these cells: all of its text, what follows the frontmatter, what was lost, and the images. */
async function imported(cells: readonly GivenCell[], metadata: unknown = {}, beside: Readonly<Record<string, string>> = {}) {
  const root = await temporaryProject({ 'notes/planned.yaml': "- { id: cuda/first, order: 4, en: 'First', zh-cn: '一' }\n" });
  const { files, warnings } = await importedNote({
    root, name: parseNoteName('cuda/mine'), file: 'folder/my_notebook.ipynb', content: JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells }),
    readBeside: (path) => Promise.resolve(Object.hasOwn(beside, path) ? Buffer.from(beside[path] ?? '') : null),
  });
  const [note, ...images] = files;
  const text = String(note?.content);
  expect(note?.path).toBe('notes/cuda/mine.mdx');
  return { text, body: text.replace(/^---\n[^]*?\n---\n\n/u, '').trimEnd(), warnings, images };
}

describe('the note of a notebook', () => {
  it('has the first heading for its title, the first words for its description, and the next place in the order', async () => {
    const { text } = await imported([prose('# Tiles: {x}\n\nWhat a "tile" is.'), code('import torch')]);
    expect(text).toBe('---\ntitle: "Tiles: {x}"\ndescription: "What a \\"tile\\" is."\ntopic: cuda\norder: 5\nneeds: torch\n---\n\nWhat a "tile" is.\n\n```python run id=cell\nimport torch\n```\n');
    expect((await imported([code('1')])).text).toContain('title: "My notebook"\ndescription: "From my_notebook.ipynb."');
  });

  it('has no second title: headings go down where there is another of the first level', async () => {
    expect((await imported([prose('# A'), prose('# B\n\n## C')])).body).toBe('## B\n\n### C');
  });

  it('escapes what MDX would take for code', async () => {
    const { body } = await imported([prose('A {x} and a<b> where i<n.\n\nimport is a word.\n\n<!-- secret -->\n\n`{x}` $\\{1\\}$')]);
    expect(body.replace(/\n{3,}/gu, '\n\n')).toBe('A \\{x} and a`<b>` where i\\<n.\n\n&#105;mport is a word.\n\n`{x}` $\\{1\\}$');
  });

  it('has HTML as MDX reads it, or as text where its tags do not fit together', async () => {
    const { body, warnings } = await imported([
      prose('<details><summary>Open <b>me</b></summary>\n\nHidden.\n\n</details>\n\nA<br>B <span style="x" onclick=y()>c</span><script>z</script>'),
      prose('<div>\n\nopen'),
    ]);
    expect(body).toContain('<details>\n<summary>Open <b>me</b></summary>\n\nHidden.\n\n</details>\n\nA<br />B <span>c</span>');
    expect(body).toContain('`<div>`\n\nopen');
    expect(warnings).toEqual(['cell 1: <script> is left out', expect.stringMatching(/^cell 2: its HTML is shown as text/u)]);
  });

  it('has the formulas that Jupyter finds', async () => {
    const { body } = await imported([prose('In \\\\(a_b\\\\) and\n\n$$x = 1\n+ 2$$\n\n\\begin{align}\na &= b\n\\end{align}\n\n`$$not$$`')]);
    expect(body).toBe('In $a_b$ and\n\n$$\nx = 1\n+ 2\n$$\n\n$$\n\\begin{align}\na &= b\n\\end{align}\n$$\n\n`$$not$$`');
  });

  it('has its images beside it, and says of those that it cannot have', async () => {
    const { body, images, warnings } = await imported([
      prose('![a](attachment:My%20pic.png) ![b](img/b.jpeg) ![c](none.png) ![d](https://x.example/d.png) [e](other.ipynb)', { attachments: { 'My pic.png': { 'image/png': 'iVBORw0KGgo=' } } }),
    ], {}, { 'img/b.jpeg': 'jpeg' });
    expect(body).toBe('![a](./mine/my-pic.png) ![b](./mine/b.jpg) c [d](https://x.example/d.png) e');
    expect(images.map(({ path }) => path)).toEqual(['notes/cuda/mine/my-pic.png', 'notes/cuda/mine/b.jpg']);
    expect(warnings).toHaveLength(3);
  });
});

describe('the cells of an imported note', () => {
  it('are CUDA cells with their compiler arguments where they have a magic of nvcc4jupyter', async () => {
    const { body, warnings } = await imported([
      code('%load_ext nvcc4jupyter'), code('%%cuda -c "-O3 -DX=\'1\'" -t\nint main() {}'), code('%%cu\nint main() {}'),
      code('%%cuda_group_save -n "tile.cuh" -g shared\n#define X 1'), code('%%writefile other.h\n#define Y 1'), code('%%cuda_group_run -g shared'),
    ]);
    expect(body).toBe([
      '```cuda run id=cell nvcc="-O3 -DX=\'1\'"\nint main() {}\n```', '```cuda run id=cell-2\nint main() {}\n```',
      '```cuda run id=tile files=tile.cuh\n#define X 1\n```', '```cuda run id=other files=other.h\n#define Y 1\n```',
    ].join('\n\n'));
    expect(warnings.map((warning) => warning.slice(0, 7))).toEqual(['cell 1:', 'cell 2:', 'cell 6:']);
  });

  it('are shell cells where they are commands, unless Python puts variables into these', async () => {
    const { body } = await imported([code('!nvcc --version\n!ls'), code('%%bash\necho hi'), code('!ls {folder}'), code('%%time\nx = 1')]);
    expect(body.match(/^```\w+ run/gmu)).toEqual(['```shell run', '```shell run', '```python run', '```python run']);
    expect(body).toContain('nvcc --version\nls');
  });

  it('keep the ids and tags that an author gave, and get ids after their heading else', async () => {
    const { body } = await imported([
      prose('# T'), prose('## Two Sums'), code('1', { id: 'first-sum', metadata: { tags: ['raises-exception'], jupyter: { source_hidden: true } } }),
      code('2', { id: '0a1b2c3d' }), code('3', { id: '0a1b2c3e' }),
    ]);
    expect(body.match(/run.*/gu)).toEqual(['run id=first-sum expect-error hide', 'run id=two-sums', 'run id=two-sums-2']);
  });

  it('are shown without running where their language is another, and raw cells are shown too', async () => {
    const { body, warnings } = await imported([code('println("x")'), { cell_type: 'raw', source: 'a {b}' }], { language_info: { name: 'julia' } });
    expect(body).toBe('```julia\nprintln("x")\n```\n\n```text\na {b}\n```');
    expect(warnings).toEqual(['cell 1: julia does not run here: it is shown only']);
  });

  it('hold fences and quotes of any kind', async () => {
    const { text } = await imported([code('%%cuda -c "-DA=\\"x\\" -DB=\'y\'"\n// ```\nint main() {}')]);
    const { cells } = await readNote(text, 'notes/cuda/mine.mdx', { id: 'cuda/mine', locale: 'en' });
    expect(cells).toMatchObject([{ source: '// ```\nint main() {}', options: { nvccArgs: '-DA="x" -DB=\'y\'' } }]);
  });
});

it('a note that was exported comes back with the same cells', async () => {
  const content = await exportedNotebook({ root: projectRoot, id: 'cuda/bank-conflicts', locale: 'en', siteUrl: null });
  const root = await temporaryProject({ 'notes/planned.yaml': await readFile(join(projectRoot, 'notes/planned.yaml'), 'utf8') });
  const { files } = await importedNote({ root, name: parseNoteName('cuda/bank-conflicts'), file: 'b.ipynb', content, readBeside: () => Promise.resolve(null) });
  const back = await readNote(String(files[0]?.content), 'notes/cuda/bank-conflicts.mdx', { id: 'cuda/bank-conflicts', locale: 'en' });
  const cellsOf = (cells: typeof back.cells) => cells.map(({ language, source, options: { id, nvccArgs, files: saved, hide } }) => (
    { language, source, id, nvccArgs, saved, hide }
  ));
  expect(cellsOf(back.cells)).toEqual(cellsOf((await loadNote(projectRoot, 'cuda/bank-conflicts', 'en')).cells));
});
