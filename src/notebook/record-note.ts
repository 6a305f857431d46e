import { cellCode } from '../cell/cell-code.ts';
import type { ExecutionOutcome, ExecutionResult } from '../cell/execution-result.ts';
import type { KernelSession } from '../kernel/kernel-session.ts';
import type { Note, NoteCell } from '../note/note.ts';
import { NoteError } from '../note/note-error.ts';
import { freezeWidgets } from '../output/freeze-widgets.ts';
import { connectionGap, hasGap } from '../output/output-gap.ts';
import type { IOutput } from '../output/output.ts';
import { emptyOutputs, type IOPubMessage, reduceOutputs } from '../output/reduce-outputs.ts';
import { foldWidgets, type WidgetStates } from '../output/widget-state.ts';
import type { PlannedCell } from './cell-plan.ts';
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

export interface NoteRun {
  readonly note: Pick<Note, 'file'>;
  /** What runs, in the note's order (`cellPlan`). */
  readonly cells: readonly PlannedCell[];
  readonly machine: MachineEnvironment;
  readonly onCell: (cell: NoteCell, seconds: number) => void;
  readonly now?: () => Date;
}

/**
 * Runs cells of a note in order on a fresh session. Throws a NoteError at the first one that ends in another way than its
 * options say, so that nothing half-right is kept.
 */
export async function recordNote(session: KernelSession, run: NoteRun): Promise<NoteRecording> {
  const { note, cells: planned, machine, onCell, now = () => new Date() } = run;
  const cells: CellRecording[] = [];
  for (const { cell, kind } of planned) {
    const code = cellCode(cell);
    const { outputs, outcome, seconds } = await runCode(session, code);
    const expected = kind === 'built' ? ['ok', 'error'] : [cell.options.expectError ? 'error' : 'ok'];
    if (!expected.includes(outcome)) throw unexpectedOutcome(note, cell, outcome, outputs);
    onCell(cell, seconds);
    if (kind === 'built') continue;
    if (hasGap(outputs)) throw cutOutput(note, cell);
    cells.push({ id: cell.options.id, digest: cell.digest, code, outputs, seconds: Number(seconds.toFixed(3)) });
  }
  return { environment: { ...machine, recordedAt: now().toISOString() }, cells };
}

/** Runs code to its end, and says what it showed. */
export async function runCode(session: KernelSession, code: string): Promise<ExecutionResult & { readonly outputs: readonly IOutput[] }> {
  let state = emptyOutputs;
  let widgets: WidgetStates = new Map();
  const add = (message: IOPubMessage): void => {
    state = reduceOutputs(state, message);
    widgets = foldWidgets(widgets, message);
  };
  const result = await session.execute(code, { message: add, gap: () => { add(connectionGap); } });
  return { ...result, outputs: freezeWidgets(state.outputs, widgets) };
}

function cutOutput(note: Pick<Note, 'file'>, cell: NoteCell): NoteError {
  return new NoteError(
    { file: note.file, line: cell.line, column: 1 },
    `the Jupyter server left out output of cell ${cell.options.id}, or its connection was cut; nothing was written for this note`,
    'let the cell print less, or start the server with --ServerApp.iopub_data_rate_limit and --ServerApp.iopub_msg_rate_limit set higher, then record again',
  );
}

function unexpectedOutcome(note: Pick<Note, 'file'>, cell: NoteCell, outcome: ExecutionOutcome, outputs: readonly IOutput[]): NoteError {
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
