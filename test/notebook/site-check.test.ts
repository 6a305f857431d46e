import { describe, expect, it } from 'vitest';
import { loadNote } from '../../src/note/note-library.ts';
import { PLAN_FILE } from '../../src/note/planned-notes.ts';
import { SOURCE_ROWS_FILE } from '../../src/note/source-rows.ts';
import { formatViews, viewsFile } from '../../src/notebook/compiler-views.ts';
import { formatRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import { notebookFile } from '../../src/notebook/recording-place.ts';
import { checkSite } from '../../src/notebook/site-check.ts';
import { BODY_LINE, editProjectFile, noteText, temporaryProject, writeProjectFile } from '../note/note-text.ts';
import { cellRecording, environment } from './recordings.ts';

const ENGLISH = 'notes/cuda/a.mdx';
const CHINESE = 'notes/zh-cn/cuda/a.mdx';
const CELLS = '```python run id=one metrics\nprint("x: 1")\n```\n\n```shell run id=two\nls\n```';
const CELLS_ZH = '<Cell id="one" />\n\n<Cell id="two" />';
const ROWS = '- { row: S0-16, about: { en: Banks, zh-cn: 存储体 }, notes: [cuda/later] }\n';
const EMPTY_NOTEBOOK = '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}';
const PLAN = '- { id: cuda/later, order: 1, en: Later, zh-cn: 以后 }\n';

/** A project with a note in both languages whose first cell is recorded, changed by some files. */
async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const notes = { [ENGLISH]: noteText(CELLS), [CHINESE]: noteText(CELLS_ZH) };
  const root = await temporaryProject({ ...notes, [PLAN_FILE]: PLAN, [SOURCE_ROWS_FILE]: ROWS });
  const [one] = (await loadNote(root, 'cuda/a', 'en')).cells;
  const recorded = cellRecording('one', [{ output_type: 'stream', name: 'stdout', text: 'x: 1\n' }], one?.digest ?? '');
  await writeProjectFile(root, notebookFile('cuda/a'), formatRecordedNotebook({ environment, cells: [recorded] }));
  for (const [file, text] of Object.entries(files)) await editProjectFile(root, file, text);
  return root;
}

/** The problems of a project, as `file:line:column message`. */
const problems = async (files: Readonly<Record<string, string>>) =>
  (await checkSite(await project(files))).problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);

describe('checkSite', () => {
  it('counts each cell once, whatever languages show it, and says where those are that are not recorded', async () => {
    const { recordings, problems: found } = await checkSite(await project());
    expect(found).toEqual([]);
    expect(recordings).toMatchObject({ cells: 2, fresh: 1, stale: 0, missing: 1 });
    expect(recordings.notes.map(({ locale, unrecorded }) => [locale, unrecorded])).toEqual([
      ['en', [{ id: 'two', state: 'missing', file: ENGLISH, line: BODY_LINE + 4 }]],
      ['zh-cn', [{ id: 'two', state: 'missing', file: ENGLISH, line: BODY_LINE + 4 }]],
    ]);
  });

  it('names views of the compiler that are of other code, of no cell, or cannot be read', async () => {
    const view = { nvcc: '13.0.88', command: 'nvcc a.cu', kernels: [], omitted: 0, stages: [], images: [], files: [] };
    const [one] = (await loadNote(await project(), 'cuda/a', 'en')).cells;
    const views = formatViews({
      version: 1, cells: { one: { digest: one?.digest ?? '', view }, two: { digest: 'old', view }, gone: { digest: 'old', view } },
    });
    expect(await problems({ [viewsFile('cuda/a')]: views })).toEqual([
      `${viewsFile('cuda/a')}:1:1 cuda/a has no cell gone`, `${ENGLISH}:${BODY_LINE + 4}:1 what the compiler made of cell two is stale`,
    ]);
    expect(await problems({ [viewsFile('cuda/a')]: '{' })).toEqual([expect.stringContaining('holds no compiler views') as unknown]);
  });

  it('counts an edited cell as stale', async () => {
    const edited = noteText(CELLS.replace('x: 1', 'x: 2').concat('\n\nA longer text.'));
    expect((await checkSite(await project({ [ENGLISH]: edited }))).recordings).toMatchObject({ fresh: 0, stale: 1, missing: 1 });
  });

  it('tells of stale recordings of every machine, and of missing ones in the reference alone', async () => {
    const cells = [cellRecording('two', [], 'of older code')];
    const other = { [notebookFile('cuda/a', 'cpu')]: formatRecordedNotebook({ environment: { ...environment, gpuName: null }, cells }) };
    const { recordings, problems: found } = await checkSite(await project(other));
    expect(found).toEqual([]);
    expect(recordings).toMatchObject({ cells: 2, fresh: 1, stale: 0, missing: 1 });
    expect(recordings.staleElsewhere).toEqual([{ id: 'two', file: ENGLISH, line: BODY_LINE + 4, notebook: 'notebooks/cuda/a.cpu.ipynb' }]);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['a recording that is named for another machine', { [notebookFile('cuda/a', 'cpu')]: formatRecordedNotebook({ environment: { ...environment, gpuName: 'NVIDIA L4', computeCapability: '8.9' }, cells: [] }) }, 'notebooks/cuda/a.cpu.ipynb:1:1 it holds a recording of nvidia-l4-sm89'],
    ['a second recording of one machine', { [notebookFile('cuda/a', 'nvidia-h200-sm90')]: formatRecordedNotebook({ environment, cells: [] }) }, 'notebooks/cuda/a.nvidia-h200-sm90.ipynb:1:1 notebooks/cuda/a.ipynb was recorded on such a machine too'],
    ['a note that cannot be read', { 'notes/cuda/b.mdx': noteText('```python run id=B\n```') }, `notes/cuda/b.mdx:${BODY_LINE}:15 id=B is not valid`],
    ['a notebook that cannot be read', { [notebookFile('cuda/a')]: '{' }, `${notebookFile('cuda/a')}:1:1 notebooks/cuda/a.ipynb is not JSON`],
    ['a note without translation', { 'notes/cuda/b.mdx': noteText('Text.') }, 'notes/cuda/b.mdx:1:1 cuda/b has no Chinese twin'],
    ['a translation that leaves a cell out', { [CHINESE]: noteText('<Cell id="one" />') }, `${CHINESE}:1:1 cell two (${ENGLISH}:${BODY_LINE + 4}) is not shown`],
    ['a translation with code of its own', { [CHINESE]: noteText(CELLS) }, `${CHINESE}:${BODY_LINE}:1 cell one repeats code`],
    ['a number of no cell', { [ENGLISH]: noteText(`${CELLS}\n\n<Metric cell="no" label="x" />`) }, `${ENGLISH}:${BODY_LINE + 8}:1 <Metric cell="no"> names no cell`],
    ['a number that no line has', { [ENGLISH]: noteText(`${CELLS}\n\n<Metric cell="one" label="y" />`) }, `${ENGLISH}:${BODY_LINE + 8}:1 cell one printed 0 lines`],
    ['a correction by a note that is not there', { 'notes/errata/a.yaml': erratum('cuda/none', 'one') }, 'notes/errata/a.yaml:1:1 there is no note cuda/none'],
    ['a correction by a cell that is not there', { 'notes/errata/a.yaml': erratum('cuda/a', 'three') }, 'notes/errata/a.yaml:1:1 cuda/a has no cell "three"'],
    ['a correction of no row', { 'notes/errata/a.yaml': erratum('cuda/a', 'one').replace('S0-16', 'S0-17') }, 'notes/errata/a.yaml:1:1 there is no source row S0-17'],
    ['a correction by a note that does not name its row', { 'notes/errata/a.yaml': erratum('cuda/a', 'one') }, 'notes/errata/a.yaml:1:1 cuda/a corrects S0-16 without naming it'],
    ['a correction by a cell of a note to come', { 'notes/errata/a.yaml': erratum('cuda/later', 'one') }, 'notes/errata/a.yaml:1:1 cuda/later is not written'],
    ['a row that no note of the site covers', { [SOURCE_ROWS_FILE]: ROWS.replace('cuda/later', 'cuda/none') }, `${SOURCE_ROWS_FILE}:1:1 S0-16 names cuda/none, which is no note`],
    ['a row whose note does not name it', { [SOURCE_ROWS_FILE]: ROWS.replace('cuda/later', 'cuda/a') }, `${SOURCE_ROWS_FILE}:1:1 cuda/a does not name S0-16`],
    ['a source whose row does not name the note', { [ENGLISH]: noteText(CELLS, { sources: '[S0-16]' }) }, `${ENGLISH}:1:1 sources names S0-16`],
    ['a notebook of anyone\'s that is no page', { 'notebooks/mine/try.ipynb': '{\n "nbformat": 4,\n "cells": [{ "cell_type": "sql" }]\n}' },
      'notebooks/mine/try.ipynb:3:27 cell 1, cell_type: Invalid option'],
    ['two notebooks at one address', { 'notebooks/mine/My Try.ipynb': EMPTY_NOTEBOOK, 'notebooks/mine/my-try.ipynb': EMPTY_NOTEBOOK },
      'notebooks/mine/my-try.ipynb:1:1 notebooks/mine/My Try.ipynb has the same address, /notebooks/mine/my-try/'],
    ['a link to no notebook', { [ENGLISH]: noteText(`${CELLS}\n\n[x](/notebooks/mine/none/)`) }, `${ENGLISH}:${BODY_LINE + 8}:1 /notebooks/mine/none/ is no notebook`],
    ['corrections that cannot be read', { 'notes/errata/a.yaml': '- row: S0-16\n' }, 'notes/errata/a.yaml:1:1 note: '],
  ])('names %s', async (_, files, expected) => {
    expect((await problems(files)).filter((each) => each.startsWith(expected))).toHaveLength(1);
  });
});

it('takes a correction by a note to come, which has no cell yet', async () => {
  const text = erratum('cuda/later', 'one').replace('  cell: one\n', '');
  expect(await problems({ 'notes/errata/a.yaml': text })).toEqual([]);
});

it('takes rows and sources that name each other', async () => {
  expect(await problems({
    [SOURCE_ROWS_FILE]: ROWS.replace('cuda/later', 'cuda/later, cuda/a'), [ENGLISH]: noteText(CELLS, { sources: '[S0-16]' }),
    [CHINESE]: noteText(CELLS_ZH, { sources: '[S0-16]' }), 'notes/errata/a.yaml': erratum('cuda/a', 'one'),
  })).toEqual([]);
});

describe('what a page names', () => {
  const lead = `${CELLS}\n\n## A heading\n\n`;
  const at = (column: number) => `${ENGLISH}:${BODY_LINE + 10}:${column}`;

  it.each([
    ['See [x](/cuda/none/).', `${at(5)} /cuda/none/ is no page of the site`],
    ['See [x](/zh-cn/cuda/none/).', `${at(5)} /zh-cn/cuda/none/ is no page of the site`],
    ['[x]: /cuda/none/', `${at(1)} /cuda/none/ is no page of the site`],
    ['See [x](/glosary/).', `${at(5)} /glosary/ is no page of the site`],
    ['See [x](#no-heading).', `${at(5)} #no-heading: ${ENGLISH} has no heading "#no-heading"`],
    ['See [x](/zh-cn/cuda/a/#a-heading).', `${at(5)} /zh-cn/cuda/a/#a-heading: ${CHINESE} has no heading "#a-heading"`],
    ['See [x](/none/).', `${at(5)} /none/ is no page of the site`],
    ['See [x](../none/#x).', `${at(5)} /cuda/none/#x is no page of the site`],
    ['See [x](./a.mdx).', `${at(5)} ./a.mdx is a file, not the address of a page`],
    ['See [x](../a/#none).', `${at(5)} ../a/#none: ${ENGLISH} has no heading "#none"`],
    ['See [x](/no.pdf).', `${at(5)} /no.pdf is no page and no file of the site`],
    ['Here <Nope /> stands.', `${at(6)} <Nope> is no component of the site`],
    ['<Cell note="cuda/none" id="x" />', `${at(1)} there is no note "cuda/none" in English`],
    ['<Cell note="cuda/a" id="x" />', `${at(1)} cuda/a has no cell "x"`],
    ['<Metric note="cuda/none" cell="one" label="x" />', `${at(1)} <Metric> takes a number of cuda/none`],
    ['<Metric cell="two" label="x" />', `${at(1)} cell two is not marked metrics`],
  ])('and is not there is told once, at its place: %s', async (text, expected) => {
    const found = await problems({ [ENGLISH]: noteText(lead + text) });
    expect(found).toEqual([expect.stringContaining(expected)]);
  });

  it('may be a written or planned note, a heading, a cell, a component of the site or an imported one', async () => {
    const fields = { prerequisites: '[cuda/a, cuda/later]', related: '[cuda/later]' };
    const text = '[a](/cuda/a/#a-heading) [b](/cuda/later/#x) [c](#cell-two) [d](#_top) [e](/zh-cn/cuda/a/#%E6%A0%87%E9%A2%98) [f](/zh-cn/cuda/a/#标题) [g](../a/) [h](/more/) [i](/zh-cn/more/#x) [j](/data/a%20b.csv) [k](https://none.example/) <Metric cell="one" label="x" />';
    const more = '---\ntitle: More\n---\n';
    expect(await problems({
      'notes/more.mdx': more, 'notes/zh-cn/more.mdx': more, 'public/data/a b.csv': '',
      [ENGLISH]: noteText(`import Own from './own.astro'\n\n${lead}${text}\n\n<Own />\n\n<BankMap />`, fields),
      [CHINESE]: noteText(`## 标题\n\n${CELLS_ZH}\n\n[甲](/zh-cn/cuda/a/#标题)<Metric cell="one" label="x" />`),
    })).toEqual([]);
  });

  it('has a cure with the nearest name', async () => {
    const { problems: found } = await checkSite(await project({ [ENGLISH]: noteText(`${lead}[x](#a-headin) <Metrics />`) }));
    expect(found.map(({ hint }) => hint)).toEqual(['did you mean "#a-heading"?', expect.stringContaining('did you mean <Metric>?')]);
  });

  it.each(['prerequisites', 'related'])('in its %s is held against the notes and the plan', async (field) => {
    expect(await problems({ [ENGLISH]: noteText(CELLS, { [field]: '[cuda/later, cuda/none]' }) }))
      .toEqual([expect.stringMatching(new RegExp(`^${ENGLISH}:8:\\d+ ${field} names cuda/none, which is no note$`, 'u'))]);
  });

  it('is held against the cells of the English note in a translation too', async () => {
    expect(await problems({ [CHINESE]: noteText(`${CELLS_ZH}\n\n<Metric cell="no" label="x" />\n\n<Cell id="no" />`) })).toEqual([
      `${CHINESE}:${BODY_LINE + 4}:1 <Metric cell="no"> names no cell of cuda/a`, `${CHINESE}:${BODY_LINE + 6}:1 cuda/a has no cell "no"`,
    ]);
  });

  it('is looked at on the pages that are no notes too', async () => {
    const home = '---\ntitle: Home\ntemplate: splash\n---\n\n[x](/cuda/none/)\n\n<Cell id="one" />\n\n<Cell note="cuda/a" id="two" />';
    expect(await problems({ 'notes/index.mdx': home })).toEqual([
      'notes/index.mdx:6:1 /cuda/none/ is no page of the site', 'notes/index.mdx:8:1 <Cell> names no cell',
    ]);
  });
});

describe('a stale recording', () => {
  const stale = CELLS.replace('x: 1', 'y: 1');

  it('says nothing about labels, which the changed code may print', async () => {
    expect(await problems({ [ENGLISH]: noteText(`${stale}\n\n<Metric cell="one" label="y" />`) })).toEqual([]);
  });

  it('does not hide a number of no cell, or of one without metrics', async () => {
    expect(await problems({ [ENGLISH]: noteText(`${stale}\n\n<Metric cell="no" label="y" /> <Metric cell="two" label="y" />`) })).toEqual([
      `${ENGLISH}:${BODY_LINE + 8}:1 <Metric cell="no"> names no cell of cuda/a`, `${ENGLISH}:${BODY_LINE + 8}:32 cell two is not marked metrics: add it to the fence`,
    ]);
  });
});

describe('a file that cannot be read', () => {
  const twice = noteText('```python run id=one metrics\nprint("x: 1")\n```\n\n<Cell');

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['an English note, which its translation needs too', { [ENGLISH]: twice }, ENGLISH],
    ['a translation', { [CHINESE]: noteText('{') }, CHINESE],
    ['a recording, which both languages show', { [notebookFile('cuda/a')]: '{' }, notebookFile('cuda/a')],
    ['the plan, which links and fields ask', { [PLAN_FILE]: '- id: [', [CHINESE]: noteText(`${CELLS_ZH}\n\n[x](/zh-cn/cuda/none/)`) }, PLAN_FILE],
    ['the home page', { 'notes/index.mdx': '{' }, 'notes/index.mdx'],
  ])('is one problem: %s', async (_, files, file) => {
    expect((await checkSite(await project(files))).problems.map((each) => each.file)).toEqual([file]);
  });
});

function erratum(note: string, cell: string): string {
  return `- row: S0-16\n  note: ${note}\n  cell: ${cell}\n  claim: { en: A, zh-cn: 甲 }\n  fact: { en: B, zh-cn: 乙 }\n  source: { label: A guide }\n`;
}
