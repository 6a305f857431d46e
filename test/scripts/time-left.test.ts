import { describe, expect, it } from 'vitest';
import { inParallel } from '../../scripts/in-parallel.ts';
import { timeLeft } from '../../scripts/time-left.ts';

describe('the time that is left', () => {
  const known = new Map([['a', 10], ['b', 30]]);

  it.each([
    [['a', 'b'], 1, 'about 40 s left'],
    [['a', 'b'], 2, 'about 30 s left'],
    [['b', 'new'], 1, 'about 50 s left'],
    [['b', 'b', 'b', 'b'], 1, 'about 2 min left'],
    [[], 1, ''],
  ])('of %j with %i at once is %j', (ids, jobs, words) => {
    expect(timeLeft(ids, known, jobs)).toBe(words);
  });

  it('is not guessed where nothing was recorded before', () => {
    expect(timeLeft(['a'], new Map(), 1)).toBe('');
  });
});

describe('work on a list, several at once', () => {
  it('is begun in order, with no more under way than asked for', async () => {
    const begun: number[] = [];
    let underWay = 0;
    let most = 0;
    await inParallel([3, 1, 2, 4], 2, async (item) => {
      begun.push(item);
      most = Math.max(most, (underWay += 1));
      await Promise.resolve();
      underWay -= 1;
    });
    expect([begun, most]).toEqual([[3, 1, 2, 4], 2]);
  });

  it('begins nothing more after a failure, and waits for what was begun', async () => {
    const done: number[] = [];
    const work = async (item: number): Promise<void> => {
      if (item === 1) throw new Error('no');
      await Promise.resolve();
      await Promise.resolve();
      done.push(item);
    };
    await expect(inParallel([1, 2, 3, 4], 2, work)).rejects.toThrow('no');
    expect(done).toEqual([2]);
  });
});
