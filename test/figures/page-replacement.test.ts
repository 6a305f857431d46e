import { expect, it, test } from 'vitest';
import { startDrawing, startValues } from '../../src/figures/figure-model.ts';
import { faultsOf, replacementPolicies, replacePages, type ReplacementPolicy } from '../../src/figures/page-replacement.ts';
import { figure } from '../../src/figures/page-replacement-figure.ts';
import { recordedNumbers } from '../support/recorded-lines.ts';

const belady = [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5];
const labels: Readonly<Record<ReplacementPolicy, string>> = { fifo: 'FIFO', lru: 'LRU', opt: 'OPT', clock: 'clock', 'clock-0': 'clock, bit 0 at load' };

it.each(replacementPolicies)('%s faults as often as the cell of the note printed', (policy) => {
  const recorded = recordedNumbers('os/os-paging', 'replacement');
  for (const frames of [3, 4]) {
    expect([frames, faultsOf(replacePages(belady, frames, policy))]).toEqual([frames, recorded.get(`${labels[policy]}, ${frames} frames`)]);
  }
});

/** Silberschatz, Galvin and Gagne, Operating System Concepts, section "Page Replacement": three frames. */
test('the reference string of the textbook faults 15, 12 and 9 times', () => {
  const references = [7, 0, 1, 2, 0, 3, 0, 4, 2, 3, 0, 3, 2, 1, 2, 0, 1, 7, 0, 1];
  expect((['fifo', 'lru', 'opt'] as const).map((policy) => faultsOf(replacePages(references, 3, policy)))).toEqual([15, 12, 9]);
});

test('no policy faults less than OPT, and what LRU holds in n frames it holds in n + 1', () => {
  let state = 39;
  const next = () => (state = (state * 1103515245 + 12345) % 2 ** 31) >> 16;
  for (let round = 0; round < 200; round++) {
    const references = Array.from({ length: 24 }, () => next() % 6);
    const best = faultsOf(replacePages(references, 3, 'opt'));
    for (const policy of replacementPolicies) expect(faultsOf(replacePages(references, 3, policy))).toBeGreaterThanOrEqual(best);
    const larger = replacePages(references, 4, 'lru');
    for (const [now, { frames }] of replacePages(references, 3, 'lru').entries()) {
      expect(larger[now]?.frames).toEqual(expect.arrayContaining(frames.filter((page) => page !== null)));
    }
  }
});

test('a page that leaves is no longer in a frame, and each page is in one frame at most', () => {
  for (const policy of replacementPolicies) {
    for (const { frames, evicted, page } of replacePages(belady, 3, policy)) {
      const held = frames.filter((each) => each !== null);
      expect(held).toContain(page);
      expect(held).not.toContain(evicted);
      expect(new Set(held).size).toBe(held.length);
    }
  }
});

test('clock gives a page whose bit is set a second chance', () => {
  const last = replacePages([1, 2, 3, 1, 4], 3, 'clock-0').at(-1);
  expect(last).toMatchObject({ frames: [1, 4, 3], evicted: 2, used: [false, false, false], hand: 2 });
});

test('the figure starts with the anomaly and says what is no reference string', () => {
  expect(startDrawing(figure, 'en').summary).toContain('Belady');
  expect(figure.draw({ ...startValues(figure.controls), pages: '1 2 -3' }, 'en')).toMatchObject({ control: 'pages' });
});
