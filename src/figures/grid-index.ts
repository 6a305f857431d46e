/** Which thread of a launch touches which element of an array of one to three dimensions. */

export type Triple = readonly [x: number, y: number, z: number];
export const axes = ['x', 'y', 'z'] as const;

export interface Launch {
  /** Elements along x, y and z; the array lies in memory with x fastest. */
  readonly data: Triple;
  readonly block: Triple;
  readonly grid: Triple;
  /** An element a thread, or a loop that goes on by the size of the grid along each axis. */
  readonly way: 'one' | 'stride';
  /** Whether a thread looks if its element is inside; the loop of `stride` always does. */
  readonly guard: boolean;
}

/** Limits of every GPU of compute capability 7.5 to 12.1: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". */
export const launchLimits = { threads: 1024, block: [1024, 1024, 64], grid: [2 ** 31 - 1, 65535, 65535] } as const;

export const product = ([x, y, z]: Triple): number => x * y * z;
const each = (make: (axis: 0 | 1 | 2) => number): Triple => [make(0), make(1), make(2)];

/** The smallest grid whose threads reach every element. */
export const fittingGrid = (data: Triple, block: Triple): Triple => each((axis) => Math.ceil(data[axis] / block[axis]));

/** How far the threads reach along each axis. */
export const reach = ({ block, grid }: Launch): Triple => each((axis) => block[axis] * grid[axis]);

/** The place of a number in a box that is counted along x first. */
export function placeIn([width, height]: Triple, index: number): Triple {
  return [index % width, Math.floor(index / width) % height, Math.floor(index / (width * height))];
}

export const indexIn = ([width, height]: Triple, [x, y, z]: Triple): number => (z * height + y) * width + x;
export const inside = (box: Triple, place: Triple): boolean => place.every((value, axis) => value < (box[axis] ?? 0));

export interface Thread {
  readonly blockIdx: Triple;
  readonly threadIdx: Triple;
  readonly warp: number;
  readonly lane: number;
  /** Of its first element, which may lie outside of the array. */
  readonly place: Triple;
}

/** A thread by the number of its block in the grid and its own in the block, each counted along x first. */
export function threadOf({ block, grid }: Launch, blockNumber: number, threadNumber: number): Thread {
  const blockIdx = placeIn(grid, blockNumber);
  const threadIdx = placeIn(block, threadNumber);
  return {
    blockIdx, threadIdx, warp: Math.floor(threadNumber / 32), lane: threadNumber % 32,
    place: each((axis) => blockIdx[axis] * block[axis] + threadIdx[axis]),
  };
}

/** The first thread that comes to a place, by its block's number and its own; null where none does. */
export function ownerOf(launch: Launch, place: Triple): readonly [block: number, thread: number] | null {
  const all = reach(launch);
  if (launch.way === 'one' && !inside(all, place)) return null;
  const at = each((axis) => place[axis] % all[axis]);
  const { block, grid } = launch;
  return [indexIn(grid, each((axis) => Math.floor(at[axis] / block[axis]))), indexIn(block, each((axis) => at[axis] % block[axis]))];
}

/** What a thread does at its place: its own element, none, that of another thread, or one behind the array. */
export type Touch = 'own' | 'none' | 'foreign' | 'behind';

export function touchAt({ data, guard, way }: Launch, place: Triple): Touch {
  if (inside(data, place)) return 'own';
  if (guard || way === 'stride') return 'none';
  return indexIn(data, place) < product(data) ? 'foreign' : 'behind';
}

/** Indices of the elements that a thread touches, in its order. */
export function elementsOf(launch: Launch, { place }: Thread): readonly number[] {
  const { data, way } = launch;
  if (way === 'one') return touchAt(launch, place) === 'none' ? [] : [indexIn(data, place)];
  const step = reach(launch);
  const found: number[] = [];
  for (let z = place[2]; z < data[2]; z += step[2]) {
    for (let y = place[1]; y < data[1]; y += step[1]) {
      for (let x = place[0]; x < data[0]; x += step[0]) found.push(indexIn(data, [x, y, z]));
    }
  }
  return found;
}

export interface Tally {
  readonly threads: number;
  readonly elements: number;
  /** Elements that no thread touches. */
  readonly untouched: number;
  /** Threads without an element, which do nothing. */
  readonly idle: number;
  /** Threads that touch an element which is another's, and behind the array. */
  readonly foreign: number;
  readonly behind: number;
  /** Elements that the busiest thread takes. */
  readonly most: number;
}

/** Counts all threads, however many there are. */
export function tallyOf(launch: Launch): Tally {
  const { data, guard, way } = launch;
  const all = reach(launch);
  const [threads, elements] = [product(all), product(data)];
  const own = product(each((axis) => Math.min(all[axis], data[axis])));
  const beyond = threads - own;
  const plain = { threads, elements, untouched: elements - own, idle: beyond, foreign: 0, behind: 0, most: Math.min(1, own) };
  if (way === 'stride') return { ...plain, untouched: 0, most: product(each((axis) => Math.ceil(data[axis] / all[axis]))) };
  if (guard) return plain;
  const foreign = withIndexBelow(elements, data, all) - own;
  return { ...plain, untouched: elements - own, idle: 0, foreign, behind: beyond - foreign };
}

/** Threads of a box whose index in the array is below `end`. */
function withIndexBelow(end: number, [width, height]: Triple, [columns, rows, layers]: Triple): number {
  let count = 0;
  for (let z = 0; z < layers && z * width * height < end; z++) {
    const left = end - z * width * height;
    const full = Math.min(rows, Math.max(0, Math.floor((left - columns) / width) + 1));
    const some = Math.min(rows, Math.ceil(left / width));
    // Rows after the full ones have `left - width * y` threads each.
    count += full * columns + (some - full) * left - (width * (full + some - 1) * (some - full)) / 2;
  }
  return count;
}
