import type { Locale } from '../i18n/locale.ts';
import { choiceOf, numberOf, type FigureControl, type FigureModel, type FigureValues } from './figure-model.ts';
import { at, path, rect, svg, text } from './svg.ts';

/** Sizes of the recorded rings of pointers, in KiB. */
export const ringSizes = [
  4, 8, 16, 32, 64, 96, 128, 160, 192, 208, 224, 240, 256, 288, 320, 384, 512, 768,
  ...[1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 128, 192, 256, 512, 1024].map((mebibytes) => mebibytes * 1024),
] as const;

const spaces = ['global', 'local', 'constant', 'shared', 'register'] as const;
type Space = (typeof spaces)[number];

/** What cells of the notes recorded; a number that is not there is missing. */
export interface RecordedMemories {
  /** Cycles of a load in a ring, by its size in KiB, with as much L1 as there is and with as little. */
  readonly large: Readonly<Record<string, number>>;
  readonly small: Readonly<Record<string, number>>;
  /** Cycles where the ring is small or has no addresses. */
  readonly near: Readonly<Partial<Record<Exclude<Space, 'global'>, number>>>;
  /** Of the clock of the SM, and of copies that fit into L2 and that do not. */
  readonly megahertz?: number;
  readonly l2Rate?: number;
  readonly hbmRate?: number;
}

/** Who answers loads that take so many cycles: the levels themselves were recorded with 32, 281 to 525, and 689. */
export function answering(cycles: number): readonly ('L1' | 'L2' | 'HBM')[] {
  return [...(cycles < 270 ? ['L1' as const] : []), ...(cycles > 40 && cycles < 675 ? ['L2' as const] : []), ...(cycles > 545 ? ['HBM' as const] : [])];
}

export const sizeName = (kibibytes: number): string => (kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`);

const controls: readonly FigureControl[] = [
  {
    name: 'space', kind: 'select', value: 'global', label: { en: 'a thread loads from', 'zh-cn': '线程读取' },
    options: [
      { value: 'global', en: 'global memory', 'zh-cn': '全局内存' },
      { value: 'local', en: 'local memory', 'zh-cn': '本地内存' },
      { value: 'constant', en: 'constant memory', 'zh-cn': '常量内存' },
      { value: 'shared', en: 'shared memory', 'zh-cn': '共享内存' },
      { value: 'register', en: 'registers', 'zh-cn': '寄存器' },
    ],
  },
  { name: 'size', kind: 'range', min: 0, max: ringSizes.length - 1, value: '21', label: { en: 'data it goes round', 'zh-cn': '它反复读的数据' } },
  { name: 'small', kind: 'check', value: '', label: { en: 'as little L1 as possible', 'zh-cn': '把 L1 设到最小' } },
];

interface Words {
  readonly region: string;
  readonly parts: Readonly<Record<'sm' | 'registers' | 'storage' | 'shared' | 'constant' | 'l2' | 'hbm' | 'spaces' | 'cycles' | 'axis', string>>;
  readonly ring: (size: string, cycles: string, time: string, levels: string) => string;
  readonly space: Readonly<Record<Exclude<Space, 'global'>, (cycles: string, time: string) => string>>;
  readonly missing: string;
  readonly nearHalf: string;
  readonly farHalf: string;
  readonly and: string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    region: 'The memories of an H200, those that answer marked, and recorded cycles a load by the size of the data',
    parts: {
      sm: 'SM (one of 132)', registers: 'registers, 256 KiB', storage: 'one storage, 256 KiB', shared: 'shared', constant: 'constants',
      l2: 'L2 cache, 60 MiB, of all SMs', hbm: 'HBM, 141 GB', spaces: 'global · local · constant', cycles: 'cycles', axis: 'cycles a load, by the size of the data',
    },
    ring: (size, cycles, time, levels) => `${size} of global memory: a load takes ${cycles} cycles${time}. ${levels} answers.`,
    space: {
      local: (cycles, time) => `Local memory that fits into L1: ${cycles} cycles${time}, nearly as far as global memory there.`,
      constant: (cycles, time) => `Constant memory in its cache: ${cycles} cycles${time}, if all lanes want the same word.`,
      shared: (cycles, time) => `Shared memory: ${cycles} cycles${time}. There is nothing to miss.`,
      register: (cycles, time) => `A multiply-add that waits for the one before: ${cycles} cycles${time}. Registers add nothing to it.`,
    },
    missing: 'This was not recorded.',
    nearHalf: 'L2, its near half,', farHalf: 'L2, in good part its far half,', and: ' or ',
  },
  'zh-cn': {
    region: 'H200 的各级存储，标出由谁回答；以及按数据大小录制的每次读取周期数',
    parts: {
      sm: 'SM（共 132 个）', registers: '寄存器，256 KiB', storage: '同一块存储，256 KiB', shared: '共享内存', constant: '常量缓存',
      l2: 'L2 缓存，60 MiB，所有 SM 共用', hbm: 'HBM，141 GB', spaces: '全局 · 本地 · 常量', cycles: '周期', axis: '每次读取的周期数，按数据大小',
    },
    ring: (size, cycles, time, levels) => `全局内存里的 ${size}：每次读取 ${cycles} 个周期${time}，由${levels}回答。`,
    space: {
      local: (cycles, time) => `放得进 L1 的本地内存：${cycles} 个周期${time}，和那里的全局内存差不多远。`,
      constant: (cycles, time) => `在常量缓存里的常量内存：${cycles} 个周期${time}，前提是所有 lane 要同一个字。`,
      shared: (cycles, time) => `共享内存：${cycles} 个周期${time}，没有“未命中”可言。`,
      register: (cycles, time) => `要等上一次结果的乘加：${cycles} 个周期${time}。寄存器不再增加什么。`,
    },
    missing: '这一项没有录制。',
    nearHalf: ' L2 近的一半', farHalf: ' L2（很大一部分是远的一半）', and: '或',
  },
};

export const figure: FigureModel = {
  title: { en: 'The memories of an H200 and their distances', 'zh-cn': 'H200 的各级存储及其距离' },
  caption: {
    en: 'Cycles for one load, as the program below recorded them (registers: a dependent multiply-add). L2: its near half, and beyond. TB/s: a copy, read and written bytes, that fits into L2, and one of 1 GiB. Filled: who answers at the chosen size. Curve: all recorded sizes; dashed, with little L1. The line in the split storage can be moved.',
    'zh-cn': '周期数是一次读取的时间，由下面的程序录制（寄存器：一次有依赖的乘加）。L2 有两个数：近的一半，以及更远处。TB/s 是拷贝的速率，读写字节合计：一次放得进 L2，一次是 1 GiB。填色：在所选大小下由谁回答。曲线：录制的所有大小；虚线是 L1 很小的时候。共享内存和 L1 之间的分界可以移动。',
  },
  controls,
  draw(values, locale, data) {
    const recorded = JSON.parse(data ?? '{"large":{},"small":{},"near":{}}') as RecordedMemories;
    const view = viewOf(values, recorded);
    return {
      picture: hierarchy(view, recorded, words[locale]),
      summary: summaryOf(view, recorded, words[locale]),
      shown: { size: sizeName(view.size) },
      hidden: view.space === 'global' ? [] : ['size', 'small'],
    };
  },
};

interface View {
  readonly space: Space;
  readonly size: number;
  readonly small: boolean;
  readonly cycles: number | undefined;
}

function viewOf(values: FigureValues, { large, small, near }: RecordedMemories): View {
  const space = choiceOf(values, 'space', spaces, 'global');
  const size = ringSizes[numberOf(controls, values, 'size')] ?? ringSizes[0];
  const isSmall = values['small'] === 'on';
  // From 1 MiB on, L1 does not matter.
  const cycles = space === 'global' ? ((isSmall ? small[size] : undefined) ?? large[size]) : near[space];
  return { space, size, small: isSmall, cycles };
}

const whole = (value: number) => String(Math.round(value));

function summaryOf({ space, size, cycles }: View, { megahertz }: RecordedMemories, say: Words): string {
  if (cycles === undefined) return say.missing;
  const time = megahertz === undefined ? '' : `${say === words.en ? ', ' : '，即 '}${whole((cycles / megahertz) * 1000)} ns`;
  if (space !== 'global') return say.space[space](whole(cycles), time);
  const levels = answering(cycles).map((level) => {
    if (level === 'L2' && cycles > 270 && cycles < 300) return say.nearHalf;
    return level === 'L2' && cycles > 300 && cycles < 545 ? say.farHalf : say === words.en ? level : ` ${level} `;
  });
  return say.ring(sizeName(size), whole(cycles), time, levels.join(say.and));
}

function hierarchy(view: View, recorded: RecordedMemories, say: Words): string {
  const { parts } = say;
  const { large, near, l2Rate, hbmRate } = recorded;
  const levels = view.space === 'global' && view.cycles !== undefined ? answering(view.cycles) : [];
  const lit = (on: boolean) => (on ? 'box lit' : 'box');
  const cycles = (...values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? '' : `${known.map(whole).join(' / ')} ${parts.cycles}`;
  };
  const rate = (value: number | undefined) => (value === undefined ? '' : `${(value / 1000).toFixed(1)} TB/s`);
  const arrow = (x: number, from: number, to: number) => path(`M${x} ${from}V${to - 5}`, 'edge') + path(`M${x - 4} ${to - 7}h8l-4 7z`, 'head');
  return svg(360, 496, say.region, [
    rect(2, 2, 356, 166, 'sm', 8), text(14, 20, parts.sm, 'soft'),
    rect(12, 28, 336, 40, lit(view.space === 'register'), 5), text(24, 53, parts.registers, 'name'), text(336, 53, cycles(near.register), 'end latency'),
    rect(12, 80, 224, 78, 'box', 5), text(124, 97, parts.storage, 'middle soft'), path('M124 104V158', 'split'),
    rect(16, 104, 104, 50, view.space === 'shared' ? 'lit' : 'none', 4), rect(128, 104, 104, 50, levels.includes('L1') || view.space === 'local' ? 'lit' : 'none', 4),
    text(68, 123, parts.shared, 'middle name'), text(68, 143, cycles(near.shared), 'middle latency'),
    text(180, 123, 'L1', 'middle name'), text(180, 143, cycles(large['16']), 'middle latency'),
    rect(248, 80, 100, 78, lit(view.space === 'constant'), 5),
    text(298, 123, parts.constant, 'middle name'), text(298, 143, cycles(near.constant), 'middle latency'),
    arrow(180, 158, 191), arrow(298, 158, 191),
    rect(2, 191, 356, 50, lit(levels.includes('L2')), 5), text(14, 212, parts.l2, 'name'),
    text(346, 212, cycles(large['8192'], large['49152']), 'end latency'), text(346, 230, rate(l2Rate), 'end latency'),
    arrow(180, 241, 264),
    rect(2, 264, 356, 50, lit(levels.includes('HBM')), 5), text(14, 285, parts.hbm, 'name'), text(14, 303, parts.spaces, 'soft'),
    text(346, 285, cycles(large['1048576']), 'end latency'), text(346, 303, rate(hbmRate), 'end latency'),
    ...curve(view, recorded, parts.axis),
  ]);
}

/** Recorded cycles against the size of the data, whose axis is logarithmic. */
function curve({ space, size, cycles }: View, { large, small }: RecordedMemories, title: string): readonly string[] {
  const [left, top, width, height] = [34, 350, 318, 116] as const;
  const x = (kibibytes: number) => left + (Math.log2(kibibytes / 4) / 18) * width;
  const y = (value: number) => top + height - (value / 720) * height;
  const line = (of: Readonly<Record<string, number>>) => {
    const known = ringSizes.flatMap((each) => (of[each] === undefined ? [] : [`${at(x(each))} ${at(y(of[each]))}`]));
    return known.length === 0 ? '' : `M${known.join('L')}`;
  };
  return [
    text(4, 338, title, 'soft'),
    ...[0, 200, 400, 600].flatMap((value) => [path(`M${left} ${at(y(value))}H${left + width}`, 'grid'), text(left - 5, y(value) + 4, value, 'end soft')]),
    ...[4, 64, 1024, 16_384, 262_144].map((each) => text(x(each), top + height + 16, sizeName(each), each === 4 ? 'soft' : 'middle soft')),
    path(line(small), 'curve little'), path(line(large), 'curve'),
    ...(space === 'global' && cycles !== undefined
      ? [path(`M${at(x(size))} ${top}V${top + height}`, 'mark'), `<circle class="now" cx="${at(x(size))}" cy="${at(y(cycles))}" r="5"/>`] : []),
  ];
}
