import { cellCode } from '../cell/cell-code.ts';
import type { Need } from '../cell/cell.ts';
import type { ExecutionOutcome } from '../cell/execution-result.ts';
import type { KernelSession } from '../kernel/kernel-session.ts';
import type { Note, NoteCell } from '../note/note.ts';
import { NoteError } from '../note/note-error.ts';
import { freezeWidgets } from '../output/freeze-widgets.ts';
import { connectionGap, hasGap } from '../output/output-gap.ts';
import type { IOutput } from '../output/output.ts';
import { emptyOutputs, type IOPubMessage, reduceOutputs } from '../output/reduce-outputs.ts';
import { foldWidgets, type WidgetStates } from '../output/widget-state.ts';
import { ENVIRONMENT_MIME, gpuEnvironment, type MachineEnvironment } from './gpu-environment.ts';
import type { CellRecording, NoteRecording } from './recorded-notebook.ts';

/** What a kernel's machine is, asked through the helper. Throws where the helper gives no answer. */
export async function machineEnvironment(session: KernelSession): Promise<MachineEnvironment> {
  const { outputs } = await runCode(session, '%warpnotes_environment');
  for (const output of outputs) {
    if (output.output_type === 'display_data' && ENVIRONMENT_MIME in output.data) {
      return gpuEnvironment.parse(output.data[ENVIRONMENT_MIME]);
    }
  }
  throw new Error('the kernel did not report its machine: its Python has no %warpnotes_environment');
}

/** What a note's cells need and a machine has not (`torch`, `2 GPUs`); empty where the note can be recorded there. */
export function unmetNeeds(note: Note, machine: MachineEnvironment): readonly string[] {
  const wanted = new Set<Need>(note.cells.map((cell) => cell.options.needs ?? note.frontmatter.needs));
  const missing: Readonly<Record<Need, boolean>> = {
    gpu: machine.gpuName === null,
    nvcc: machine.nvccRelease === null,
    torch: machine.torchVersion === null,
    python: false,
  };
  const gpus = Math.max(0, ...note.cells.map((cell) => cell.options.gpus));
  return [...[...wanted].filter((need) => missing[need]), ...(gpus > 1 && gpus > machine.gpuCount ? [`${gpus} GPUs`] : [])];
}

/**
 * Runs all cells of a note in order on a fresh session. Throws a NoteError at the first cell that ends in another way
 * than its options say, so that nothing half-right is kept.
 */
export async function recordNote(
  note: Note,
  session: KernelSession,
  onCell: (cell: NoteCell, seconds: number) => void,
  now: () => Date = () => new Date(),
): Promise<NoteRecording> {
  const machine = await machineEnvironment(session);
  const cells: CellRecording[] = [];
  for (const cell of note.cells) {
    const code = cellCode(cell);
    const { outputs, outcome, seconds } = await runCode(session, code);
    const expected = cell.options.expectError ? 'error' : 'ok';
    if (outcome !== expected) throw unexpectedOutcome(note, cell, outcome, outputs);
    if (hasGap(outputs)) throw cutOutput(note, cell);
    cells.push({ id: cell.options.id, digest: cell.digest, code, outputs, seconds: Number(seconds.toFixed(3)) });
    onCell(cell, seconds);
  }
  return { environment: { ...machine, recordedAt: now().toISOString() }, cells };
}

async function runCode(session: KernelSession, code: string) {
  let state = emptyOutputs;
  let widgets: WidgetStates = new Map();
  const add = (message: IOPubMessage): void => {
    state = reduceOutputs(state, message);
    widgets = foldWidgets(widgets, message);
  };
  const result = await session.execute(code, { message: add, gap: () => { add(connectionGap); } });
  return { ...result, outputs: freezeWidgets(state.outputs, widgets) };
}

function cutOutput(note: Note, cell: NoteCell): NoteError {
  return new NoteError(
    { file: note.file, line: cell.line, column: 1 },
    `the Jupyter server left out output of cell ${cell.options.id}, or its connection was cut; nothing was written for this note`,
    'let the cell print less, or start the server with --ServerApp.iopub_data_rate_limit and --ServerApp.iopub_msg_rate_limit set higher, then record again',
  );
}

function unexpectedOutcome(note: Note, cell: NoteCell, outcome: ExecutionOutcome, outputs: readonly IOutput[]): NoteError {
  const text = outputs.map((output) => {
    if (output.output_type === 'stream') return output.text;
    return output.output_type === 'error' ? `${output.ename}: ${output.evalue}\n${output.traceback.join('\n')}` : '';
  }).join('');
  const tail = text.split('\n').slice(-30).join('\n');
  return new NoteError(
    { file: note.file, line: cell.line, column: 1 },
    `cell ${cell.options.id} ended as ${outcome}; nothing was written for this note\n${tail}\n`,
    outcomeHint(outcome),
  );
}

function outcomeHint(outcome: ExecutionOutcome): string {
  if (outcome === 'ok') return 'it is marked expect-error and did not fail';
  if (outcome === 'error') return 'correct the cell, or mark it expect-error';
  return 'the kernel or the connection to it was lost: see the log of the server, then record again';
}
