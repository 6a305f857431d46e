import type { Locale } from '../i18n/locale.ts';
import { choiceOf, numberOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { busyTime, expectedTime, timelineEnd, type Timeline } from './recorded-timeline.ts';
import { at, group, path, rect, svg, text } from './svg.ts';

const ways = ['1 chunk', '8 chunks', '8 chunks, stray kernel', '8 chunks, pageable'] as const;

const controls: readonly FigureControl[] = [
  {
    name: 'way', kind: 'select', value: '8 chunks', label: { en: 'how the work is issued', 'zh-cn': '提交方式' },
    options: [
      { value: '1 chunk', en: 'in one piece', 'zh-cn': '不分块' },
      { value: '8 chunks', en: '8 chunks', 'zh-cn': '8 块' },
      { value: '8 chunks, stray kernel', en: '8 chunks, a kernel in the default stream after each', 'zh-cn': '8 块，每块之后默认流里有一个核函数' },
      { value: '8 chunks, pageable', en: '8 chunks, pageable memory', 'zh-cn': '8 块，可分页内存' },
    ],
  },
  { name: 'time', kind: 'range', min: 0, max: 1000, step: 5, value: '300', label: { en: 'time', 'zh-cn': '时刻' } },
];

interface Words {
  readonly lanes: readonly [string, string, string];
  readonly region: string;
  readonly busy: (share: string) => string;
  readonly missing: string;
  readonly idle: string;
  readonly works: (lane: string, chunk: number) => string;
  readonly now: (ms: string, what: readonly string[]) => string;
  readonly total: (ms: string, two: string, three: string) => string;
  readonly expected: (ms: string) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    lanes: ['copy in', 'kernel', 'copy out'],
    region: 'When each engine worked on which chunk, as recorded',
    busy: (share) => `busy ${share}`,
    missing: 'The timeline is not recorded yet.',
    idle: 'no engine works',
    works: (lane, chunk) => `${lane} has chunk ${chunk}`,
    now: (ms, what) => `At ${ms} ms ${what.join(', ')}.`,
    total: (ms, two, three) => ` In all ${ms} ms: two engines or more at work for ${two} of it, all three for ${three}.`,
    expected: (ms) => ` The formula gives ${ms} ms.`,
  },
  'zh-cn': {
    lanes: ['拷入', '核函数', '拷出'],
    region: '录制的时间线：各引擎何时在处理哪一块',
    busy: (share) => `忙碌 ${share}`,
    missing: '时间线尚未录制。',
    idle: '没有引擎在工作',
    works: (lane, chunk) => `${lane}在处理第 ${chunk} 块`,
    now: (ms, what) => `${ms} ms 时，${what.join('，')}。`,
    total: (ms, two, three) => `共 ${ms} ms：两个以上引擎同时工作占 ${two}，三个全忙占 ${three}。`,
    expected: (ms) => `按公式应为 ${ms} ms。`,
  },
};

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`;

export const figure: FigureModel = {
  title: { en: 'Three engines, as recorded', 'zh-cn': '三个引擎的实测时间线' },
  caption: {
    en: 'The recorded timeline of the program above, read back from its plot: one run on the GPU, event by event. The numbers are chunks. The first three ways share one scale.',
    'zh-cn': '上面程序录制下来的时间线，从它的图里读回：GPU 上的一次运行，逐个事件。数字是块的编号。前三种方式用同一个时间刻度。',
  },
  controls,
  draw(values, locale, data) {
    const say = words[locale];
    const timelines = JSON.parse(data ?? '[]') as readonly Timeline[];
    const way = choiceOf(values, 'way', ways, '8 chunks');
    const timeline = timelines.find((each) => each.way === way);
    const onePiece = timelines.find((each) => each.way === '1 chunk');
    if (!timeline || !onePiece) return { picture: '', summary: say.missing, hidden: ['way', 'time'] };
    const end = timelineEnd(timeline);
    const scale = way === '8 chunks, pageable' ? end
      : Math.max(...timelines.filter((each) => each.way !== '8 chunks, pageable').map(timelineEnd));
    const now = (numberOf(controls, values, 'time') / 1000) * end;
    const working = timeline.bars.filter(({ from, to }) => from <= now && now < to).toSorted((a, b) => a.stage - b.stage);
    const what = working.map(({ stage, chunk }) => say.works(say.lanes[stage] ?? '', chunk + 1));
    const chunks = timeline.bars.length / 3;
    return {
      picture: drawn(timeline, now, scale, say),
      summary: say.now(now.toFixed(2), what.length === 0 ? [say.idle] : what)
        + say.total(end.toFixed(2), percent(busyTime(timeline, 2), end), percent(busyTime(timeline, 3), end))
        + (way === '8 chunks' ? say.expected(expectedTime(onePiece, chunks).toFixed(2)) : ''),
      shown: { time: `${now.toFixed(2)} ms` },
    };
  },
};

function drawn(timeline: Timeline, now: number, scale: number, say: Words): string {
  const x = (ms: number) => 4 + (ms * 352) / scale;
  const end = timelineEnd(timeline);
  const step = [0.5, 1, 2, 5, 10].find((each) => scale / each <= 9) ?? 20;
  const ticks = Array.from({ length: Math.floor(scale / step) + 1 }, (_, index) => index * step);
  const lanes = say.lanes.map((lane, stage) => {
    const bars = timeline.bars.filter((bar) => bar.stage === stage);
    const busy = bars.reduce((sum, { from, to }) => sum + to - from, 0);
    return group(0, stage * 50, [
      text(4, 13, lane, 'lane'),
      text(356, 13, say.busy(percent(busy, end)), 'busy'),
      path('M4 44H356', 'rail'),
      ...bars.map(({ from, to }) =>
        rect(x(from), 19, Math.max(1, x(to) - x(from) - 0.4), 25, `bar ${from <= now && now < to ? 'now ' : ''}stage-${stage}`, 1)),
      ...bars.flatMap(({ chunk, from, to }) => (x(to) - x(from) < 10 ? [] : [text((x(from) + x(to)) / 2, 36, chunk + 1, 'chunk')])),
    ]);
  });
  return svg(360, 180, say.region, [
    ...lanes,
    ...ticks.map((ms) => path(`M${at(x(ms))} 150v5`, 'tick') + text(x(ms), 168, ms, 'time')),
    text(356, 178, 'ms', 'unit'),
    path([17, 67, 117].map((top) => `M${at(x(now))} ${top}v30`).join(''), 'cursor'),
  ]);
}
