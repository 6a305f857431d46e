import { expect, it } from 'vitest';
import { loadNote } from '../../src/note/note-library.ts';
import { metricText } from '../../src/notebook/metric-text.ts';
import { formatRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import { notebookFile } from '../../src/notebook/recording-place.ts';
import { editProjectFile, noteText, temporaryProject, writeProjectFile } from '../note/note-text.ts';
import { cellRecording, environment } from './recordings.ts';

const NOTE = 'notes/cuda/a.mdx';
const CELL = '```python run id=one metrics\npass\n```';
const reference = { note: 'cuda/a', cell: 'one', label: 'ptxas', digits: null, line: 1, column: 1 };

async function project(): Promise<string> {
  const root = await temporaryProject({ [NOTE]: noteText(CELL) });
  const [cell] = (await loadNote(root, 'cuda/a', 'en')).cells;
  const output = { output_type: 'stream', name: 'stdout', text: 'ptxas: 12.50 ms\nfiles: 3\n' } as const;
  await writeProjectFile(root, notebookFile('cuda/a'), formatRecordedNotebook({ environment, cells: [cellRecording('one', [output], cell?.digest)] }));
  return root;
}

it('reads a recorded number with its unit, with the digits that are wanted', async () => {
  const read = metricText(await project());
  expect(await read(reference)).toBe('12.50 ms');
  expect(await read({ ...reference, digits: 1 })).toBe('12.5 ms');
  expect(await read({ ...reference, label: 'files' })).toBe('3');
});

it('leaves an ellipsis where the recording is stale', async () => {
  const root = await project();
  await editProjectFile(root, NOTE, noteText(CELL.replace('pass', 'x = 1')));
  expect(await metricText(root)(reference)).toBe('…');
});

it('refuses a cell or a label that is not there', async () => {
  const read = metricText(await project());
  await expect(read({ ...reference, cell: 'two' })).rejects.toThrow('has no cell "two"');
  await expect(read({ ...reference, label: 'none' })).rejects.toThrow('labelled "none"');
});
