import { describe, expect, it } from 'vitest';
import { faultsInOrder } from '../../src/figures/fault-prefetch.ts';

describe('the faults of a walk through a block', () => {
  it('are six in 2 MiB, and each brings what is missing of a region that is half there', () => {
    expect(faultsInOrder()).toEqual([
      { touched: 0, first: 0, end: 1 },
      { touched: 1, first: 1, end: 2 },
      { touched: 2, first: 2, end: 4 },
      { touched: 4, first: 4, end: 8 },
      { touched: 8, first: 8, end: 16 },
      { touched: 16, first: 16, end: 32 },
    ]);
  });

  it('are one for each piece where nothing is ever brought along', () => {
    expect(faultsInOrder(32, 100)).toHaveLength(32);
  });
});
