import { expect, it } from 'vitest';
import { readNote } from '../../src/note/read-note.ts';
import type { RecordedCell } from '../../src/notebook/recording-state.ts';
import { comparedText, sameProblems } from '../../src/notebook/same-check.ts';
import { noteText } from '../note/note-text.ts';
import { cellRecording, environment } from './recordings.ts';

const note = await readNote(noteText('```python run id=count same="parameters; !took*; *"\n```'), 'notes/cuda/a.mdx', { id: 'cuda/a', locale: 'en' });
const printed = (text: string): RecordedCell[] => note.cells.map((cell) => (
  { state: 'fresh', cell, recording: cellRecording('count', [{ output_type: 'stream', name: 'stdout', text }]) }
));
const problems = (reference: string, elsewhere: string): readonly string[] => sameProblems({
  note, cells: printed(reference), others: [{ name: 'cpu', key: 'cpu', recording: { environment, cells: [] }, cells: printed(elsewhere) }],
}).map(({ message }) => message);

it('recordings of two machines agree in what a fence calls the same', () => {
  expect(problems('parameters: 12\nshape (2, 3)\ntook: 3 ms', 'parameters: 12\nshape (2, 3)\ntook: 90 ms')).toEqual([]);
  expect(problems('parameters: 12\nshape (2, 3)', 'parameters: 13\nshape (2, 3)')).toEqual([
    'cell count is not the same in notebooks/cuda/a.cpu.ipynb: "parameters: 12" is recorded and "parameters: 13" was printed',
  ]);
});

it('a fence may not call a line the same that is not recorded', () => {
  expect(problems('parameters: 12', 'parameters: 12')).toEqual(['same="*" fits no line that cell count printed']);
});

it('results and errors are compared, warnings are not', () => {
  expect(comparedText([
    { output_type: 'stream', name: 'stderr', text: 'slow\n' }, { output_type: 'stream', name: 'stdout', text: 'a' },
    { output_type: 'error', ename: 'RuntimeError', evalue: 'size mismatch', traceback: [] },
    { output_type: 'execute_result', execution_count: 1, data: { 'text/plain': '<All keys matched>' }, metadata: {} },
  ])).toBe('a\nRuntimeError: size mismatch\n\n<All keys matched>\n');
});
