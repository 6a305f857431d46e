import type { IOutput } from '../../src/output/output.ts';
import type { HarnessCell } from './harness-site.ts';
import type { Step, TranscriptMessage, TranscriptRun } from './transcript.ts';

/** A run of a page whose cells c1, c2, … print the given outputs, each after the other. */
export function outputRun(cells: readonly (readonly IOutput[])[]): TranscriptRun {
  return {
    name: '', basePath: '/', token: 'TEST-TOKEN-0001', subprotocol: 'v1.kernel.websocket.jupyter.org', frames: 'v1',
    steps: cells.flatMap((outputs, index) => cellSteps(`c${index + 1}`, index + 1, outputs)),
  };
}

/** The cells of such a page. */
export function outputCells(count: number, recordedHtml?: (index: number) => string): readonly HarnessCell[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `c${index + 1}`, code: codeOf(`c${index + 1}`), ...(recordedHtml ? { recordedHtml: recordedHtml(index) } : {}),
  }));
}

const codeOf = (id: string): string => `print_outputs("${id}")`;

function cellSteps(id: string, execution_count: number, outputs: readonly IOutput[]): readonly Step[] {
  const send = (channel: TranscriptMessage['channel'], msg_type: string, content: TranscriptMessage['content']): Step =>
    ({ do: 'send', value: { channel, msg_type, content, metadata: {}, buffers: [], parent: id } });
  return [
    { do: 'user', value: { do: 'run', cell: id, code: codeOf(id) } },
    { do: 'expect', value: { channel: 'shell', msg_type: 'execute_request', save_as: id, content: {} } },
    send('iopub', 'status', { execution_state: 'busy' }),
    send('iopub', 'execute_input', { code: codeOf(id), execution_count }),
    ...outputs.map(({ output_type, ...content }) => send('iopub', output_type, content)),
    send('shell', 'execute_reply', { status: 'ok', execution_count, user_expressions: {}, payload: [] }),
    send('iopub', 'status', { execution_state: 'idle' }),
  ];
}
