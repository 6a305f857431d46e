import type { Locale } from '../i18n/locale.ts';
import {
  attentionParameters, attentionSteps, cacheBytes, divisorsOf, elementsOf, headScores, headWeights, modelWidth,
  type AttentionShape, type AttentionStep,
} from './attention-shapes.ts';
import { numberOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { at, figureTable, group, path, rect, svg, text, upTo } from './svg.ts';

const shown = 12; // tokens of the map

const controls: readonly FigureControl[] = [
  { name: 'batch', kind: 'range', min: 1, max: 64, value: '4', label: { en: 'B: sequences', 'zh-cn': 'B：序列数' } },
  { name: 'tokens', kind: 'range', min: 4, max: 17, value: '11', label: { en: 'T: tokens', 'zh-cn': 'T：token 数' } },
  { name: 'heads', kind: 'range', min: 1, max: 64, value: '32', label: { en: 'heads of queries', 'zh-cn': '查询头数' } },
  { name: 'kv', kind: 'range', min: 0, max: 5, value: '3', label: { en: 'heads of keys and values', 'zh-cn': '键值头数' } },
  { name: 'width', kind: 'range', min: 4, max: 8, value: '7', label: { en: 'width of a head', 'zh-cn': '每个头的宽度' } },
  { name: 'seed', kind: 'range', min: 1, max: 30, value: '1', label: { en: 'another head in the map', 'zh-cn': '图中换一个头' } },
  { name: 'causal', kind: 'check', value: 'on', label: { en: 'causal: no look ahead', 'zh-cn': '因果掩码：不看后面' } },
  { name: 'scaled', kind: 'check', value: 'on', label: { en: 'scores divided by √width', 'zh-cn': '分数除以 √宽度' } },
];

interface Words {
  readonly names: Readonly<Record<AttentionStep['name'], string>>;
  readonly head: readonly [string, string, string, string];
  readonly heads: (query: number, kv: number) => string;
  readonly map: string;
  readonly key: string;
  readonly query: string;
  readonly cell: (query: number, key: number, weight: string) => string;
  readonly summary: (told: {
    readonly width: number; readonly parameters: string; readonly cache: string; readonly share: string; readonly scores: string;
    readonly largest: string;
  }) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    names: { x: 'x', q: 'Q = xW<sub>Q</sub>', k: 'K = xW<sub>K</sub>', v: 'V = xW<sub>V</sub>', scores: 'softmax(QKᵀ)', weighted: '… V', output: 'out' },
    head: ['tensor', 'shape', 'BF16', 'FLOP'],
    heads: (query, kv) => (query === kv ? `multi-head: ${query} heads, each with keys and values of its own`
      : kv === 1 ? `multi-query: ${query} heads share one of keys and values`
        : `grouped-query: ${query / kv} heads share one of keys and values`),
    map: 'weights of one head',
    key: 'key →',
    query: 'query ↓',
    cell: (query, key, weight) => `query ${query}, key ${key}: ${weight}`,
    summary: ({ width, parameters, cache, share, scores, largest }) =>
      `Width of the model ${width}; ${parameters} weights in this layer. In the cache of the layer a token leaves ${cache}${share}. `
      + `The scores, written out, would take ${scores}. In the map the largest weight of a row is ${largest} on average.`,
  },
  'zh-cn': {
    names: { x: 'x', q: 'Q = xW<sub>Q</sub>', k: 'K = xW<sub>K</sub>', v: 'V = xW<sub>V</sub>', scores: 'softmax(QKᵀ)', weighted: '… V', output: '输出' },
    head: ['张量', '形状', 'BF16', 'FLOP'],
    heads: (query, kv) => (query === kv ? `多头：${query} 个头各有自己的键和值`
      : kv === 1 ? `多查询：${query} 个头共用一组键和值`
        : `分组查询：每 ${query / kv} 个头共用一组键和值`),
    map: '一个头的权重',
    key: '键 →',
    query: '查询 ↓',
    cell: (query, key, weight) => `查询 ${query}，键 ${key}：${weight}`,
    summary: ({ width, parameters, cache, share, scores, largest }) =>
      `模型宽度 ${width}；这一层有 ${parameters} 个权重。每个 token 在这一层的缓存里占 ${cache}${share}。`
      + `若把分数矩阵写出来，要 ${scores}。图中每行最大的权重平均为 ${largest}。`,
  },
};

export const figure: FigureModel = {
  title: { en: 'Attention: shapes, heads, weights', 'zh-cn': '注意力：形状、头与权重' },
  caption: {
    en: 'Each tensor with its shape, its bytes at two a number, and the operations that make it. Fused kernels never write the scores out. '
      + 'Boxes: heads of queries above, of keys and values below. Map: random queries and keys of the width above, 12 tokens; the stronger the colour the more weight, and each row adds up to 1.',
    'zh-cn': '每个张量的形状、按每个数两字节算的大小，以及算出它的运算量。融合的核函数从不把分数矩阵写出来。'
      + '方框：上排是查询头，下排是键值头。热力图：上面所选宽度的随机查询和键，12 个 token；颜色越浓权重越大，每行之和为 1。',
  },
  controls,
  draw(values, locale) {
    const say = words[locale];
    const number = (name: string) => numberOf(controls, values, name);
    const heads = number('heads');
    const divisors = divisorsOf(heads);
    const kvHeads = divisors[Math.min(number('kv'), divisors.length - 1)] ?? 1;
    const given: AttentionShape = { batch: number('batch'), tokens: 2 ** number('tokens'), heads, kvHeads, headWidth: 2 ** number('width') };
    const scale = values['scaled'] === 'on' ? 1 / Math.sqrt(given.headWidth) : 1;
    const weights = headWeights(headScores(shown, given.headWidth, number('seed')), { causal: values['causal'] === 'on', scale });
    const largest = weights.reduce((sum, row) => sum + Math.max(...row), 0) / shown;
    const share = kvHeads === heads ? '' : locale === 'en' ? `, ${kvHeads}/${heads} of multi-head` : `，是多头的 ${kvHeads}/${heads}`;
    return {
      picture: table(given, say) + headGroups(given, say) + heatMap(weights, say),
      summary: say.summary({
        width: modelWidth(given), parameters: attentionParameters(given).toLocaleString('en-US'), cache: bytes(cacheBytes(given)), share,
        scores: bytes(2 * elementsOf([given.batch, heads, given.tokens, given.tokens])), largest: largest.toFixed(2),
      }),
      limits: { kv: divisors.length - 1 },
      shown: { tokens: given.tokens.toLocaleString('en-US'), kv: String(kvHeads), width: String(given.headWidth) },
    };
  },
};

function scaled(value: number, units: readonly string[], step: number): string {
  let [size, unit] = [value, 0];
  while (size >= step && unit < units.length - 1) [size, unit] = [size / step, unit + 1];
  return `${size >= 100 || Number.isInteger(size) ? size.toFixed(0) : size.toPrecision(3)} ${units[unit] ?? ''}`;
}

const bytes = (count: number) => scaled(count, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'], 1024);
const operations = (count: number) => scaled(count, ['', 'k', 'M', 'G', 'T', 'P', 'E'], 1000).trim();

function table(given: AttentionShape, say: Words): string {
  const rows = attentionSteps(given).map(({ name, shape, flops }) =>
    `<tr class="${name}"><th scope="row">${say.names[name]}</th><td>${shape.join('×')}</td>`
    + `<td>${bytes(2 * elementsOf(shape))}</td><td>${flops === 0 ? '' : operations(flops)}</td></tr>`);
  const head = say.head.map((word) => `<th scope="col">${word}</th>`).join('');
  return figureTable(say.head[1], `<thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody>`);
}

function headGroups({ heads, kvHeads }: AttentionShape, say: Words): string {
  const pitch = 352 / heads;
  const wide = 352 / kvHeads;
  const gap = pitch > 6 ? 2 : 0.6;
  const size = heads / kvHeads;
  return svg(360, 72, say.heads(heads, kvHeads), [
    text(4, 12, say.heads(heads, kvHeads), 'caption'),
    ...upTo(heads).map((head) => rect(4 + head * pitch + gap / 2, 20, pitch - gap, 16, `query tone-${Math.floor(head / size) % 2}`, 1)),
    ...upTo(kvHeads).map((head) => rect(4 + head * wide + gap / 2, 50, Math.min(wide - gap, 60), 16, `kv tone-${head % 2}`, 1)),
    path(upTo(heads).map((head) => {
      const under = Math.floor(head / size);
      return `M${at(4 + (head + 0.5) * pitch)} 37L${at(4 + under * wide + gap / 2 + Math.min(wide - gap, 60) / 2)} 49`;
    }).join(''), 'link'),
  ]);
}

function heatMap(weights: readonly (readonly number[])[], say: Words): string {
  const cell = 19;
  return svg(360, 36 + weights.length * cell, say.map, [
    text(66 + (weights.length * cell) / 2, 12, `${say.map} · ${say.key}`, 'axis'),
    ...weights.flatMap((row, query) => [
      text(60, 36 + query * cell, query === 0 ? say.query : query, 'side'),
      ...row.map((weight, key) => (weight === 0 ? rect(66 + key * cell, 22 + query * cell, cell - 1.5, cell - 1.5, 'masked', 2)
        : group(66 + key * cell, 22 + query * cell, [
          `<title>${say.cell(query, key, weight.toFixed(2))}</title>`,
          `<rect class="weight" width="${cell - 1.5}" height="${cell - 1.5}" rx="2" fill-opacity="${Math.sqrt(weight).toFixed(2)}"/>`,
        ]))),
    ]),
  ]);
}
