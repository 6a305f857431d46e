import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { startDrawing, startValues } from '../../src/figures/figure-model.ts';
import {
  elementsOf, fittingGrid, ownerOf, placeIn, product, tallyOf, threadOf, touchAt, type Launch, type Triple,
} from '../../src/figures/grid-index.ts';
import { figure } from '../../src/figures/grid-index-figure.ts';
import { recordedNumbers, recordedText } from '../support/recorded-lines.ts';

const upTo = (max: number) => fc.integer({ min: 1, max });
const triple = (most: number): fc.Arbitrary<Triple> => fc.tuple(upTo(most), upTo(most), upTo(most));
const launches: fc.Arbitrary<Launch> = fc.record({
  data: triple(7), block: triple(4), grid: triple(3), way: fc.constantFrom('one' as const, 'stride' as const), guard: fc.boolean(),
});

/** What a kernel would do, thread by thread, in the words of CUDA. */
function simulated({ data: [width, height, depth], block, grid, way, guard }: Launch): ReadonlyMap<number, readonly string[]> {
  const touched = new Map<number, string[]>();
  const touch = (index: number, who: string) => touched.set(index, [...(touched.get(index) ?? []), who]);
  const coordinates = (box: Triple) => Array.from({ length: product(box) }, (_, index) => placeIn(box, index));
  for (const blockIdx of coordinates(grid)) {
    for (const threadIdx of coordinates(block)) {
      const who = `${blockIdx.join()}/${threadIdx.join()}`;
      const x0 = blockIdx[0] * block[0] + threadIdx[0];
      const y0 = blockIdx[1] * block[1] + threadIdx[1];
      const z0 = blockIdx[2] * block[2] + threadIdx[2];
      if (way === 'one') {
        if (!guard || (x0 < width && y0 < height && z0 < depth)) touch((z0 * height + y0) * width + x0, who);
        continue;
      }
      for (let z = z0; z < depth; z += grid[2] * block[2]) {
        for (let y = y0; y < height; y += grid[1] * block[1]) {
          for (let x = x0; x < width; x += grid[0] * block[0]) touch((z * height + y) * width + x, who);
        }
      }
    }
  }
  return touched;
}

describe('any launch', () => {
  it('touches what a kernel touches, by the same threads, and counts them', () => {
    fc.assert(fc.property(launches, (launch) => {
      const touched = simulated(launch);
      const elements = product(launch.data);
      const told = new Map<number, string[]>();
      let [foreign, behind, idle, most] = [0, 0, 0, 0];
      for (let block = 0; block < product(launch.grid); block++) {
        for (let thread = 0; thread < product(launch.block); thread++) {
          const it = threadOf(launch, block, thread);
          const own = elementsOf(launch, it);
          for (const index of own) told.set(index, [...(told.get(index) ?? []), `${it.blockIdx.join()}/${it.threadIdx.join()}`]);
          const touch = touchAt(launch, it.place);
          foreign += Number(touch === 'foreign');
          behind += Number(touch === 'behind');
          idle += Number(own.length === 0);
          most = Math.max(most, own.length);
          if (touch === 'own') expect(ownerOf(launch, it.place)).toEqual([block, thread]);
        }
      }
      expect(told).toEqual(touched);
      const all = Array.from({ length: elements }, (_, index) => placeIn(launch.data, index));
      const own = all.filter((place) => ownerOf(launch, place));
      const { untouched, ...counts } = tallyOf(launch);
      const threads = product(launch.grid) * product(launch.block);
      expect(counts).toEqual({ threads, elements, idle, foreign, behind, most });
      expect(untouched).toBe(elements - own.length);
    }), { numRuns: 300 });
  });

  it('of the fitting grid leaves no element, and one block less along any axis does', () => {
    fc.assert(fc.property(triple(40), triple(8), (data, block) => {
      const grid = fittingGrid(data, block);
      const launch: Launch = { data, block, grid, way: 'one', guard: true };
      expect(tallyOf(launch)).toMatchObject({ untouched: 0, foreign: 0, behind: 0 });
      for (const axis of [0, 1, 2] as const) {
        const smaller = grid.map((count, at) => count - Number(at === axis)) as unknown as Triple;
        if (smaller[axis] > 0) expect(tallyOf({ ...launch, grid: smaller }).untouched).toBeGreaterThan(0);
      }
    }));
  });
});

test('counts the blocks, threads and idle threads that the note recorded on a GPU', () => {
  const recorded = recordedNumbers('cuda/first-kernel', 'vector-add');
  const data: Triple = [recorded.get('elements') ?? 0, 1, 1];
  const block: Triple = [256, 1, 1];
  const grid = fittingGrid(data, block);
  expect(grid[0]).toBe(recorded.get('blocks'));
  expect(tallyOf({ data, block, grid, way: 'one', guard: true })).toMatchObject({
    threads: recorded.get('threads'), idle: recorded.get('threads without an element'), untouched: 0,
  });
});

test('without the guard, the first thread behind the array is that which the recorded compute-sanitizer found', () => {
  const [, thread, block] = /by thread \((\d+),0,0\) in block \((\d+),0,0\)/u.exec(recordedText('cuda/first-kernel', 'sanitizer')) ?? [];
  const launch: Launch = { data: [1000, 1, 1], block: [256, 1, 1], grid: [4, 1, 1], way: 'one', guard: false };
  const touchOf = (index: number) => touchAt(launch, threadOf(launch, Math.floor(index / 256), index % 256).place);
  const first = Array.from({ length: 1024 }, (_, index) => index).findIndex((index) => touchOf(index) === 'behind');
  expect([Math.floor(first / 256), first % 256]).toEqual([Number(block), Number(thread)]);
  expect(tallyOf(launch).behind).toBe(24);
});

describe('the figure', () => {
  const draw = (values: Readonly<Record<string, string>>) => figure.draw({ ...startValues(figure.controls), ...values }, 'en');
  const summary = (values: Readonly<Record<string, string>>) => {
    const drawn = draw(values);
    return 'problem' in drawn ? drawn.problem : drawn.summary;
  };

  test('begins with the threads that the guard stops', () => {
    expect(startDrawing(figure, 'en').summary).toBe(
      '32 threads for 29 elements; 3 have none, and the guard stops them. Block 2, thread 5 takes element 21.');
    expect(startDrawing(figure, 'zh-cn').summary).toBe('32 个线程，29 个元素；3 个线程没有元素，由边界判断拦住。块 2 的线程 5 处理元素 21。');
  });

  test('without the guard, a thread past the end of a row touches the next row', () => {
    expect(summary({ data: '5 × 3', block: '4 2', guard: '', bid: '1', tid: '1' })).toBe(
      '32 threads for 15 elements; without the guard 6 touch an element of another thread and 11 write behind the array. '
      + 'Block (1, 0), thread (1, 0) touches element 5, which belongs to another thread.');
  });

  test('a grid-stride loop takes all, however small the grid', () => {
    expect(summary({ way: 'stride', fit: '', grid: '2', bid: '1', tid: '5' })).toBe(
      '16 threads for 29 elements, up to 2 each. Block 1, thread 5 takes element 13.');
    expect(summary({ way: 'stride', fit: '', grid: '2', bid: '0', tid: '5' })).toContain('takes elements 5, 21.');
  });

  test.each([
    [{ data: '' }, 'Data: write one to three'],
    [{ data: '29 -1' }, 'Data: write one to three'],
    [{ data: '100000 100000' }, 'at most 100,000,000 elements'],
    [{ block: '8 4' }, 'Block: write 1 number'],
    [{ data: '64 64', block: '64 32' }, '2,048 threads'],
    [{ data: '2 2 2', block: '1 1 65' }, '64 along z'],
    [{ data: '2 99999', block: '1 1' }, '65,535 along y'],
    [{ fit: '', grid: '0' }, 'Grid: write 1 number'],
  ])('says what is wrong with %j', (values, words) => {
    expect(summary(values)).toContain(words);
  });

  test('draws a launch of any size in a bounded picture', () => {
    const drawn = draw({ data: '100000000', block: '1024', bid: '97656', tid: '1023' });
    if ('problem' in drawn) throw new Error(drawn.problem);
    expect(drawn.limits).toEqual({ bid: 97656, tid: 1023 });
    expect(drawn.picture.length).toBeLessThan(200_000);
    expect(drawn.summary).toContain('768 have none');
  });
});
