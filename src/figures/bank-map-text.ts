import type { BankMap } from './bank-map.ts';

/** The words of the bank map in one language. */
export interface BankMapText {
  readonly pattern: string;
  readonly strided: string;
  readonly column: string;
  readonly stride: string;
  readonly offset: string;
  readonly columnIndex: string;
  readonly pad: string;
  readonly width: string;
  readonly swizzle: string;
  readonly region: string;
  readonly bank: string;
  readonly word: string;
  readonly load: string;
  cell(bank: number, word: number, lanes: string): string;
  summary(map: BankMap): string;
  /** @param cycles between two loads of a warp, as recorded for this very access */
  recorded(cycles: number | undefined): string;
}

const en: BankMapText = {
  pattern: 'Access',
  strided: 'constant stride',
  column: 'a column of a tile, float [32][32 + padding]',
  stride: 'Stride in words',
  offset: 'First word',
  columnIndex: 'Column',
  pad: 'Padding in words',
  width: 'Bytes a lane',
  swizzle: 'XOR swizzle',
  region: 'Bank map, scrolls sideways',
  bank: 'bank',
  word: 'row',
  load: 'words',
  cell: (bank, word, lanes) => `bank ${bank}, word ${word}: lane ${lanes}`,
  summary: (map) => {
    if (map.kind === 'misaligned') {
      return `Misaligned: lane ${map.lane} begins at byte ${map.byte}, not a multiple of ${map.width}. `
        + 'The kernel fails.';
    }
    const count = `${map.wavefronts} ${map.wavefronts === 1 ? 'wavefront' : 'wavefronts'}`;
    const verdict = map.ways === 1 ? 'no conflict' : `${map.ways}-way conflict`;
    const phases = map.phases === 1
      ? 'one phase of 32 lanes'
      : `${map.phases} phases of ${32 / map.phases} lanes, so at least ${map.phases}`;
    return `${count}: ${verdict} (${phases}).`;
  },
  recorded: (cycles) => (cycles === undefined ? 'This access was not recorded.' : `Recorded on an H200: a load every ${cycles.toFixed(2)} cycles.`),
};

const zh: BankMapText = {
  pattern: '访问方式',
  strided: '固定步长',
  column: '读 tile 的一列，float [32][32 + 填充]',
  stride: '步长（字）',
  offset: '起始字',
  columnIndex: '列号',
  pad: '填充（字）',
  width: '每个 lane 的字节数',
  swizzle: 'XOR swizzle',
  region: '存储体分布图，可左右滚动',
  bank: '存储体',
  word: '行',
  load: '字数',
  cell: (bank, word, lanes) => `存储体 ${bank}，字 ${word}：lane ${lanes}`,
  summary: (map) => {
    if (map.kind === 'misaligned') {
      return `未对齐：lane ${map.lane} 从第 ${map.byte} 字节开始，不是 ${map.width} 的倍数，核函数会报错。`;
    }
    const verdict = map.ways === 1 ? '没有冲突' : `${map.ways} 路冲突`;
    const phases = map.phases === 1
      ? '32 个 lane 一个阶段'
      : `分 ${map.phases} 个阶段，每阶段 ${32 / map.phases} 个 lane，所以至少 ${map.phases} 个`;
    return `${map.wavefronts} 个 wavefront：${verdict}（${phases}）。`;
  },
  recorded: (cycles) => (cycles === undefined ? '这种访问没有录制。' : `H200 上的录制值：每 ${cycles.toFixed(2)} 个周期完成一次读取。`),
};

/** The bank map's words by locale. */
export const bankMapText: Readonly<Record<'en' | 'zh-cn', BankMapText>> = { en, 'zh-cn': zh };
