import type { Bilingual } from '../i18n/locale.ts';

/** What nvcc does with an input: makes the file of the row, does nothing and exits with 0, or refuses. */
export type PhaseOutcome = 'makes' | 'nothing' | 'refuses';

/** The suffixes of the columns. */
export const phaseSuffixes = ['.cu', '.cpp', '.ptx', '.cubin', '.fatbin', '.o'] as const;

export interface PhaseRow {
  /** Empty where no option names a phase. */
  readonly option: string;
  /** The file that the phase makes of `x`; null for standard output. */
  readonly output: string | null;
  /** One outcome a suffix. */
  readonly outcomes: readonly PhaseOutcome[];
}

const outcomes: Readonly<Record<string, PhaseOutcome>> = { '+': 'makes', '-': 'nothing', x: 'refuses' };
const row = (option: string, output: string | null, marks: string): PhaseRow => ({
  option, output, outcomes: Array.from(marks, (mark) => outcomes[mark] ?? 'refuses'),
});

/** As `nvcc -arch=sm_90` of release 13.0.88 was seen to behave; the cell `matrix` of the note prints the same. */
export const phaseRows: readonly PhaseRow[] = [
  row('-E', null, '++xxx-'),
  row('-cuda', 'x.cu.cpp.ii', '+-xxx-'),
  row('-ptx', 'x.ptx', '+-xxx-'),
  row('-cubin', 'x.cubin', '+-+xx-'),
  row('-fatbin', 'x.fatbin', '+-++x-'),
  row('-c', 'x.o', '++xxx-'),
  row('-dc', 'x.o', '++++x-'),
  row('-dlink', 'a_dlink.o', '++++++'),
  row('-lib', 'a.a', '++xxx+'),
  row('', 'a.out', '++xxx+'),
];

export const phaseMatrixText = {
  title: { en: 'What nvcc makes of each suffix with each option', 'zh-cn': '每种后缀配上每个选项，nvcc 各生成什么' },
  description: {
    en: 'A grid of ten options and six suffixes. A .cu file works with every option. A .cpp file yields nothing with '
      + '-cuda, -ptx, -cubin and -fatbin. Device files are refused by host phases. Object files only link.',
    'zh-cn': '10 个选项与 6 种后缀的网格。.cu 配任何选项都行；.cpp 配 -cuda、-ptx、-cubin、-fatbin 什么也不生成；'
      + '设备文件会被主机阶段拒绝；目标文件只能链接。',
  },
  makes: { en: 'makes the file of the row', 'zh-cn': '生成该行的文件' },
  nothing: { en: 'makes nothing, exits with 0', 'zh-cn': '什么也不生成，退出码 0' },
  refuses: { en: 'refuses: nvcc fatal', 'zh-cn': '拒绝：nvcc fatal' },
  printed: { en: 'printed', 'zh-cn': '打印' },
  none: { en: '(none)', 'zh-cn': '（无）' },
  caption: {
    en: 'nvcc 13.0, one input named x. A .cpp passed to -dlink gives an a_dlink.o without device code.',
    'zh-cn': 'nvcc 13.0，输入文件名为 x。把 .cpp 交给 -dlink，得到的 a_dlink.o 里没有设备代码。',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;
