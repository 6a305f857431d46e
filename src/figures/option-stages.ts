import type { Bilingual } from '../i18n/locale.ts';

/** The programs that nvcc starts for a .cu file, in their order. */
export const stagePrograms = ['gcc -E', 'cudafe++', 'cicc', 'ptxas', 'fatbinary', 'nvlink', 'gcc -c', 'g++'] as const;

export interface OptionRow {
  readonly option: string;
  /** For each program, whether the option changes its command. */
  readonly reaches: readonly boolean[];
}

const row = (option: string, marks: string): OptionRow => ({ option, reaches: Array.from(marks, (mark) => mark === 'x') });

/** As `--dryrun` of nvcc 13.0.88 shows it; the cell `where` of the note prints the same. */
export const optionRows: readonly OptionRow[] = [
  row('-O3', 'x.....xx'),
  row('-g', 'x.....xx'),
  row('-Xcompiler', 'x.....xx'),
  row('-std', 'xxx...xx'),
  row('-default-stream', 'x.....x.'),
  row('-use_fast_math', '..x.....'),
  row('-restrict', '..x.....'),
  row('-fmad', '..xx....'),
  row('-maxrregcount', '..xx....'),
  row('-Ofc', '..xx....'),
  row('-split-compile', '..xx....'),
  row('-Xptxas', '...x....'),
  row('-lineinfo', '..xxx...'),
  row('-G', 'xxxxxx..'),
  row('-rdc', 'xxxxx...'),
  row('-dlto', 'xxx.xx..'),
  row('-compress-mode', '....x...'),
  row('-cudart', '.......x'),
];

export const optionStagesText = {
  title: { en: 'Which program an option of nvcc reaches', 'zh-cn': 'nvcc 的选项会传到哪个程序' },
  description: {
    en: 'A grid of eighteen options and eight programs. -O3, -g and -Xcompiler reach only gcc and g++. Fast math reaches '
      + 'cicc alone, -Xptxas ptxas alone. -G reaches every program on the device path.',
    'zh-cn': '18 个选项与 8 个程序的网格。-O3、-g 和 -Xcompiler 只传给 gcc 和 g++；快速数学只传给 cicc，-Xptxas 只传给 ptxas；'
      + '-G 传给设备路径上的每个程序。',
  },
  caption: {
    en: 'A dot: the command of that program changes. Tinted columns make device code.',
    'zh-cn': '圆点表示该程序的命令行会改变。底色不同的几列负责生成设备代码。',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;
