import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadNote } from '../../src/note/note-library.ts';
import { formatRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import { writeProjectFile } from '../note/note-text.ts';
import { cellRecording, environment } from '../notebook/recordings.ts';
import { exported, exportedMarkdown, exportProject } from './exported-project.ts';

const SITE = 'https://notes.example/warp/';
const CELL = '```python run id=one\nprint(1)\n```';

/** Writes a recording of all cells of cuda/a in which each prints a line. */
async function record(root: string, text: string): Promise<void> {
  const { cells } = await loadNote(root, 'cuda/a', 'en');
  const recordings = cells.map(({ options, digest }) => cellRecording(options.id, [{ output_type: 'stream', name: 'stdout', text }], digest));
  await writeProjectFile(root, 'notebooks/cuda/a.ipynb', formatRecordedNotebook({ environment, cells: recordings }));
}

describe('the cells of an exported notebook', () => {
  it('begin with what the note is, and go on in its order, a heading beginning a new one', async () => {
    const { cells } = await exported(await exportProject(`Before.\n\n## One\n\nText.\n\n${CELL}\n\nAfter.`));
    expect(cells.map(({ cell_type, id, source }) => [cell_type, id, source.split('\n')[0]])).toEqual([
      ['markdown', 'text_0', '# A note'], ['markdown', 'text_1', 'Before.'], ['markdown', 'text_2', '## One'], ['code', 'one', 'print(1)'],
      ['markdown', 'text_4', 'After.'],
    ]);
    expect(cells[0]?.source).toContain('This notebook needs Python only.');
  });

  it('give the kernel %%cuda before the first cell that needs it, without the network', async () => {
    const { cells } = await exported(await exportProject('```cuda run id=saxpy nvcc=\'-O3 -DN="4"\'\nint main() {}\n```'));
    const [title, setup, saxpy] = cells;
    expect(title?.source).toContain('Run the next cell first');
    expect(setup).toMatchObject({ cell_type: 'code', id: 'warpnotes_setup', metadata: { jupyter: { source_hidden: true }, tags: ['setup'] } });
    expect(setup?.source).toContain('def _warpnotes():');
    expect(saxpy?.source).toBe('%%cuda --name saxpy -c \'-O3 -DN="4"\'\nint main() {}');
  });

  it('have recorded outputs where these are of this very code, and none elsewhere', async () => {
    const root = await exportProject(`${CELL}\n\n\`\`\`python run id=two\nprint(2)\n\`\`\``);
    await record(root, '1\n');
    const text = await readFile(join(root, 'notes/cuda/a.mdx'), 'utf8');
    await writeProjectFile(root, 'notes/cuda/a.mdx', text.replace('print(2)', 'print(3)'));
    const { cells } = await exported(root);
    expect(cells.slice(1).map(({ outputs, execution_count }) => [execution_count, outputs])).toEqual([
      [1, [{ output_type: 'stream', name: 'stdout', text: ['1\n'] }]], [null, []],
    ]);
  });

  it('say in the first which packages they import', async () => {
    const { cells } = await exported(await exportProject('```python run id=one\nimport os\nimport numpy as np\nfrom matplotlib import pyplot\n```'));
    expect(cells[0]?.source).toContain('Its cells import numpy, matplotlib.');
  });

  it('bear the tags by which Jupyter folds a cell and goes on after one that fails', async () => {
    const { cells } = await exported(await exportProject('```python run id=one hide expect-error\n1 / 0\n```'));
    expect(cells[1]?.metadata).toEqual({ jupyter: { source_hidden: true }, tags: ['raises-exception'] });
  });

  it('are those that a translation shows, with its own text', async () => {
    const root = await exportProject(CELL, '文字。\n\n<Cell id="one" />\n\n接着。');
    await record(root, '1\n');
    const { cells } = await exported(root, { locale: 'zh-cn' });
    expect(cells.map(({ source }) => source.split('\n')[0])).toEqual(['# 一篇笔记', '文字。', 'print(1)', '接着。']);
    expect(cells[2]?.outputs).toHaveLength(1);
    expect(cells[0]?.source).toMatch(/^来自 Warpnotes。录制环境：.*。文字与输出：CC BY 4.0；代码：MIT。本笔记本只需 Python。$/mu);
  });

  it('follow the block that a cell stands in', async () => {
    const { cells } = await exported(await exportProject(`<details>\n<summary>Why?</summary>\n\n${CELL}\n\n</details>`));
    expect(cells.slice(1).map(({ source }) => source)).toEqual([
      '<details>\n<summary>Why?</summary>\n\nThe cell `one` follows below.\n\n</details>', 'print(1)',
    ]);
  });
});

describe('the Markdown of an exported notebook', () => {
  const markdown = async (body: string, siteUrl: string | null = SITE): Promise<string> =>
    exportedMarkdown(await exportProject(body), { siteUrl });

  it('keeps formulas, tables, code and folded answers', async () => {
    const body = 'Let $a_i \\le \\frac{1}{2}$.\n\n$$\nx = \\{1\\}\n$$\n\n| a | b |\n| - | - |\n| `x` | $y$ |\n\n```cpp\nint x;\n```\n\n<details>\n\n<summary>Is `a<b`?</summary>\n\nYes.\n\n</details>';
    expect(await markdown(body)).toBe(body.replace('<details>\n\n<summary>Is `a<b`?', '<details>\n<summary>Is <code>a&lt;b</code>?'));
  });

  it('has the number of a metric with its unit', async () => {
    const root = await exportProject('```python run id=one metrics\n0\n```\n\nIt takes <Metric cell="one" label="time" digits={1} />.');
    expect(await exportedMarkdown(root)).toBe('It takes (not recorded).');
    await record(root, 'time: 2.25 ms\n');
    expect(await exportedMarkdown(root)).toBe('It takes 2.3 ms.');
  });

  it('has corrections with their source', async () => {
    const root = await exportProject('<Errata />', undefined, {
      'notes/errata/cuda.yaml': '- row: S0-01\n  note: cuda/a\n  cell: one\n  claim: { en: Wrong., zh-cn: 错。 }\n  fact: { en: Right., zh-cn: 对。 }\n  source: { label: A book, url: https://book.example }\n',
    });
    const text = await exportedMarkdown(root);
    expect(text).toContain('- <strong>Often read:</strong> Wrong.');
    expect(text).toContain('<strong>Correct:</strong> Right.');
    expect(text).toContain('Source: [A book](https://book.example) · Shown by `one`');
  });

  it('says where to see a figure', async () => {
    expect(await markdown('<BankMap />')).toBe('The page of this note has a figure here. [Look at it there](https://notes.example/warp/cuda/a/)');
    expect(await markdown('<BankMap />', null)).toBe('*The page of this note has a figure here.*');
  });

  it('has whole links where the site has an address, and no dead ones where it has none', async () => {
    const body = 'See [a](/cuda/a/#cell-one), [this](#here), [home](/), [later](/cuda/later/), [there][book] and [there](https://x.example).\n\n[book]: https://book.example';
    expect(await markdown(body)).toBe('See [a](https://notes.example/warp/cuda/a/#cell-one), [this](https://notes.example/warp/cuda/a/#here), [home](https://notes.example/warp/), later (to come), [there](https://book.example) and [there](https://x.example).');
    expect(await markdown(body, null)).toBe('See a, this, home, later (to come), [there](https://book.example) and [there](https://x.example).');
  });

  it('has asides as quotes, and leaves colons in code alone', async () => {
    expect(await markdown(':::tip[Use `-O3`]\nIt is **fast**.\n:::\n\n:::note\nMind.\n:::')).toBe('> **Use `-O3`**\n>\n> It is **fast**.\n\n> **Note**\n>\n> Mind.');
    expect(await markdown('```md\n:::tip\nx\n:::\n```')).toBe('```md\n:::tip\nx\n:::\n```');
  });

  it('has no comments, expressions or imports of MDX', async () => {
    expect(await markdown("import X from './x.astro'\n\nA{/* no */}b{' '}c{1}.\n\n{/* nothing */}\n\nBraces \\{x} and a \\< b.")).toBe('Ab c1.\n\nBraces {x} and a < b.');
  });

  it('has bold text beside Chinese punctuation in tags, since stars mean nothing there', async () => {
    expect(await markdown('**共享内存。**字，**普通**的，**`nvcc`**是。')).toBe('<strong>共享内存。</strong>字，**普通**的，**`nvcc`**是。'.replace('**`nvcc`**', '<strong>`nvcc`</strong>'));
  });
});
