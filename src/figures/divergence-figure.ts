import type { Locale } from '../i18n/locale.ts';
import { DivisionByZero, mostSlots, ProgramError, readProgram, type Block, type Expected } from './branch-program.ts';
import { drawWarps, programLines } from './divergence-drawing.ts';
import { choiceOf, numberOf, type FigureControl, type FigureModel, type FigureProblem } from './figure-model.ts';
import { presetButtons, type Preset } from './preset-buttons.ts';
import { costOf, countOf, sideOrders, timelineOf, TooLong, type SideOrder, type WarpTimeline } from './warp-timeline.ts';

const longest = 300;
const start = 'if (lane % 2) { A(8); if (lane < 16) B(8); } else C(8); D(6);';

const controls: readonly FigureControl[] = [
  {
    name: 'program', kind: 'text', wide: true, value: start,
    label: { en: 'program, in C; A(8) stands for eight instructions', 'zh-cn': '程序（C 语法），A(8) 表示 8 条指令' },
  },
  {
    name: 'order', kind: 'select', value: 'else', label: { en: 'first side (hardware decides)', 'zh-cn': '先走哪一边（由硬件决定）' },
    options: [
      { value: 'else', en: 'that of else', 'zh-cn': 'else 一边' },
      { value: 'then', en: 'that of if', 'zh-cn': 'if 一边' },
      { value: 'turns', en: 'in turns, as Volta and later may', 'zh-cn': '轮流走，Volta 起允许' },
    ],
  },
  { name: 'warps', kind: 'range', min: 1, max: 4, value: '1', label: { en: 'warps', 'zh-cn': '线程束数' } },
  { name: 'slot', kind: 'range', min: 0, max: 239, value: '12', label: { en: 'look at slot', 'zh-cn': '看哪个时隙' } },
];

const switchOf = (value: string) => `if (${value} % 3 == 0) A(8); else if (${value} % 3 == 1) B(8); else C(8); D(4);`;
const cases = [
  { en: 'a tree of branches', 'zh-cn': '嵌套分支', values: { program: start, warps: '1' } },
  { en: 'lanes disagree', 'zh-cn': 'lane 之间不一', values: { program: switchOf('lane'), warps: '1' } },
  { en: 'warps disagree', 'zh-cn': '线程束之间不一', values: { program: switchOf('warp'), warps: '3' } },
  { en: 'a long loop', 'zh-cn': '一个久的循环', values: { program: 'for (int i = 0; i < 1 + 4 * (lane == 5); ++i) A(4); B(4);', warps: '1' } },
  { en: 'the guard', 'zh-cn': '边界判断', values: { program: 'if (warp * 32 + lane >= 45) return; A(12);', warps: '2' } },
  { en: 'a reduction', 'zh-cn': '归约', values: { program: 'for (int s = 0; s < 5; ++s) if (lane < 16 >> s) A(4);', warps: '1' } },
] as const;

interface Words {
  readonly cases: string;
  readonly expected: Readonly<Record<Exclude<Expected, `“${string}”`>, string>>;
  readonly sign: (sign: string) => string;
  readonly place: (what: string, found: string) => string;
  readonly atEnd: (what: string) => string;
  readonly long: string;
  readonly zero: string;
  readonly tooLong: (slots: number) => string;
  readonly done: (warps: number, slots: string, longest: number, used: string) => string;
  readonly slot: (slot: number, what: string) => string;
  readonly works: (warp: number | null, name: string, lanes: number, mask: string) => string;
  readonly over: (warp: number | null) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    cases: 'Programs to look at',
    expected: {
      statement: 'a statement (A(4);, if, for or return;)', value: 'a value', slots: `a number of instructions from 1 to ${mostSlots}`,
      counter: 'a new name for the counter', known: 'lane, warp or the counter of a loop around', shallower: 'less nesting',
    },
    sign: (sign) => `${sign} is missing`,
    place: (what, found) => `Program: ${what} before “${found}”.`,
    atEnd: (what) => `Program: ${what} at the end.`,
    long: `Program: at most ${longest} signs are read.`,
    zero: 'Program: a condition divides by zero for some lane.',
    tooLong: (slots) => `Program: a warp takes more than ${slots} slots, which are not drawn. Shorten it.`,
    done: (warps, slots, lane, used) => `${warps === 1 ? 'Warp 0 is' : 'The warps are'} done after ${slots} slots, `
      + `and no lane has more than ${lane} to do; of all lanes, ${used} take part on average.`,
    slot: (slot, what) => ` Slot ${slot}: ${what}.`,
    works: (warp, name, count, mask) => `${warp === null ? '' : `warp ${warp} `}${name} for ${count} ${count === 1 ? 'lane' : 'lanes'}, mask ${mask}`,
    over: (warp) => (warp === null ? 'the warp is done' : `warp ${warp} is done`),
  },
  'zh-cn': {
    cases: '几段程序',
    expected: {
      statement: '一条语句（A(4);、if、for 或 return;）', value: '一个值', slots: `1 到 ${mostSlots} 的指令数`,
      counter: '一个新的计数变量名', known: 'lane、warp 或外层循环的计数变量', shallower: '更浅的嵌套',
    },
    sign: (sign) => `缺少${sign}`,
    place: (what, found) => `程序：在“${found}”之前${what}。`,
    atEnd: (what) => `程序：结尾处${what}。`,
    long: `程序：最多读 ${longest} 个字符。`,
    zero: '程序：有的 lane 在条件里除以零。',
    tooLong: (slots) => `程序：一个线程束超过 ${slots} 个时隙，画不下，请缩短。`,
    done: (warps, slots, lane, used) => `${warps === 1 ? '线程束 0 用了' : '各线程束分别用了'} ${slots} 个时隙，`
      + `而任何一个 lane 最多只有 ${lane} 个要做；平均有 ${used} 的 lane 参与。`,
    slot: (slot, what) => `时隙 ${slot}：${what}。`,
    works: (warp, name, count, mask) => `${warp === null ? '' : `线程束 ${warp} `}执行 ${name}，${count} 个 lane 参与，掩码 ${mask}`,
    over: (warp) => (warp === null ? '线程束已完成' : `线程束 ${warp} 已完成`),
  },
};

const presetsIn = (locale: Locale): readonly Preset[] => cases.map((each) => ({ name: each[locale], values: each.values }));
const presets = { en: presetsIn('en'), 'zh-cn': presetsIn('zh-cn') };

export const figure: FigureModel = {
  title: { en: 'When the lanes of a warp work', 'zh-cn': '线程束里的 lane 何时在工作' },
  caption: {
    en: 'A row is a lane, from 0 above to 31 below; time runs to the right, a slot for each instruction that the warp issues. Filled: the lane takes part. '
      + 'Hatched: it sits out the instructions of others. Triangle: lanes that had parted go on together. Empty: the lane has returned. '
      + 'The comments count slots, and lanes over all warps.',
    'zh-cn': '一行是一个 lane，从上面的 0 到下面的 31；时间向右，线程束每发出一条指令占一个时隙。填色：该 lane 参与。斜纹：别的 lane 执行时它在等。'
      + '三角：分开的 lane 重新汇合。空白：该 lane 已返回。注释里是时隙数，以及所有线程束中参与的 lane 数。',
  },
  controls,
  draw(values, locale) {
    const say = words[locale];
    const count = numberOf(controls, values, 'warps');
    const order = choiceOf(values, 'order', sideOrders, 'else');
    const run = runOf(values['program'] ?? '', count, order, say);
    if ('problem' in run) return run;
    const { program, warps } = run;
    const end = Math.max(...warps.map((warp) => warp.end));
    const slot = Math.min(Math.max(0, end - 1), numberOf(controls, values, 'slot'));
    const { longestLane, used } = costOf(warps);
    const separator = locale === 'en' ? ', ' : '、';
    const told = warps.map(({ issues }, warp) => {
      const now = issues.find(({ from, to }) => from <= slot && slot < to);
      const which = count === 1 ? null : warp;
      return now ? say.works(which, now.name, countOf(now.mask), `0x${now.mask.toString(16).toUpperCase().padStart(8, '0')}`) : say.over(which);
    });
    return {
      picture: presetButtons('divergence-case', say.cases, presets[locale], values)
        + programLines(program, warps, locale) + drawWarps(warps, slot, locale),
      summary: say.done(count, warps.map((warp) => warp.end).join(separator), longestLane, `${Math.round(used * 100)} %`)
        + say.slot(slot, told.join(locale === 'en' ? '; ' : '；')),
      limits: { slot: Math.max(0, end - 1) },
      shown: { slot: `${slot} / ${end}` },
    };
  },
};

interface Run {
  readonly program: Block;
  readonly warps: readonly WarpTimeline[];
}

function runOf(code: string, count: number, order: SideOrder, say: Words): Run | FigureProblem {
  const refuse = (problem: string): FigureProblem => ({ control: 'program', problem });
  if (code.length > longest) return refuse(say.long);
  try {
    const program = readProgram(code);
    return { program, warps: Array.from({ length: count }, (_, warp) => timelineOf(program, warp, order)) };
  } catch (error) {
    if (error instanceof DivisionByZero) return refuse(say.zero);
    if (error instanceof TooLong) return refuse(say.tooLong(240));
    if (!(error instanceof ProgramError)) throw error;
    const { expected, found } = error;
    const what = say.sign(expected in say.expected ? say.expected[expected as keyof Words['expected']] : expected);
    return refuse(found === '' ? say.atEnd(what) : say.place(what, found));
  }
}

