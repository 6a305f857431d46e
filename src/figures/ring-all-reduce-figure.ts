import type { Locale } from '../i18n/locale.ts';
import { numberOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { ringStart, ringSteps, ringTraffic, type RingStep } from './ring-all-reduce.ts';
import { at, group, path, rect, svg, text, upTo } from './svg.ts';

const controls: readonly FigureControl[] = [
  { name: 'ranks', kind: 'range', min: 2, max: 8, value: '4', label: { en: 'ranks', 'zh-cn': 'rank 数' } },
  { name: 'step', kind: 'range', min: 0, max: 6, value: '3', label: { en: 'step', 'zh-cn': '步骤' } },
];

interface Words {
  readonly region: string;
  readonly rank: (rank: number) => string;
  readonly chunk: (chunk: number) => string;
  readonly start: (ranks: number) => string;
  readonly scatter: string;
  readonly scattered: string;
  readonly gather: string;
  readonly gathered: string;
  readonly step: (step: number, steps: number, told: string, sent: string, all: string) => string;
  readonly ring: string;
  readonly root: string;
  readonly times: (traffic: string) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    region: 'What each rank has of each chunk, and what it sends at this step',
    rank: (rank) => `rank ${rank}`,
    chunk: (chunk) => `chunk ${chunk}`,
    start: (ranks) => `Each rank has its own gradients, cut into ${ranks} chunks.`,
    scatter: 'reduce-scatter: each rank sends a chunk to its right neighbour, which adds it to its own.',
    scattered: 'reduce-scatter is over: each rank has one chunk that is summed over all.',
    gather: 'all-gather: each rank passes on a chunk that is complete, and the neighbour takes it over.',
    gathered: 'all-gather is over: every rank has all sums.',
    step: (step, steps, told, sent, all) => `Step ${step} of ${steps}, ${told} Each rank has sent ${sent} of its data; in the end ${all}.`,
    ring: 'each rank of a ring sends',
    root: 'one rank that sums for all sends, and receives,',
    times: (traffic) => `${traffic} × data`,
  },
  'zh-cn': {
    region: '每个 rank 的每一块有哪些 rank 的数据，以及这一步发送什么',
    rank: (rank) => `rank ${rank}`,
    chunk: (chunk) => `第 ${chunk} 块`,
    start: (ranks) => `每个 rank 只有自己的梯度，切成 ${ranks} 块。`,
    scatter: 'reduce-scatter：每个 rank 把一块发给右邻，右邻把它加到自己的那一块上。',
    scattered: 'reduce-scatter 完成：每个 rank 都有一块已对所有 rank 求和。',
    gather: 'all-gather：每个 rank 把完整的一块传下去，右邻直接替换自己的。',
    gathered: 'all-gather 完成：每个 rank 都有全部的和。',
    step: (step, steps, told, sent, all) => `第 ${step} 步，共 ${steps} 步。${told}每个 rank 已发送自己数据的 ${sent} 倍，全部做完是 ${all} 倍。`,
    ring: '环上每个 rank 发送',
    root: '由一个 rank 汇总时，它发送（接收也一样多）',
    times: (traffic) => `数据量的 ${traffic} 倍`,
  },
};

const [left, top, rowHeight] = [64, 26, 32] as const;

export const figure: FigureModel = {
  title: { en: 'All-reduce around a ring', 'zh-cn': '环形全归约' },
  caption: {
    en: 'A column for each rank, a row for each chunk of its data. A box has as many stripes as there are ranks; filled ones are summed in it already. Filled throughout: the sum over all. Arrows: what is sent at this step, all at once; from the last rank it goes around to the first.',
    'zh-cn': '一列是一个 rank，一行是数据的一块。每个方框有与 rank 数相同的竖条，填色的表示那个 rank 的数据已加进来；全部填满就是总和。箭头是这一步同时发送的块，最后一个 rank 发给第一个。',
  },
  controls,
  draw(values, locale) {
    const say = words[locale];
    const ranks = numberOf(controls, values, 'ranks');
    const steps = ringSteps(ranks);
    const step = Math.min(Number(values['step'] ?? 0), steps.length);
    return {
      picture: drawn(ranks, step, steps[step - 1], say),
      summary: step === 0 ? say.start(ranks)
        : say.step(step, steps.length, told(ranks, step, say), share(step, ranks), share(steps.length, ranks)),
      limits: { step: steps.length },
      shown: { step: `${step} / ${steps.length}` },
    };
  },
};

function told(ranks: number, step: number, say: Words): string {
  if (step < ranks - 1) return say.scatter;
  if (step === ranks - 1) return say.scattered;
  return step === 2 * (ranks - 1) ? say.gathered : say.gather;
}

const short = (value: number) => String(Math.round(value * 1000) / 1000);
const share = (step: number, ranks: number) => `${step}/${ranks} = ${short(step / ranks)}`;

function drawn(ranks: number, step: number, shown: RingStep | undefined, say: Words): string {
  const parts = shown?.parts ?? ringStart(ranks);
  const pitch = 296 / ranks;
  const width = pitch - Math.max(12, pitch * 0.28);
  const boxes = parts.flatMap((row, rank) => row.map((bits, chunk) => {
    const received = shown?.sends.some((send) => send.to === rank && send.chunk === chunk);
    const complete = bits === (1 << ranks) - 1;
    return group(left + rank * pitch, top + chunk * rowHeight, [
      ...upTo(ranks).flatMap((part) => ((bits >> part) % 2 === 0 ? []
        : [rect((part * width) / ranks, 0, width / ranks, 22, complete ? 'part complete' : 'part', 0)])),
      rect(0, 0, width, 22, received ? 'box received' : 'box', 2),
    ]);
  }));
  const arrows = (shown?.sends ?? []).map(({ from, to, chunk }) => {
    const y = top + chunk * rowHeight + 11;
    const start = left + from * pitch + width + 1;
    const head = (x: number) => `M${at(x - 5)} ${y - 3.5}l5 3.5l-5 3.5z`;
    if (to > from) return path(`M${at(start)} ${y}H${at(start + pitch - width - 5)}`, 'send') + path(head(start + pitch - width - 2), 'head');
    return path(`M${at(start)} ${y}h9M${left - 10} ${y}h4`, 'send') + path(head(left - 2), 'head');
  });
  const bottom = top + ranks * rowHeight + 8;
  const [ring, root] = [ringTraffic(ranks), ranks - 1];
  const x = (traffic: number) => (traffic / Math.max(ring, root)) * 352;
  return svg(360, bottom + 88, say.region, [
    ...upTo(ranks).map((rank) => text(left + rank * pitch + width / 2, 16, pitch > 60 ? say.rank(rank) : String(rank), 'rank')),
    ...upTo(ranks).map((chunk) => text(0, top + chunk * rowHeight + 15, say.chunk(chunk), 'chunk')),
    ...boxes, ...arrows,
    text(4, bottom + 14, `${say.ring} ${say.times(short(ring))}`, 'bar-name'),
    rect(4, bottom + 20, x(ring), 12, 'traffic'),
    rect(4, bottom + 20, x(step / ranks), 12, 'traffic done'),
    text(4, bottom + 52, `${say.root} ${say.times(short(root))}`, 'bar-name'),
    rect(4, bottom + 58, x(root), 12, 'traffic'),
  ]);
}
