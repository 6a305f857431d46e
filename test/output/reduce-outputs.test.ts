import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionGap, GAP_MIME_TYPE, gapCause, hasGap } from '../../src/output/output-gap.ts';
import {
  displayUpdateOf,
  emptyOutputs,
  type IOPubMessage,
  reduceMessages,
  reduceOutputs,
  updateDisplay,
} from '../../src/output/reduce-outputs.ts';

const message = (msg_type: string, content: unknown): IOPubMessage => ({ header: { msg_type }, content });
const stdout = (text: string): IOPubMessage => message('stream', { name: 'stdout', text });
const stderr = (text: string): IOPubMessage => message('stream', { name: 'stderr', text });
const display = (text: string, display_id?: string): IOPubMessage =>
  message('display_data', { data: { 'text/plain': text }, metadata: {}, transient: display_id ? { display_id } : {} });
const update = (text: string, display_id: string): IOPubMessage =>
  message('update_display_data', { data: { 'text/plain': text }, metadata: {}, transient: { display_id } });
const clear = (wait: boolean): IOPubMessage => message('clear_output', { wait });
const shown = (text: string) => ({ output_type: 'display_data', data: { 'text/plain': text }, metadata: {} });
const stream = (name: string, text: string) => ({ output_type: 'stream', name, text });

it('merges adjacent chunks of one stream and keeps carriage returns', () => {
  const { outputs } = reduceMessages(emptyOutputs, [stdout('1%\r'), stdout('2%\n'), stderr('w'), stdout('end')]);
  expect(outputs).toEqual([stream('stdout', '1%\r2%\n'), stream('stderr', 'w'), stream('stdout', 'end')]);
});

it('gives the same outputs for any chunking of the same text, one by one or all at once', () => {
  const part = fc.record({ name: fc.constantFrom('stdout', 'stderr'), chunks: fc.array(fc.string({ unit: 'binary' })) });
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const whole = parts.map(({ name, chunks }) => message('stream', { name, text: chunks.join('') }));
      const pieces = parts.flatMap(({ name, chunks }) => chunks.map((text) => message('stream', { name, text })));
      const expected = reduceMessages(emptyOutputs, whole);
      expect(reduceMessages(emptyOutputs, pieces)).toEqual(expected);
      expect(pieces.reduce(reduceOutputs, emptyOutputs)).toEqual(expected);
    }),
  );
});

it('never changes a state it was given', () => {
  const messages = fc.constantFrom(stdout('a'), stderr('b'), display('c', 'd'), update('e', 'd'), clear(true), clear(false));
  fc.assert(
    fc.property(fc.array(messages), fc.array(messages), (before, after) => {
      const state = reduceMessages(emptyOutputs, before);
      const copy = structuredClone(state);
      const batch = reduceMessages(state, after);
      expect(after.reduce(reduceOutputs, state)).toEqual(batch);
      expect(state).toEqual(copy);
      expect(emptyOutputs).toEqual({ outputs: [], pendingClear: false, displayIds: new Map() });
    }),
  );
});

it('returns the same state for messages that are no outputs', () => {
  const state = reduceOutputs(emptyOutputs, stdout('x'));
  for (const type of ['status', 'execute_input', 'comm_open', 'toString']) {
    expect(reduceOutputs(state, message(type, {}))).toBe(state);
  }
});

it('clears at once without wait', () => {
  expect(reduceMessages(emptyOutputs, [stdout('a'), clear(false)])).toEqual(emptyOutputs);
});

it('clears on the next output with wait, and not before', () => {
  const waiting = reduceMessages(emptyOutputs, [stdout('frame 1\n'), clear(true)]);
  expect(waiting.outputs).toEqual([stream('stdout', 'frame 1\n')]);
  expect(reduceOutputs(waiting, clear(true))).toBe(waiting);
  const next = reduceOutputs(waiting, stdout('frame 2\n'));
  expect(next.outputs).toEqual([stream('stdout', 'frame 2\n')]);
  expect(next.pendingClear).toBe(false);
});

it('updates every output of a display id, and an update does not trigger a pending clear', () => {
  const messages = [display('0%', 'bar'), display('other', 'x'), display('0%', 'bar'), clear(true), update('50%', 'bar')];
  const state = reduceMessages(emptyOutputs, messages);
  expect(state.outputs).toEqual([shown('50%'), shown('other'), shown('50%')]);
  expect(state.pendingClear).toBe(true);
});

it('forgets display ids with the outputs they belonged to', () => {
  const { outputs } = reduceMessages(emptyOutputs, [display('0%', 'bar'), clear(false), display('new'), update('50%', 'bar')]);
  expect(outputs).toEqual([shown('new')]);
});

it('lets a page offer an update from one cell to the states of others', () => {
  const bar = reduceOutputs(emptyOutputs, display('0%', 'bar'));
  const received = displayUpdateOf(update('done', 'bar'));
  if (!received) throw new Error('the update was not read');
  expect(updateDisplay(bar, received).outputs).toEqual([shown('done')]);
  expect(updateDisplay(emptyOutputs, received)).toBe(emptyOutputs);
  expect(displayUpdateOf(display('0%', 'bar'))).toBeUndefined();
});

it('keeps execution results and errors', () => {
  const { outputs } = reduceMessages(emptyOutputs, [
    message('execute_result', { execution_count: 3, data: { 'text/plain': '4' }, metadata: {} }),
    message('error', { ename: 'E', evalue: 'v', traceback: ['t'] }),
  ]);
  expect(outputs).toEqual([
    { output_type: 'execute_result', execution_count: 3, data: { 'text/plain': '4' }, metadata: {} },
    { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['t'] },
  ]);
});

it('gathers a flood of 200,000 chunks, of one stream or of two that alternate, in linear time', () => {
  const one = Array.from({ length: 200_000 }, (_, index) => stdout(`row ${index}\n`));
  const two = one.map((chunk, index) => (index % 2 === 0 ? chunk : stderr('x')));
  const started = performance.now();
  expect(one.reduce(reduceOutputs, emptyOutputs).outputs).toHaveLength(1);
  expect(reduceMessages(emptyOutputs, two).outputs).toHaveLength(200_000);
  // Copying what is there on every chunk takes minutes.
  expect(performance.now() - started).toBeLessThan(10_000);
});

describe('output that is missing', () => {
  const notice = (kind: string) =>
    stderr(`IOPub ${kind} rate exceeded.\nThe Jupyter server will temporarily stop sending output\nto the client in order to avoid crashing it.\n`);
  const causes = (messages: readonly IOPubMessage[]) => reduceMessages(emptyOutputs, messages).outputs.map((output) =>
    output.output_type === 'stream' ? output.text : 'data' in output && gapCause(output.data[GAP_MIME_TYPE]));

  it('is marked where the server says that it cuts, outside the text of the program', () => {
    expect(causes([stdout('1\n'), notice('data'), stdout('900\n')])).toEqual(['1\n', 'data-rate', '900\n']);
    expect(causes([notice('message')])).toEqual(['message-rate']);
    expect(causes([stderr('he said: IOPub data rate exceeded.\n')])).toEqual(['he said: IOPub data rate exceeded.\n']);
  });

  it('is marked where the connection was cut, once for all that was lost there', () => {
    expect(causes([stdout('1\n'), connectionGap, connectionGap, stdout('2\n')])).toEqual(['1\n', 'connection', '2\n']);
    expect(causes([connectionGap, notice('data')])).toEqual(['connection', 'data-rate']);
  });

  it('is known of outputs that have a mark, and stays known when the outputs are cleared', () => {
    const { outputs } = reduceMessages(emptyOutputs, [stdout('1'), connectionGap, stdout('2'), clear(false)]);
    expect(hasGap(outputs)).toBe(true);
    expect(hasGap(reduceMessages(emptyOutputs, [clear(true), connectionGap, stdout('2')]).outputs)).toBe(true);
    expect(hasGap(reduceMessages(emptyOutputs, [stdout('2')]).outputs)).toBe(false);
  });
});
