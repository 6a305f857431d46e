import { describe, expect, it } from 'vitest';
import { loadNote } from '../../src/note/note-library.ts';
import { formatRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import { notebookFile } from '../../src/notebook/recording-library.ts';
import { checkSite } from '../../src/notebook/site-check.ts';
import { BODY_LINE, editProjectFile, noteText, temporaryProject, writeProjectFile } from '../note/note-text.ts';
import { cellRecording, environment } from './recordings.ts';

const ENGLISH = 'notes/cuda/a.mdx';
const CHINESE = 'notes/zh-cn/cuda/a.mdx';
const CELLS = '```python run id=one metrics\nprint("x: 1")\n```\n\n```shell run id=two\nls\n```';

/** A project with a note in both languages whose first cell is recorded, changed by some files. */
async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await temporaryProject({ [ENGLISH]: noteText(CELLS), [CHINESE]: noteText('<Cell id="one" />\n\n<Cell id="two" />') });
  const [one] = (await loadNote(root, 'cuda/a', 'en')).cells;
  const recorded = cellRecording('one', [{ output_type: 'stream', name: 'stdout', text: 'x: 1\n' }], one?.digest ?? '');
  await writeProjectFile(root, notebookFile('cuda/a'), formatRecordedNotebook({ environment, cells: [recorded] }));
  for (const [file, text] of Object.entries(files)) await editProjectFile(root, file, text);
  return root;
}

/** The problems of a project, as `file:line message`. */
const problems = async (files: Readonly<Record<string, string>>) =>
  (await checkSite(await project(files))).problems.map(({ file, line, message }) => `${file}:${line} ${message}`);

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

  it('counts an edited cell as stale', async () => {
    const edited = noteText(CELLS.replace('x: 1', 'x: 2').concat('\n\nA longer text.'));
    expect((await checkSite(await project({ [ENGLISH]: edited }))).recordings).toMatchObject({ fresh: 0, stale: 1, missing: 1 });
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['a note that cannot be read', { 'notes/cuda/b.mdx': noteText('```python run id=B\n```') }, `notes/cuda/b.mdx:${BODY_LINE} id=B is not valid`],
    ['a notebook that cannot be read', { [notebookFile('cuda/a')]: '{' }, `${ENGLISH}:1 notebooks/cuda/a.ipynb is not JSON`],
    ['a note without translation', { 'notes/cuda/b.mdx': noteText('Text.') }, 'notes/cuda/b.mdx:1 cuda/b has no Chinese twin'],
    ['a translation that leaves a cell out', { [CHINESE]: noteText('<Cell id="one" />') }, `${CHINESE}:1 cell two (${ENGLISH}:${BODY_LINE + 4}) is not shown`],
    ['a translation with code of its own', { [CHINESE]: noteText(CELLS) }, `${CHINESE}:${BODY_LINE} cell one repeats code`],
    ['a number of no cell', { [ENGLISH]: noteText(`${CELLS}\n\n<Metric cell="no" label="x" />`) }, `${ENGLISH}:${BODY_LINE + 8} <Metric cell="no"> names no cell`],
    ['a number that no line has', { [ENGLISH]: noteText(`${CELLS}\n\n<Metric cell="one" label="y" />`) }, `${ENGLISH}:${BODY_LINE + 8} cell one printed 0 lines`],
    ['a correction by a note that is not there', { 'notes/errata/a.yaml': erratum('cuda/none', 'one') }, 'notes/errata (S0-16):1 there is no note cuda/none'],
    ['a correction by a cell that is not there', { 'notes/errata/a.yaml': erratum('cuda/a', 'three') }, 'notes/errata (S0-16):1 cuda/a has no cell "three"'],
    ['corrections that cannot be read', { 'notes/errata/a.yaml': '- row: S0-16\n' }, 'notes/errata:1 notes/errata/a.yaml: '],
  ])('names %s', async (_, files, expected) => {
    expect((await problems(files)).filter((each) => each.startsWith(expected))).toHaveLength(1);
  });
});

function erratum(note: string, cell: string): string {
  return `- row: S0-16\n  note: ${note}\n  cell: ${cell}\n  claim: { en: A, zh-cn: 甲 }\n  fact: { en: B, zh-cn: 乙 }\n  source: { label: A guide }\n`;
}
