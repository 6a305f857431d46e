import type { IOutput } from '../../src/output/output.ts';
import type { HarnessCell } from './harness-site.ts';
import type { Step, TranscriptMessage, TranscriptRun } from './transcript.ts';

/** A cell that prints outputs. */
export interface PrintingCell {
  /** `c1` and so on where left out. */
  readonly id?: string;
  readonly code: string;
  readonly outputs: readonly IOutput[];
}

/** Cells that print what they are given, with code that says no more than that. */
export function printing(all: readonly (readonly IOutput[])[]): readonly PrintingCell[] {
  return all.map((outputs, index) => ({ code: `print_outputs(${index + 1})`, outputs }));
}

/** A run of a page whose cells print their outputs, each after the other; one that prints an error fails. */
export function outputRun(cells: readonly PrintingCell[]): TranscriptRun {
  return {
    name: '', basePath: '/', token: 'TEST-TOKEN-0001', subprotocol: 'v1.kernel.websocket.jupyter.org', frames: 'v1',
    steps: cells.flatMap((cell, index) => cellSteps(cell.id ?? `c${index + 1}`, index + 1, cell)),
  };
}

/** The cells of such a page. */
export function outputCells(cells: readonly PrintingCell[]): readonly HarnessCell[] {
  return cells.map(({ code }, index) => ({ id: `c${index + 1}`, code }));
}

function cellSteps(id: string, execution_count: number, { code, outputs }: PrintingCell): readonly Step[] {
  // A cell may run more than once.
  const name = `${id}, ${execution_count}`;
  const send = (channel: TranscriptMessage['channel'], msg_type: string, content: TranscriptMessage['content']): Step =>
    ({ do: 'send', value: { channel, msg_type, content, metadata: {}, buffers: [], parent: name } });
  return [
    { do: 'user', value: { do: 'run', cell: id, code } },
    { do: 'expect', value: { channel: 'shell', msg_type: 'execute_request', save_as: name, content: {} } },
    send('iopub', 'status', { execution_state: 'busy' }),
    send('iopub', 'execute_input', { code, execution_count }),
    ...outputs.map(({ output_type, ...content }) => send('iopub', output_type, content)),
    send('shell', 'execute_reply', replyOf(outputs, execution_count)),
    send('iopub', 'status', { execution_state: 'idle' }),
  ];
}

function replyOf(outputs: readonly IOutput[], execution_count: number): TranscriptMessage['content'] {
  const error = outputs.find((output) => output.output_type === 'error');
  if (!error) return { status: 'ok', execution_count, user_expressions: {}, payload: [] };
  const { ename, evalue, traceback } = error;
  return { status: 'error', execution_count, ename, evalue, traceback, user_expressions: {}, payload: [] };
}
