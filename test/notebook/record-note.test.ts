import { describe, expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import type { Note, NoteCell } from '../../src/note/note.ts';
import { NoteError } from '../../src/note/note-error.ts';
import { readNote } from '../../src/note/read-note.ts';
import { cellPlan } from '../../src/notebook/cell-plan.ts';
import { machineEnvironment, recordNote } from '../../src/notebook/record-note.ts';
import { formatRecordedNotebook, parseRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import { recordedCells } from '../../src/notebook/recording-state.ts';
import { startSession } from '../kernel/support/jupyter-server.ts';
import { useJupyterServer } from '../kernel/support/shared-server.ts';
import { BODY_LINE, noteText } from '../note/note-text.ts';

const FILE = 'notes/cuda/sample.mdx';
const NOW = new Date('2026-03-04T05:06:07Z');
let server: KernelServer;

useJupyterServer((started) => { server = started; });

const note = (body: string, needs = 'python'): Promise<Note> => readNote(noteText(body, { needs }), FILE, { id: 'cuda/sample', locale: 'en' });

async function record(body: string) {
  const told: string[] = [];
  const sample = await note(body);
  const session = await startSession({ server });
  const machine = await machineEnvironment(session);
  const onCell = (cell: NoteCell): void => { told.push(cell.options.id); };
  const recording = await recordNote(session, { note: sample, cells: cellPlan(sample, machine).cells, machine, onCell, now: () => NOW });
  return { note: sample, recording, told };
}

/** The NoteError that recording ends in. */
async function failure(body: string): Promise<NoteError> {
  const error: unknown = await record(body).catch((thrown: unknown) => thrown);
  if (error instanceof NoteError) return error;
  throw new Error(`a NoteError was expected, not ${String(error)}`);
}

describe('recordNote', () => {
  it('runs the cells in order on one kernel and gives a notebook that is fresh and reads back the same', async () => {
    const body = `\`\`\`python run id=write
with open('data.txt', 'w') as file: file.write('40')
a = 2
\`\`\`

\`\`\`shell run id=show uses=write
cat data.txt; echo; echo careful >&2
\`\`\`

\`\`\`python run id=sum metrics
print('sum:', a + int(open('data.txt').read()), 'units')
a
\`\`\``;
    const { note: sample, recording, told } = await record(body);
    expect(told).toEqual(['write', 'show', 'sum']);
    expect(recording.environment).toMatchObject({ recordedAt: '2026-03-04T05:06:07.000Z', pythonVersion: expect.stringMatching(/^3\./u) as string });
    const [write, show, sum] = recording.cells;
    expect(write?.outputs).toEqual([]);
    expect(show?.code).toBe('%%shell\ncat data.txt; echo; echo careful >&2');
    expect(show?.outputs[0]).toEqual({ output_type: 'stream', name: 'stdout', text: '40\ncareful\n' });
    expect(sum?.outputs).toMatchObject([{ text: 'sum: 42 units\n' }, { output_type: 'execute_result', data: { 'text/plain': '2' } }]);
    const text = formatRecordedNotebook(recording);
    const read = parseRecordedNotebook(text, 'a.ipynb');
    expect(formatRecordedNotebook(read)).toBe(text);
    expect(recordedCells(sample.cells, read).map(({ state }) => state)).toEqual(['fresh', 'fresh', 'fresh']);
  });

  it('keeps the failure of a cell that must fail, and goes on after it', async () => {
    const { recording } = await record('```python run id=fails expect-error\n1 / 0\n```\n\n```python run id=after\nprint("on")\n```');
    expect(recording.cells[0]?.outputs).toMatchObject([{ output_type: 'error', ename: 'ZeroDivisionError', evalue: 'division by zero' }]);
    expect(recording.cells[1]?.outputs).toMatchObject([{ text: 'on\n' }]);
  });

  it('stops at a cell that fails, with its line in the note, what it printed and the traceback', async () => {
    const error = await failure('Text.\n\n```python run id=bad\nprint("so far")\nraise ValueError("no such tile")\n```\n\n```python run id=never\n```');
    expect(`${error.file}:${error.line}`).toBe(`${FILE}:${BODY_LINE + 2}`);
    expect(error.message).toMatch(new RegExp(`^${FILE}:${BODY_LINE + 2}:1: cell bad ended as error`, 'u'));
    for (const part of ['so far', 'ValueError', 'no such tile', 'Traceback', 'expect-error']) expect(error.message).toContain(part);
  });

  it('stops at a cell that should fail and does not', async () => {
    const error = await failure('```shell run id=fine expect-error\ntrue\n```');
    expect(error.message).toContain('cell fine ended as ok');
    expect(error.hint).toContain('did not fail');
  });

  it('stops at a cell of which the server left output out', async () => {
    // The server of the tests cuts nothing, so the cell writes the notice that jupyter-server would send in its name.
    const notice = 'IOPub data rate exceeded.\\nThe Jupyter server will temporarily stop sending output\\n';
    const error = await failure(`\`\`\`python run id=flood\nimport sys\nprint(1)\nprint("${notice}", file=sys.stderr)\n\`\`\``);
    expect(error.message).toContain('left out output of cell flood');
    expect(error.hint).toContain('--ServerApp.iopub_data_rate_limit');
  });

  it('stops at a cell that ends the kernel', async () => {
    const error = await failure('```python run id=gone\nimport os\nos._exit(1)\n```');
    expect(error.message).toContain('cell gone ended as unknown');
    expect(error.hint).toContain('the kernel or the connection to it was lost');
    expect(error.message).not.toContain('expect-error');
  });
});
