import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import type { Locale } from '../i18n/locale.ts';
import { choiceOf, numberOf, type FigureControl, type FigureModel, type FigureValues } from './figure-model.ts';
import { presetButtons } from './preset-buttons.ts';
import { escapeXml, figureTable, group, rect, svg, text } from './svg.ts';
import { blockParameters, outerParameters, tokensOf, vitParameters, vitPresets, type VitShape } from './vit-parameters.ts';

const patches = ['8', '14', '16', '32'] as const;

const controls: readonly FigureControl[] = [
  { name: 'width', kind: 'range', min: 64, max: 1536, step: 64, value: '768', label: { en: 'width of a token', 'zh-cn': 'token 的宽度' } },
  { name: 'depth', kind: 'range', min: 1, max: 40, value: '12', label: { en: 'blocks', 'zh-cn': '层数' } },
  { name: 'mlp', kind: 'range', min: 1, max: 8, value: '4', label: { en: 'MLP, times the width', 'zh-cn': 'MLP 宽度的倍数' } },
  { name: 'image', kind: 'range', min: 64, max: 512, step: 16, value: '224', label: { en: 'side of the image', 'zh-cn': '图像边长' } },
  {
    name: 'patch', kind: 'select', value: '16', label: { en: 'side of a patch', 'zh-cn': '图块边长' },
    options: patches.map((value) => ({ value, en: value, 'zh-cn': value })),
  },
  { name: 'classes', kind: 'number', min: 1, max: 100_000, value: '1000', label: { en: 'classes', 'zh-cn': '类别数' } },
];

interface Words {
  readonly region: string;
  readonly presets: string;
  readonly parts: Readonly<Record<keyof ReturnType<typeof blockParameters> | keyof ReturnType<typeof outerParameters>, string>>;
  readonly block: (index: number) => string;
  readonly summary: (total: string, tokens: number, blocks: string, mlp: string, inference: string, training: string) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    region: 'Parameters as areas',
    presets: 'Known models',
    parts: {
      qkv: 'Q, K, V', projection: 'projection', expand: 'MLP, out', contract: 'MLP, back', norms: 'layer norms',
      patches: 'patches', positions: 'positions', classToken: 'class token', finalNorm: 'last norm', head: 'head',
    },
    block: (index) => `block ${index}`,
    summary: (total, tokens, blocks, mlp, inference, training) =>
      `${total} parameters; an image is ${tokens} tokens. The blocks have ${blocks} of them, their MLPs alone ${mlp}. `
      + `${inference} in FP32; with gradients and the two moments of AdamW ${training}.`,
  },
  'zh-cn': {
    region: '以面积表示参数量',
    presets: '已知模型',
    parts: {
      qkv: 'Q、K、V', projection: '输出投影', expand: 'MLP 升维', contract: 'MLP 降维', norms: '层内归一化',
      patches: '图块嵌入', positions: '位置嵌入', classToken: 'class token', finalNorm: '最后的归一化', head: '分类头',
    },
    block: (index) => `第 ${index} 层`,
    summary: (total, tokens, blocks, mlp, inference, training) =>
      `${total} 个参数；一张图是 ${tokens} 个 token。各层共占 ${blocks}，其中 MLP 就占 ${mlp}。`
      + `FP32 权重 ${inference}；加上梯度和 AdamW 的两个矩，共 ${training}。`,
  },
};

interface Part {
  readonly name: string;
  readonly kind: string;
  readonly count: number;
  readonly children?: readonly Part[];
}

export const figure: FigureModel = {
  title: { en: 'The parameters of a Vision Transformer', 'zh-cn': 'Vision Transformer 的参数' },
  caption: {
    en: 'Area is the number of parameters; a heavy frame is a block. The number of heads does not appear: heads cut the width, and cost no parameters. Layer norms are too small to be seen. D: width, L: blocks, r: MLP times the width, P: side of a patch, T: tokens, C: classes.',
    'zh-cn': '面积是参数量，粗框是一层。注意力头数不出现：它只是把宽度切开，不增加参数。归一化小到看不见。D：宽度，L：层数，r：MLP 倍数，P：图块边长，T：token 数，C：类别数。',
  },
  controls,
  draw(values, locale) {
    const say = words[locale];
    const number = (name: string) => Math.round(numberOf(controls, values, name));
    const shape: VitShape = {
      image: number('image'), patch: Number(choiceOf(values, 'patch', patches, '16')),
      width: number('width'), depth: number('depth'), mlp: number('mlp'), classes: number('classes'),
    };
    const total = vitParameters(shape);
    const block = blockParameters(shape);
    const percent = (count: number) => `${((100 * count) / total).toFixed(1)} %`;
    const blockTotal = Object.values(block).reduce((sum, count) => sum + count, 0);
    return {
      picture: presetButtons('vit', say.presets, presets, textsOf(shape)) + areas(shape, total, say) + counts(shape, total, say),
      summary: say.summary(
        total.toLocaleString('en-US'), tokensOf(shape), percent(shape.depth * blockTotal),
        percent(shape.depth * (block.expand + block.contract)), bytes(4 * total), bytes(16 * total),
      ),
    };
  },
};

const textsOf = (shape: VitShape): FigureValues => Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, String(value)]));
const presets = Object.entries(vitPresets).map(([name, shape]) => ({ name, values: textsOf(shape) }));

const bytes = (count: number) => (count >= 1e9 ? `${(count / 1e9).toFixed(2)} GB` : `${(count / 1e6).toFixed(0)} MB`);

/** Each kind of part: what it is made of, and how many parameters that is. D: width, P: patch, T: tokens, L: blocks, C: classes. */
const formulas = {
  patches: '3P²D + D', positions: 'TD', classToken: 'D',
  qkv: 'L (3D² + 3D)', projection: 'L (D² + D)', expand: 'L (rD² + rD)', contract: 'L (rD² + D)', norms: '4LD',
  finalNorm: '2D', head: 'DC + C',
} as const;

function counts(shape: VitShape, total: number, say: Words): string {
  const block = Object.entries(blockParameters(shape)).map(([kind, count]) => [kind, count * shape.depth] as const);
  const known = new Map([...block, ...Object.entries(outerParameters(shape))]);
  const rows = Object.entries(formulas).map(([kind, formula]) => {
    const count = known.get(kind) ?? 0;
    return `<tr><th scope="row"><svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">${rect(0, 0, 12, 12, `area ${kind}`)}</svg>`
      + `${say.parts[kind as keyof typeof formulas]}</th><td>${formula}</td><td>${count.toLocaleString('en-US')}</td>`
      + `<td>${((100 * count) / total).toFixed(1)} %</td></tr>`;
  });
  return figureTable(say.region, `<tbody>${rows.join('')}</tbody>`);
}

function areas(shape: VitShape, total: number, say: Words): string {
  const parts = (counts: Readonly<Record<string, number>>): readonly Part[] =>
    Object.entries(counts).map(([kind, count]) => ({ kind, count, name: say.parts[kind as keyof Words['parts']] }));
  const blocks = Array.from({ length: shape.depth }, (_, index): Part => (
    { kind: 'block', name: say.block(index + 1), count: 0, children: parts(blockParameters(shape)) }
  ));
  const root = hierarchy<Part>({ kind: 'vit', name: '', count: 0, children: [...blocks, ...parts(outerParameters(shape))] })
    .sum(({ count }) => count);
  const laid = treemap<Part>().tile(treemapSquarify.ratio(1)).size([352, 300]).round(false)(root);
  const leaves = laid.leaves().map(({ x0, y0, x1, y1, data }) => {
    const [width, height] = [x1 - x0, y1 - y0];
    const label = data.count.toLocaleString('en-US');
    const fits = (words_: string, size: number) => width > words_.length * size && height > 13;
    return group(x0, y0, [
      `<title>${escapeXml(data.name)}: ${label}, ${((100 * data.count) / total).toFixed(1)} %</title>`,
      rect(0, 0, width, height, `area ${data.kind}`, 0),
      ...(fits(data.name, 6.4) ? [text(4, 12, data.name, 'area-name')] : []),
      ...(fits(label, 5.6) && height > 27 ? [text(4, 24, label, 'area-count')] : []),
    ]);
  });
  const frames = laid.children?.flatMap(({ x0, y0, x1, y1, data }) => (data.kind === 'block' ? [rect(x0, y0, x1 - x0, y1 - y0, 'block', 0)] : []));
  return svg(360, 308, say.region, [group(4, 4, [...leaves, ...(frames ?? [])])]);
}
