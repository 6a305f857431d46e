import type { Occupancy, RegisterStep, Resource, SmLimits } from '../cuda/occupancy.ts';
import type { Locale } from '../i18n/locale.ts';

/** The words of the occupancy calculator in one language. */
export interface OccupancyText {
  readonly computeCapability: string;
  readonly threads: string;
  readonly registers: string;
  readonly staticShared: string;
  readonly dynamicShared: string;
  readonly barriers: string;
  /** Over the warp slots; the four rows are numbered. */
  readonly slots: string;
  /** Over the bars. */
  readonly limits: string;
  readonly resources: Readonly<Record<Resource, string>>;
  readonly unlimited: string;
  /** Over the staircase. */
  readonly steps: string;
  readonly table: string;
  readonly columns: readonly [registers: string, blocks: string, warps: string, share: string];
  slotBlock(block: number): string;
  summary(limits: SmLimits, occupancy: Occupancy): string;
  stepTitle(step: RegisterStep): string;
  /** @param configurations for which the header and the API were recorded as equal */
  recorded(configurations: string): string;
}

/** `62.5 %`, with a space that does not break. */
export function percentOf(share: number): string {
  return `${Number((share * 100).toFixed(1))}\u00a0%`;
}

export function rangeOf({ from, to }: RegisterStep): string {
  return from === to ? `${from}` : `${from}–${to}`;
}

const en: OccupancyText = {
  computeCapability: 'Compute capability',
  threads: 'Threads a block',
  registers: 'Registers a thread',
  staticShared: 'Static shared memory, bytes',
  dynamicShared: 'Dynamic shared memory, bytes',
  barriers: 'Barriers a block',
  slots: 'Warp slots of the SM: a row for each sub-partition',
  limits: 'Blocks that each resource allows',
  resources: { warps: 'warp slots', blocks: 'block slots', registers: 'registers', shared: 'shared memory', barriers: 'barriers' },
  unlimited: 'no limit',
  steps: 'Resident warps against registers a thread',
  table: 'All steps',
  columns: ['registers', 'blocks', 'warps', 'occupancy'],
  slotBlock: (block) => `block ${block}`,
  summary: (limits, { blocks, warps, share, limiters }) => {
    const names = limiters.map((limiter) => en.resources[limiter]).join(', ');
    if (blocks === 0) return `Not even one block fits: this launch fails. Limit: ${names}.`;
    return `${blocks} ${blocks === 1 ? 'block' : 'blocks'}, ${warps} of ${limits.warps} warps: occupancy ${percentOf(share)}. Limit: ${names}.`;
  },
  stepTitle: (step) => `${rangeOf(step)} registers: ${step.occupancy.warps} warps`,
  recorded: (configurations) => 'Counted as cuda_occupancy.h does; on an H200, '
    + `cudaOccupancyMaxActiveBlocksPerMultiprocessor agreed with that header on all ${configurations} recorded configurations.`,
};

const zh: OccupancyText = {
  computeCapability: '计算能力',
  threads: '每块线程数',
  registers: '每线程寄存器数',
  staticShared: '静态共享内存（字节）',
  dynamicShared: '动态共享内存（字节）',
  barriers: '每块栅栏数',
  slots: 'SM 的线程束槽位：一行是一个子分区',
  limits: '各项资源允许的块数',
  resources: { warps: '线程束槽位', blocks: '线程块槽位', registers: '寄存器', shared: '共享内存', barriers: '栅栏' },
  unlimited: '不受限',
  steps: '驻留线程束数随每线程寄存器数的变化',
  table: '全部台阶',
  columns: ['寄存器', '块', '线程束', '占用率'],
  slotBlock: (block) => `第 ${block} 块`,
  summary: (limits, { blocks, warps, share, limiters }) => {
    const names = limiters.map((limiter) => zh.resources[limiter]).join('、');
    if (blocks === 0) return `一个块也放不下，这样启动会失败。瓶颈：${names}。`;
    return `${blocks} 个块，${limits.warps} 个线程束槽位用了 ${warps} 个：占用率 ${percentOf(share)}。瓶颈：${names}。`;
  },
  stepTitle: (step) => `${rangeOf(step)} 个寄存器：${step.occupancy.warps} 个线程束`,
  recorded: (configurations) => '算法同 cuda_occupancy.h；在 H200 上，'
    + `cudaOccupancyMaxActiveBlocksPerMultiprocessor 在录制的 ${configurations} 种配置里都与这个头文件一致。`,
};

/** The calculator's words by locale. */
export const occupancyText: Readonly<Record<Locale, OccupancyText>> = { en, 'zh-cn': zh };
