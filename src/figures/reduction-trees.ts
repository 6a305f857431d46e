import type { Bilingual } from '../i18n/locale.ts';

/** How a block chooses who adds what to what. */
export type TreeOrder = 'interleaved' | 'packed' | 'sequential';

/** One addition: the thread adds word `from` to word `to`. */
export interface TreeAddition {
  readonly thread: number;
  readonly to: number;
  readonly from: number;
}

export interface TreeStep {
  readonly step: number;
  readonly additions: readonly TreeAddition[];
  /** Warps with at least one working lane. */
  readonly warps: number;
  /** The most words that one warp wants from one bank. */
  readonly ways: number;
}

/** A toy: 16 threads in warps of 4 lanes, and as many banks as lanes. */
export const toyBlock = { threads: 16, lanes: 4 } as const;

export const treeOrders: readonly TreeOrder[] = ['interleaved', 'packed', 'sequential'];

function additionsOf(order: TreeOrder, step: number): readonly TreeAddition[] {
  const threads = Array.from({ length: toyBlock.threads }, (_, thread) => thread);
  if (order === 'interleaved') {
    return threads.filter((t) => t % (2 * step) === 0).map((t) => ({ thread: t, to: t, from: t + step }));
  }
  if (order === 'packed') {
    return threads.filter((t) => 2 * step * t < toyBlock.threads)
      .map((t) => ({ thread: t, to: 2 * step * t, from: 2 * step * t + step }));
  }
  return threads.filter((t) => t < step).map((t) => ({ thread: t, to: t, from: t + step }));
}

function waysOf(additions: readonly TreeAddition[]): number {
  const wanted = new Map<string, number>();
  for (const { thread, to } of additions) {
    const key = `${Math.floor(thread / toyBlock.lanes)} ${to % toyBlock.lanes}`;
    wanted.set(key, (wanted.get(key) ?? 0) + 1);
  }
  return Math.max(...wanted.values());
}

/** The steps in the order in which the block takes them. */
export function treeSteps(order: TreeOrder): readonly TreeStep[] {
  const steps = [1, 2, 4, 8];
  if (order === 'sequential') steps.reverse();
  return steps.map((step) => {
    const additions = additionsOf(order, step);
    return {
      step,
      additions,
      warps: new Set(additions.map(({ thread }) => Math.floor(thread / toyBlock.lanes))).size,
      ways: waysOf(additions),
    };
  });
}

export const reductionTreesText = {
  title: { en: 'The same additions in three orders', 'zh-cn': '同样的加法，三种次序' },
  description: {
    en: 'Three panels, each with four steps over 16 words. Interleaved: the working threads are spread over all four warps, '
      + 'then 4, 2 and 1 of them, without conflicts. Packed: the first threads work, in 2 warps, then 1, with conflicts of 2, 4 and 2 ways. '
      + 'Sequential: the first threads work on neighbouring words, in 2 warps, then 1, without conflicts.',
    'zh-cn': '三幅图，各有四步，作用于 16 个字。交错：干活的线程分散在 4 个线程束里，各步依次有 4、4、2、1 个线程束在忙，没有冲突。'
      + '紧凑：靠前的线程干活，占 2 个、然后 1 个线程束，有 2 路、4 路、2 路冲突。顺序：靠前的线程处理相邻的字，占 2 个、然后 1 个线程束，没有冲突。',
  },
  caption: {
    en: 'A toy block: 16 threads, warps of 4 lanes, 4 banks. Squares are words of shared memory; a filled one is added to, by the thread whose number it shows. Outlined: the word that is read besides. Right: warps that have work, and ways of the worst bank conflict.',
    'zh-cn': '一个缩小的线程块：16 个线程，每个线程束 4 个 lane，4 个存储体。方格是共享内存里的字；实心的字被累加，里面是负责它的线程号；描边的是同时读取的另一个字。右边两列：有活干的线程束数，以及最严重的存储体冲突路数。',
  },
  interleaved: { en: '1  interleaved', 'zh-cn': '1  交错' },
  packed: { en: '2  packed', 'zh-cn': '2  紧凑' },
  sequential: { en: '3  sequential', 'zh-cn': '3  顺序' },
  warps: { en: 'warps', 'zh-cn': '线程束' },
  ways: { en: 'ways', 'zh-cn': '路数' },
} as const satisfies Readonly<Record<string, Bilingual>>;
