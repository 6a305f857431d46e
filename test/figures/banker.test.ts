import { expect, test } from 'vitest';
import { afterRequest, answerRequest, needOf, safeOrder, safetyLooks, textbookState, type BankerState } from '../../src/figures/banker.ts';
import { figure } from '../../src/figures/bankers-algorithm-figure.ts';
import { startDrawing, startValues } from '../../src/figures/figure-model.ts';
import { recordedText } from '../support/recorded-lines.ts';

const asked = (state: BankerState, process: number, wanted: readonly number[]) => {
  const answer = answerRequest(state, process, wanted);
  const order = safeOrder(afterRequest(state, process, wanted)) ?? [];
  return {
    granted: `granted, safe order [${order.join(', ')}]`,
    unsafe: 'refused: the state would be unsafe',
    'must-wait': 'must wait, not enough is free',
    'beyond-maximum': 'more than it said it would need',
  }[answer];
};

test('the banker answers as the cell of the note printed', () => {
  const later = afterRequest(textbookState, 1, [1, 0, 2]);
  const unsafe = afterRequest(later, 0, [0, 2, 0]);
  const early: BankerState = {
    maximum: unsafe.maximum,
    allocation: unsafe.allocation.map((held, process) => (process === 1 ? [0, 0, 0] : held)),
    available: unsafe.available.map((amount, kind) => amount + (unsafe.allocation[1]?.[kind] ?? 0)),
  };
  const list = (order: readonly number[] | null) => (order ? `[${order.join(', ')}]` : 'None');
  expect([
    `at first: safe order ${list(safeOrder(textbookState))}`,
    `P4 asks (3,3,0): ${asked(textbookState, 4, [3, 3, 0])}`,
    `P0 asks (0,2,0): ${asked(textbookState, 0, [0, 2, 0])}`,
    `P1 asks (1,0,2): ${asked(textbookState, 1, [1, 0, 2])}`,
    `P4 asks (3,3,0): ${asked(later, 4, [3, 3, 0])}`,
    `P0 asks (0,2,0): ${asked(later, 0, [0, 2, 0])}`,
    `if it were granted: ${list(safeOrder(unsafe))}`,
    `and P1 then ended early: ${list(safeOrder(early))}`,
  ]).toEqual(recordedText('os/os-scheduling-deadlock', 'banker').trim().split('\n'));
});

test('a request beyond the maximum is an error, whatever is free', () => {
  expect(needOf(textbookState, 1)).toEqual([1, 2, 2]);
  expect(answerRequest(textbookState, 1, [2, 0, 0])).toBe('beyond-maximum');
});

test('at each look resources are neither made nor lost, and in a safe order all come back', () => {
  const { allocation, available } = textbookState;
  const total = available.map((amount, kind) => allocation.reduce((sum, held) => sum + (held[kind] ?? 0), amount));
  const looks = safetyLooks(textbookState);
  for (const { after, ended } of looks) {
    const held = allocation.filter((_, process) => !ended.includes(process));
    expect(after.map((amount, kind) => held.reduce((sum, each) => sum + (each[kind] ?? 0), amount))).toEqual(total);
  }
  expect(looks.at(-1)?.after).toEqual(total);
});

test('the figure shows the safe order at first, and an unsafe state where a request is refused', () => {
  expect(startDrawing(figure, 'en').summary).toContain('P1, P3, P4, P0, P2');
  const view = figure.draw({ ...startValues(figure.controls), state: 'later', process: 'P0', B: '2' }, 'en');
  expect(view).toMatchObject({ summary: expect.stringMatching(/refused.*unsafe\. P0/u) as string });
  expect(figure.draw({ ...startValues(figure.controls), process: 'P1', A: '7' }, 'zh-cn')).toMatchObject({ hidden: ['step'] });
});
