import { describe, expect, it } from 'vitest';
import { loadNote } from '../../src/note/note-library.ts';
import { formatRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import { BODY_LINE, noteText, temporaryProject, writeProjectFile } from '../note/note-text.ts';
import { cellRecording, environment } from '../notebook/recordings.ts';
import { runScript } from './project-script.ts';

const ENGLISH = 'notes/cuda/a.mdx';
const CHINESE = 'notes/zh-cn/cuda/a.mdx';

/** A project with a note of one recorded cell, in both languages. */
async function project(): Promise<string> {
  const root = await temporaryProject({
    [ENGLISH]: noteText('```python run id=one\n1\n```'), [CHINESE]: noteText('<Cell id="one" />'), 'notes/planned.yaml': '[]\n', 'notes/source-rows.yaml': '[]\n',
  });
  const cells = (await loadNote(root, 'cuda/a', 'en')).cells.map(({ options, digest }) => cellRecording(options.id, [], digest));
  await writeProjectFile(root, 'notebooks/cuda/a.ipynb', formatRecordedNotebook({ environment, cells }));
  return root;
}

const report = ({ stdout }: { readonly stdout: readonly string[] }): unknown => JSON.parse(stdout.join('\n'));

describe('npm run check', () => {
  it('ends with 0 where all is well, and prints one JSON document of recordings and problems', async () => {
    const found = await runScript('check.ts', await project(), ['--json']);
    const counts = { cells: 1, fresh: 1, stale: 0, missing: 0 };
    expect([found.status, found.stderr]).toEqual([0, '']);
    expect(report(found)).toEqual({
      recordings: {
        ...counts, staleElsewhere: [],
        notes: [
          { note: 'cuda/a', locale: 'en', ...counts, unrecorded: [] },
          { note: 'cuda/a', locale: 'zh-cn', ...counts, unrecorded: [] },
        ],
      },
      problems: [],
    });
  });

  it('ends with 1 where a recording is stale or missing, and says which', async () => {
    const root = await project();
    await writeProjectFile(root, ENGLISH, noteText('```python run id=one\n2\n```\n\n```python run id=two\n3\n```'));
    await writeProjectFile(root, CHINESE, noteText('<Cell id="one" />\n\n<Cell id="two" />'));
    const found = await runScript('check.ts', root, ['--json']);
    const counts = { cells: 2, fresh: 0, stale: 1, missing: 1 };
    const unrecorded = [
      { id: 'one', state: 'stale', file: ENGLISH, line: BODY_LINE },
      { id: 'two', state: 'missing', file: ENGLISH, line: BODY_LINE + 4 },
    ];
    expect(found.status).toBe(1);
    expect(report(found)).toEqual({
      recordings: {
        ...counts, staleElsewhere: [],
        notes: [
          { note: 'cuda/a', locale: 'en', ...counts, unrecorded },
          { note: 'cuda/a', locale: 'zh-cn', ...counts, unrecorded },
        ],
      },
      problems: [],
    });
    const plain = await runScript('check.ts', root, []);
    expect([plain.status, plain.stdout]).toEqual([1, [
      `${ENGLISH}:${BODY_LINE}: cell one: recording stale (npm run record -- --server URL)`,
      `${ENGLISH}:${BODY_LINE + 4}: cell two: recording missing (npm run record -- --server URL)`,
      '2 cells: 0 fresh, 1 stale, 1 missing; 0 problems',
      'no dist/: the size of pages was not looked at (npm run build)',
    ]]);
  });

  it('ends with 1 where a note is wrong, and says what to do', async () => {
    const root = await project();
    await writeProjectFile(root, CHINESE, noteText('No cell.'));
    const found = await runScript('check.ts', root, ['--json']);
    expect(found.status).toBe(1);
    expect(report(found)).toMatchObject({
      recordings: { cells: 1, fresh: 1, stale: 0, missing: 0 },
      problems: [{ file: CHINESE, line: 1, column: 1, message: `cell one (${ENGLISH}:${BODY_LINE}) is not shown`, hint: 'add <Cell id="one" />' }],
    });
  });
});
