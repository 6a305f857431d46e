import type { Locale } from './locale.ts';

/** What is said of a run beside the recording of its cell. `machine` is the name of a GPU, null for a machine without one. */
export interface ComparisonLabels {
  readonly same: (machine: string | null) => string;
  /** The same but for what is not compared. */
  readonly sameButMasked: (machine: string | null) => string;
  /** Of numbers: how many have a ratio, the smallest and the largest of them, as text. */
  readonly numbers: (machine: string | null, count: number, least: string, most: string) => string;
  readonly lines: (machine: string | null, count: number) => string;
  readonly numbersAndLines: (numbers: string, count: number) => string;
  readonly different: (machine: string | null) => string;
  readonly failed: string;
  readonly show: string;
  readonly numbersCaption: string;
  readonly linesCaption: string;
  readonly label: string;
  readonly recorded: (machine: string | null) => string;
  readonly live: string;
  readonly ratio: string;
  readonly text: string;
  readonly onlyRecorded: string;
  readonly onlyLive: string;
  readonly both: string;
  readonly leftOut: (count: number) => string;
}

const enMachine = (machine: string | null): string => machine ?? 'a machine without a GPU';
const zhMachine = (machine: string | null): string => (machine === null ? '无 GPU 的机器' : ` ${machine} `);

export const comparisonLabels: Readonly<Record<Locale, ComparisonLabels>> = {
  en: {
    same: (machine) => `The same as recorded on ${enMachine(machine)}.`,
    sameButMasked: (machine) => `The same as recorded on ${enMachine(machine)}, but for times, addresses and the like.`,
    numbers: (machine, count, least, most) => (
      `${count} ${count === 1 ? 'number' : 'numbers'} against ${enMachine(machine)}: ${least === most ? least : `${least} to ${most}`} times what was recorded`
    ),
    lines: (machine, count) => `${count} ${count === 1 ? 'line differs' : 'lines differ'} from what was recorded on ${enMachine(machine)}.`,
    numbersAndLines: (numbers, count) => (count === 0 ? `${numbers}.` : `${numbers}; ${count} other ${count === 1 ? 'line differs' : 'lines differ'}.`),
    different: (machine) => `Another output altogether than recorded on ${enMachine(machine)}.`,
    failed: 'Not compared with the recording: the run did not end as the recorded one.',
    show: 'Compare',
    numbersCaption: 'Numbers, recorded and yours',
    linesCaption: 'Lines that differ; times, addresses, process ids and progress bars are not compared',
    label: 'Number',
    recorded: (machine) => machine ?? 'No GPU',
    live: 'Yours',
    ratio: 'Ratio',
    text: 'Line',
    onlyRecorded: 'recorded',
    onlyLive: 'yours',
    both: 'both',
    leftOut: (count) => `${count} equal ${count === 1 ? 'line' : 'lines'}`,
  },
  'zh-cn': {
    same: (machine) => `与${zhMachine(machine)}上录制的结果一致。`,
    sameButMasked: (machine) => `除时间、地址等每次都会变的内容外，与${zhMachine(machine)}上录制的结果一致。`,
    numbers: (machine, count, least, most) => `与${zhMachine(machine)}的录制相比，${count} 个数值为其 ${least === most ? least : `${least} 至 ${most}`} 倍`,
    lines: (machine, count) => `有 ${count} 行与${zhMachine(machine)}上录制的结果不同。`,
    numbersAndLines: (numbers, count) => (count === 0 ? `${numbers}。` : `${numbers}；另有 ${count} 行不同。`),
    different: (machine) => `输出与${zhMachine(machine)}上录制的结果完全不同。`,
    failed: '未与录制结果比较：这次运行的结局与录制时不同。',
    show: '对照',
    numbersCaption: '数值对照：录制与本次',
    linesCaption: '不同的行（时间、地址、进程号和进度条不参与比较）',
    label: '数值',
    recorded: (machine) => machine ?? '无 GPU',
    live: '本次',
    ratio: '比值',
    text: '行',
    onlyRecorded: '录制',
    onlyLive: '本次',
    both: '相同',
    leftOut: (count) => `${count} 行相同`,
  },
};
