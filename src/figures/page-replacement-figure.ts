import type { Locale } from '../i18n/locale.ts';
import { choiceOf, listOf, numberOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { faultsOf, replacementPolicies, replacePages, type PageStep, type ReplacementPolicy } from './page-replacement.ts';
import { group, path, rect, svg, text } from './svg.ts';

const range = { min: 0, max: 99, most: 20 } as const;
const belady = '1 2 3 4 1 2 5 1 2 3 4 5';

const controls: readonly FigureControl[] = [
  {
    name: 'policy', kind: 'select', value: 'fifo', label: { en: 'which page leaves', 'zh-cn': '换出哪一页' },
    options: [
      { value: 'fifo', en: 'FIFO: loaded longest ago', 'zh-cn': 'FIFO：最早装入的' },
      { value: 'lru', en: 'LRU: unused for longest', 'zh-cn': 'LRU：最久没用的' },
      { value: 'opt', en: 'OPT: needed last', 'zh-cn': 'OPT：最晚才再用到的' },
      { value: 'clock', en: 'clock, bit 1 at load', 'zh-cn': 'clock，装入时位为 1' },
      { value: 'clock-0', en: 'clock, bit 0 at load', 'zh-cn': 'clock，装入时位为 0' },
    ],
  },
  { name: 'pages', kind: 'text', value: belady, label: { en: 'references', 'zh-cn': '访问序列' } },
  { name: 'frames', kind: 'range', min: 1, max: 5, value: '3', label: { en: 'frames', 'zh-cn': '页框数' } },
  { name: 'step', kind: 'range', min: 0, max: 12, value: '12', label: { en: 'step', 'zh-cn': '步骤' } },
];

interface Words {
  readonly bad: string;
  readonly region: string;
  readonly heading: (size: number, faults: number) => string;
  readonly names: Readonly<Record<ReplacementPolicy, string>>;
  readonly start: string;
  readonly hit: (size: number) => string;
  readonly loads: (size: number) => string;
  readonly evicts: (size: number, page: number) => string;
  readonly step: (page: number, what: readonly string[]) => string;
  readonly total: (name: string, small: string, large: string) => string;
  readonly faults: (size: number, faults: number) => string;
  readonly anomaly: string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    bad: `References: write up to ${range.most} page numbers from ${range.min} to ${range.max}, such as ${belady}.`,
    region: 'What each frame holds after each reference',
    heading: (size, faults) => `${size} ${size === 1 ? 'frame' : 'frames'}: ${faults} ${faults === 1 ? 'fault' : 'faults'}`,
    names: { fifo: 'FIFO', lru: 'LRU', opt: 'OPT', clock: 'Clock', 'clock-0': 'Clock, bit 0 at load' },
    start: 'All frames are empty.',
    hit: (size) => `with ${size} a hit`,
    loads: (size) => `with ${size} a fault, into an empty frame`,
    evicts: (size, page) => `with ${size} a fault, ${page} leaves`,
    step: (page, what) => `Page ${page}: ${what.join('; ')}.`,
    total: (name, small, large) => `${name}: ${small}, ${large}.`,
    faults: (size, faults) => `${faults} faults with ${size}`,
    anomaly: ' More memory, more faults: Belady’s anomaly.',
  },
  'zh-cn': {
    bad: `访问序列：请写不超过 ${range.most} 个 ${range.min} 到 ${range.max} 的页号，例如 ${belady}。`,
    region: '每次访问后各页框里的页',
    heading: (size, faults) => `${size} 个页框：缺页 ${faults} 次`,
    names: { fifo: 'FIFO', lru: 'LRU', opt: 'OPT', clock: 'Clock', 'clock-0': 'Clock（装入时位为 0）' },
    start: '页框全是空的。',
    hit: (size) => `${size} 框时命中`,
    loads: (size) => `${size} 框时缺页，装入空页框`,
    evicts: (size, page) => `${size} 框时缺页，换出 ${page}`,
    step: (page, what) => `页 ${page}：${what.join('；')}。`,
    total: (name, small, large) => `${name}：${small}，${large}。`,
    faults: (size, faults) => `${size} 个页框缺页 ${faults} 次`,
    anomaly: '内存多了，缺页反而多：Belady 异常。',
  },
};

export const figure: FigureModel = {
  title: { en: 'Page replacement, reference by reference', 'zh-cn': '页面置换，一步一步看' },
  caption: {
    en: 'A column for each reference, a row for each frame, below the same with one frame more. A filled cell is a fault: the page was loaded there. '
      + 'For clock, a dot is a bit that is set, and the triangle at the last column is the hand.',
    'zh-cn': '一列是一次访问，一行是一个页框；下面是多一个页框的情形。填色的格子表示缺页：这一页刚装入这里。clock 策略里，圆点表示位为 1，最后一列旁的三角是指针。',
  },
  controls,
  draw(values, locale) {
    const say = words[locale];
    const references = listOf(values['pages'], range);
    if (!references) return { control: 'pages', problem: say.bad };
    const policy = choiceOf(values, 'policy', replacementPolicies, 'fifo');
    const size = numberOf(controls, values, 'frames');
    const step = Math.min(Number(values['step'] ?? references.length), references.length);
    const tables = [size, size + 1].map((frames) => ({ frames, steps: replacePages(references, frames, policy) }));
    const pitch = Math.min(29, 348 / references.length);
    const tops = [0, 52 + size * 26];
    const parts = tables.map(({ frames, steps }, index) => group(6, tops[index] ?? 0, [
      text(0, 16, say.heading(frames, faultsOf(steps.slice(0, step))), 'heading'),
      ...references.map((page, column) => text(column * pitch + pitch / 2 - 1.5, 37, page, column < step ? 'reference' : 'reference later')),
      ...steps.slice(0, step).flatMap((each, column) => columnOf(each, column, pitch, policy)),
      ...(step > 0 && policy.startsWith('clock') ? [handOf(steps[step - 1], step * pitch)] : []),
    ]));
    return {
      picture: svg(360, (tops[1] ?? 0) + 50 + (size + 1) * 26, say.region, parts),
      summary: summaryOf(tables, step, policy, say),
      limits: { step: references.length },
      shown: { step: `${step} / ${references.length}` },
    };
  },
};

function columnOf({ frames, loaded, used }: PageStep, column: number, pitch: number, policy: ReplacementPolicy): readonly string[] {
  const width = pitch - 3;
  return frames.flatMap((page, row) => {
    const [x, y] = [column * pitch, 44 + row * 26];
    const kind = row === loaded ? 'loaded' : 'kept';
    return [
      rect(x, y, width, 23, `frame ${kind}`, 3),
      ...(page === null ? [] : [text(x + width / 2, y + 16, page, `held ${kind}`)]),
      ...(policy.startsWith('clock') && used[row] && page !== null ? [`<circle class="bit ${kind}" cx="${x + width - 4}" cy="${y + 4.5}" r="2"/>`] : []),
    ];
  });
}

function handOf(step: PageStep | undefined, x: number): string {
  return path(`M${Math.min(x, 348)} ${44 + (step?.hand ?? 0) * 26 + 11.5}l8 -5v10z`, 'hand');
}

interface Table {
  readonly frames: number;
  readonly steps: readonly PageStep[];
}

function summaryOf(tables: readonly Table[], step: number, policy: ReplacementPolicy, say: Words): string {
  const page = tables[0]?.steps[step - 1]?.page;
  if (page === undefined) return say.start;
  const what = tables.map(({ frames, steps }) => {
    const { loaded = null, evicted = null } = steps[step - 1] ?? {};
    return loaded === null ? say.hit(frames) : evicted === null ? say.loads(frames) : say.evicts(frames, evicted);
  });
  const counts = tables.map(({ frames, steps }) => ({ frames, faults: faultsOf(steps.slice(0, step)) }));
  const [small, large] = counts.map(({ frames, faults }) => say.faults(frames, faults));
  const worse = (counts[1]?.faults ?? 0) > (counts[0]?.faults ?? 0);
  const ended = step === tables[0]?.steps.length;
  return `${say.step(page, what)} ${say.total(say.names[policy], small ?? '', large ?? '')}${ended && worse ? say.anomaly : ''}`;
}
