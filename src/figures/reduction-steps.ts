import { toyBlock, treeSteps, type TreeAddition, type TreeOrder } from './reduction-trees.ts';

/** The versions of the note's ladder, by the labels of its recorded metrics. */
export const reductionVersions = ['interleaved', 'packed', 'sequential', 'grid-stride', 'shuffled', 'float4', 'one launch'] as const;
export type ReductionVersion = (typeof reductionVersions)[number];

/** A toy of the note's problem: blocks of 16 threads in warps of 4 lanes; from version 4 on two blocks fill the GPU. */
export const toyReduction = { elements: 128, threads: toyBlock.threads, lanes: toyBlock.lanes, resident: 2 } as const;

/** What the first block does at a step. */
export interface ReductionStep {
  readonly kind: 'load' | 'tree' | 'shuffle' | 'to-shared' | 'store' | 'second-launch' | 'last-block';
  /** Elements of global memory that the block reads here. */
  readonly reads: readonly number[];
  readonly additions: readonly TreeAddition[];
  /** Where the words are that the picture shows. */
  readonly place: 'registers' | 'shared';
  /** The elements that are summed in each word, after the step. */
  readonly words: readonly (readonly number[])[];
  /** Warps with at least one lane that works. */
  readonly warps: number;
  /** The most words that a warp wants from one bank of shared memory; 0 where none is touched. */
  readonly ways: number;
  /** Loads of each thread, barriers and launches up to here. */
  readonly loads: number;
  readonly barriers: number;
  readonly launches: number;
}

const { elements, threads, lanes, resident } = toyReduction;
const all = Array.from({ length: threads }, (_, thread) => thread);

/** The steps of the first of the blocks; the last one has the sum over all elements. */
export function reductionSteps(version: ReductionVersion): readonly ReductionStep[] {
  const level = reductionVersions.indexOf(version) + 1;
  const blocks = level <= 3 ? elements / threads : resident;
  const steps: ReductionStep[] = [];
  let words: readonly (readonly number[])[] = all.map(() => []);
  let [loads, barriers, launches] = [0, 0, 1];
  const push = (step: Partial<ReductionStep> & Pick<ReductionStep, 'kind' | 'place' | 'warps'>) => {
    steps.push({ reads: [], additions: [], words, ways: 0, loads, barriers, launches, ...step });
  };
  const load = (of: (thread: number) => readonly number[], place: ReductionStep['place']) => {
    loads += 1;
    words = words.map((held, thread) => [...held, ...of(thread)]);
    if (place === 'shared') barriers += 1;
    push({ kind: 'load', place, warps: threads / lanes, ways: place === 'shared' ? 1 : 0, reads: all.flatMap(of) });
  };
  const add = (additions: readonly TreeAddition[]) => {
    words = words.map((held, word) => [...held, ...additions.filter(({ to }) => to === word).flatMap(({ from }) => words[from] ?? [])]);
    const read = new Set(additions.map(({ from }) => from));
    words = words.map((held, word) => (read.has(word) ? [] : held));
  };
  const tree = (order: TreeOrder) => {
    for (const { additions, warps, ways } of treeSteps(order)) {
      add(additions);
      barriers += 1;
      push({ kind: 'tree', place: 'shared', additions, warps, ways });
    }
  };
  const toShared = (kept: readonly number[]) => {
    barriers += 1;
    words = words.map((_, word) => words[kept[word] ?? -1] ?? []);
    push({ kind: 'to-shared', place: 'shared', warps: threads / lanes, ways: 1 });
  };
  const shuffle = (count: number) => {
    for (let step = lanes / 2; step >= 1; step /= 2) {
      const additions = all.filter((thread) => thread < count && thread % lanes < step)
        .map((thread) => ({ thread, to: thread, from: thread + step }));
      add(additions);
      push({ kind: 'shuffle', place: 'registers', additions, warps: count / lanes });
    }
  };

  if (level <= 3) load((thread) => [thread], 'shared');
  else if (level <= 5) for (let i = 0; i < elements; i += resident * threads) load((thread) => [i + thread], 'registers');
  else load((thread) => [0, 1, 2, 3].map((i) => 4 * thread + i), 'registers');
  if (level <= 3) tree(reductionOrder(version));
  if (level === 4) {
    toShared(all);
    tree('sequential');
  }
  if (level >= 5) {
    shuffle(threads);
    toShared(all.filter((thread) => thread % lanes === 0));
    shuffle(lanes);
  }
  push({ kind: 'store', place: level <= 4 ? 'shared' : 'registers', warps: 1, ways: level <= 4 ? 1 : 0 });
  if (level < 7) launches += 1;
  const others = Array.from({ length: elements }, (_, element) => element).filter((element) => !words[0]?.includes(element));
  words = words.map((held, word) => (word === 0 ? [...held, ...others] : []));
  push({ kind: level < 7 ? 'second-launch' : 'last-block', place: 'registers', warps: Math.ceil(blocks / lanes) });
  return steps;
}

function reductionOrder(version: ReductionVersion): TreeOrder {
  return version === 'interleaved' || version === 'packed' ? version : 'sequential';
}
