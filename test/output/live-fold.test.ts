import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeptText } from '../../src/output/kept-text.ts';
import { outputLabels } from '../../src/output/labels-of-all.ts';
import { FIRST_OUTPUTS, LiveFold, MAX_OUTPUTS } from '../../src/output/live-fold.ts';
import { emptyOutputs, type IOPubMessage, outputEdit, reduceMessages } from '../../src/output/reduce-outputs.ts';

const message = (msg_type: string, content: unknown): IOPubMessage => ({ header: { msg_type }, content });
const display = (text: string, display_id?: string): IOPubMessage =>
  message('display_data', { data: { 'text/plain': text }, metadata: {}, transient: display_id ? { display_id } : {} });

function folded(messages: readonly IOPubMessage[]): LiveFold {
  const fold = new LiveFold(outputLabels.en);
  for (const each of messages) {
    const edit = outputEdit(each);
    if (edit) fold.apply(edit);
  }
  return fold;
}

it('makes the outputs that the recorder makes of the same messages', () => {
  const any = fc.oneof(
    fc.record({ name: fc.constantFrom('stdout', 'stderr'), text: fc.string() }).map((content) => message('stream', content)),
    fc.constantFrom(
      display('a'), display('b', 'x'), message('error', { ename: 'E' }), message('clear_output', { wait: true }),
      message('clear_output', { wait: false }), message('stream', { name: 'stderr', text: 'IOPub data rate exceeded.\n…' }),
      message('update_display_data', { data: { 'text/plain': 'new' }, transient: { display_id: 'x' } }), message('status', {}),
    ),
  );
  fc.assert(
    fc.property(fc.array(any, { maxLength: 40 }), (messages) => {
      expect(folded(messages).outputs).toEqual(reduceMessages(emptyOutputs, messages).outputs);
    }),
  );
});

it('keeps the first and the last of very many outputs, and counts the others', () => {
  const { items, outputs } = folded(Array.from({ length: 3000 }, (_, index) => display(String(index))));
  const text = (index: number): unknown => {
    const output = outputs[index];
    return output?.output_type === 'display_data' && output.data['text/plain'];
  };
  expect(items[FIRST_OUTPUTS]).toEqual({ kind: 'omitted', count: 3000 - MAX_OUTPUTS });
  expect(items).toHaveLength(MAX_OUTPUTS + 1);
  expect([text(0), text(FIRST_OUTPUTS - 1), text(FIRST_OUTPUTS), text(MAX_OUTPUTS - 1)]).toEqual(['0', '99', '2100', '2999']);
});

it('keeps a long text whole, and of one beyond its bound the start and the end', () => {
  const kept = new KeptText();
  const piece = 'x'.repeat(1024 * 1024);
  kept.write('start');
  for (let index = 0; index < 50; index += 1) kept.write(piece);
  expect(kept.dropped).toBe(0);
  expect(kept.parts().flat().join('')).toBe(`start${piece.repeat(50)}`);
  for (let index = 0; index < 50; index += 1) kept.write(piece);
  kept.write('end');
  const [start, end] = kept.parts().map((part) => part.join(''));
  expect(start?.startsWith('startx')).toBe(true);
  expect(end?.endsWith('xend')).toBe(true);
  expect((start?.length ?? 0) + (end?.length ?? 0) + kept.dropped).toBe(kept.length);
  expect(kept.length).toBe(100 * piece.length + 8);
});
