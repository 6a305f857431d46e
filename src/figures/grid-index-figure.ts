import type { Locale } from '../i18n/locale.ts';
import { formatCount } from '../i18n/format-count.ts';
import { drawIndices, nameOf } from './grid-index-drawing.ts';
import {
  axes, elementsOf, fittingGrid, launchLimits, product, tallyOf, threadOf, touchAt, type Launch, type Tally, type Touch, type Triple,
} from './grid-index.ts';
import { listOf, numberOf, type FigureControl, type FigureModel, type FigureProblem, type FigureValues } from './figure-model.ts';
import { presetButtons, type Preset } from './preset-buttons.ts';

const most = 100_000_000;

const controls: readonly FigureControl[] = [
  { name: 'data', kind: 'text', value: '29', label: { en: 'data: elements along x (y, z)', 'zh-cn': '数据：x（y、z）方向的元素数' } },
  { name: 'block', kind: 'text', value: '8', label: { en: 'block: threads along x (y, z)', 'zh-cn': '块：x（y、z）方向的线程数' } },
  { name: 'fit', kind: 'check', value: 'on', label: { en: 'grid: data / block, rounded up', 'zh-cn': '网格 = 数据 ÷ 块，向上取整' } },
  { name: 'grid', kind: 'text', value: '4', label: { en: 'grid: blocks along x (y, z)', 'zh-cn': '网格：x（y、z）方向的块数' } },
  {
    name: 'way', kind: 'select', value: 'one', label: { en: 'each thread takes', 'zh-cn': '每个线程处理' },
    options: [
      { value: 'one', en: 'one element', 'zh-cn': '一个元素' },
      { value: 'stride', en: 'a grid-stride loop', 'zh-cn': '网格跨步循环' },
    ],
  },
  { name: 'guard', kind: 'check', value: 'on', label: { en: 'guard: if (i < n)', 'zh-cn': '边界判断 if (i < n)' } },
  { name: 'bid', kind: 'range', min: 0, max: 2 ** 47, value: '2', label: { en: 'look at block', 'zh-cn': '看哪个块' } },
  { name: 'tid', kind: 'range', min: 0, max: 1023, value: '5', label: { en: 'thread', 'zh-cn': '线程' } },
];

interface Words {
  readonly shape: Readonly<Record<'data' | 'block' | 'grid', string>>;
  readonly bad: (name: string, numbers: string) => string;
  readonly numbers: (dimensions: number) => string;
  readonly someNumbers: string;
  readonly tooMany: string;
  readonly tooManyThreads: (threads: number) => string;
  readonly tooLong: (name: string, limit: number, axis: string) => string;
  readonly threads: (tally: Tally) => string;
  readonly rest: (tally: Tally) => readonly string[];
  readonly thread: (block: string, thread: string) => string;
  readonly takes: (elements: readonly number[], shown: string) => string;
  readonly touch: Readonly<Record<Exclude<Touch, 'own'>, (element: string) => string>>;
  readonly cases: string;
  readonly and: string;
  readonly stop: string;
}

const count = formatCount;

/** Launches that show one thing each. */
const cases = [
  { en: 'the guard at work', 'zh-cn': '边界判断', values: { data: '29', block: '8', fit: 'on', way: 'one', guard: 'on', bid: '3', tid: '6' } },
  { en: 'grid-stride loop', 'zh-cn': '网格跨步', values: { data: '29', block: '8', fit: '', grid: '2', way: 'stride', bid: '1', tid: '5' } },
  { en: 'an image', 'zh-cn': '一幅图像', values: { data: '20 × 11', block: '8 × 4', fit: 'on', way: 'one', guard: 'on', bid: '1', tid: '10' } },
  { en: 'the same, no guard', 'zh-cn': '同一幅图像，没有边界判断', values: { data: '20 × 11', block: '8 × 4', fit: 'on', way: 'one', guard: '', bid: '2', tid: '12' } },
  { en: 'a volume', 'zh-cn': '三维数据', values: { data: '9 × 6 × 4', block: '4 × 4 × 2', fit: 'on', way: 'one', guard: 'on', bid: '1', tid: '17' } },
  { en: 'a million', 'zh-cn': '一百万个', values: { data: '1000000', block: '256', fit: 'on', way: 'one', guard: 'on', bid: '3906', tid: '64' } },
] as const;
const words: Readonly<Record<Locale, Words>> = {
  en: {
    shape: { data: 'Data', block: 'Block', grid: 'Grid' },
    bad: (name, numbers) => `${name}: write ${numbers}, such as 29 or 20 × 12.`,
    numbers: (dimensions) => `${dimensions} ${dimensions === 1 ? 'number' : 'numbers'} from 1, as the data has`,
    someNumbers: 'one to three numbers from 1',
    tooMany: `Data: at most ${count(most)} elements are counted here.`,
    tooManyThreads: (threads) => `Block: ${count(threads)} threads are too many, a launch with more than ${count(launchLimits.threads)} fails.`,
    tooLong: (name, limit, axis) => `${name}: at most ${count(limit)} along ${axis}, more make the launch fail.`,
    threads: ({ threads, elements, most: busiest }) =>
      `${count(threads)} threads for ${count(elements)} elements${busiest > 1 ? `, up to ${count(busiest)} each` : ''}`,
    rest: ({ untouched, idle, foreign, behind }) => [
      ...(untouched > 0 ? [`${count(untouched)} elements are touched by none`] : []),
      ...(idle > 0 ? [`${count(idle)} have none, and the guard stops them`] : []),
      ...(foreign + behind > 0 ? [`without the guard ${[
        ...(foreign > 0 ? [`${count(foreign)} touch an element of another thread`] : []),
        ...(behind > 0 ? [`${count(behind)} write behind the array`] : []),
      ].join(' and ')}`] : []),
    ],
    thread: (block, thread) => `Block ${block}, thread ${thread}`,
    takes: (elements, shown) => ` takes ${elements.length === 1 ? 'element' : 'elements'} ${shown}.`,
    touch: {
      none: () => ' has no element.',
      foreign: (element) => ` touches element ${element}, which belongs to another thread.`,
      behind: (element) => ` would touch element ${element}, which is behind the array.`,
    },
    cases: 'Launches to look at', and: '; ', stop: '. ',
  },
  'zh-cn': {
    shape: { data: '数据', block: '块', grid: '网格' },
    bad: (name, numbers) => `${name}：请写${numbers}，例如 29 或 20 × 12。`,
    numbers: (dimensions) => ` ${dimensions} 个不小于 1 的整数，和数据的维数一致`,
    someNumbers: '一到三个不小于 1 的整数',
    tooMany: `数据：这里最多算 ${count(most)} 个元素。`,
    tooManyThreads: (threads) => `块：${count(threads)} 个线程太多了，一块超过 ${count(launchLimits.threads)} 个就无法启动。`,
    tooLong: (name, limit, axis) => `${name}：${axis} 方向最多 ${count(limit)}，再多就无法启动。`,
    threads: ({ threads, elements, most: busiest }) =>
      `${count(threads)} 个线程，${count(elements)} 个元素${busiest > 1 ? `，每个线程最多处理 ${count(busiest)} 个` : ''}`,
    rest: ({ untouched, idle, foreign, behind }) => [
      ...(untouched > 0 ? [`${count(untouched)} 个元素没有线程处理`] : []),
      ...(idle > 0 ? [`${count(idle)} 个线程没有元素，由边界判断拦住`] : []),
      ...(foreign + behind > 0 ? [`没有边界判断，${[
        ...(foreign > 0 ? [`${count(foreign)} 个线程碰了别的线程的元素`] : []),
        ...(behind > 0 ? [`${count(behind)} 个线程写到数组后面`] : []),
      ].join('，')}`] : []),
    ],
    thread: (block, thread) => `块 ${block} 的线程 ${thread}`,
    takes: (_, shown) => ` 处理元素 ${shown}。`,
    touch: {
      none: () => ' 没有元素。',
      foreign: (element) => ` 会碰到元素 ${element}，那是别的线程的。`,
      behind: (element) => ` 会碰到下标 ${element}，已在数组之外。`,
    },
    cases: '几种启动', and: '；', stop: '。',
  },
};

const presetsIn = (locale: Locale) => cases.map((each) => ({ name: each[locale], values: each.values }));
const presets: Readonly<Record<Locale, readonly Preset[]>> = { en: presetsIn('en'), 'zh-cn': presetsIn('zh-cn') };

export const figure: FigureModel = {
  title: { en: 'From block and thread to an element', 'zh-cn': '从块号、线程号到元素' },
  caption: {
    en: 'A cell is a place that a thread computes, with its index in the array where there is room; cells of a colour belong to a block. '
      + 'Thick border: the thread that is looked at; dots: the other threads of its warp. Dashed: outside of the array, and the guard stops the thread. '
      + 'Red: no guard, and the thread touches what is not its own. A large grid is shown by one block, a warp a row.',
    'zh-cn': '一格是线程算出的一个位置，放得下时写出它在数组里的下标；同一种颜色属于同一块。粗框：正在看的线程；圆点：同一线程束的其他线程。'
      + '虚线：在数组之外，由边界判断拦住。红色：没有边界判断，线程碰到了不属于自己的东西。网格太大时只画一个块，一行是一个线程束。',
  },
  controls,
  draw(values, locale) {
    const say = words[locale];
    const launch = launchOf(values, say);
    if ('problem' in launch) return launch;
    const { data, block, grid, way } = launch;
    const dimensions = dimensionsOf(values);
    const last = { bid: product(grid) - 1, tid: product(block) - 1 };
    const chosen = [Math.min(last.bid, numberOf(controls, values, 'bid')), Math.min(last.tid, numberOf(controls, values, 'tid'))] as const;
    const thread = threadOf(launch, ...chosen);
    const tally = tallyOf(launch);
    const names = [nameOf(thread.blockIdx, dimensions), nameOf(thread.threadIdx, dimensions)] as const;
    const hidden = [...(values['fit'] === 'on' ? ['grid'] : []), ...(way === 'stride' ? ['guard'] : [])];
    return {
      picture: presetButtons('grid-index-case', say.cases, presets[locale], values) + drawIndices(launch, chosen, dimensions, locale),
      summary: [
        [say.threads(tally), ...say.rest(way === 'stride' ? { ...tally, idle: 0 } : tally)].join(say.and), say.stop,
        say.thread(...names), toldOf(launch, thread.place, elementsOf(launch, thread), say),
      ].join(''),
      limits: last,
      shown: { bid: `${names[0]} / ${sizeOf(grid, dimensions)}`, tid: `${names[1]} / ${sizeOf(block, dimensions)}` },
      hidden: [...hidden, ...Object.entries(last).flatMap(([name, value]) => (value === 0 ? [name] : []))],
    };

    function toldOf(of: Launch, place: Triple, elements: readonly number[], told: Words): string {
      const touch = touchAt(of, place);
      if (touch !== 'own') return told.touch[touch](count(place[0] + data[0] * (place[1] + data[1] * place[2])));
      const shown = elements.slice(0, 6).map(count).join(locale === 'en' ? ', ' : '、');
      return told.takes(elements, elements.length > 6 ? `${shown}, …` : shown);
    }
  },
};

const shapeOf = (text: string | undefined, length?: number): Triple | null => {
  const numbers = listOf(text?.replaceAll(/[x×*()]/giu, ' '), { min: 1, max: 2 ** 31 - 1, most: 3 });
  if (!numbers || (length !== undefined && numbers.length > length)) return null;
  return [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 1];
};

const dimensionsOf = (values: FigureValues): number => (values['data'] ?? '').match(/\d+/gu)?.length ?? 1;
const sizeOf = (size: Triple, dimensions: number) => size.slice(0, dimensions).map(count).join(' × ');

function launchOf(values: FigureValues, say: Words): Launch | FigureProblem {
  const data = shapeOf(values['data']);
  if (!data) return { control: 'data', problem: say.bad(say.shape.data, say.someNumbers) };
  if (product(data) > most) return { control: 'data', problem: say.tooMany };
  const dimensions = dimensionsOf(values);
  const block = shapeOf(values['block'], dimensions);
  const grid = block && (values['fit'] === 'on' ? fittingGrid(data, block) : shapeOf(values['grid'], dimensions));
  if (!block) return { control: 'block', problem: say.bad(say.shape.block, say.numbers(dimensions)) };
  if (!grid) return { control: 'grid', problem: say.bad(say.shape.grid, say.numbers(dimensions)) };
  for (const [name, size] of [['block', block], ['grid', grid]] as const) {
    const axis = size.findIndex((length, at) => length > (launchLimits[name][at] ?? 1));
    if (axis < 0) continue;
    const control = name === 'grid' && values['fit'] === 'on' ? 'block' : name;
    return { control, problem: say.tooLong(say.shape[name], launchLimits[name][axis] ?? 1, axes[axis] ?? '') };
  }
  if (product(block) > launchLimits.threads) return { control: 'block', problem: say.tooManyThreads(product(block)) };
  return { data, block, grid, way: values['way'] === 'stride' ? 'stride' : 'one', guard: values['guard'] === 'on' };
}
