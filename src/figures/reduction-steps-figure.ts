import type { Locale } from '../i18n/locale.ts';
import { choiceOf, numberOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { reductionSteps, reductionVersions, toyReduction, type ReductionStep } from './reduction-steps.ts';
import { group, path, rect, svg, text, upTo } from './svg.ts';

/** A rate as the note's cell printed it. */
export interface RecordedRate {
  readonly name: string;
  readonly value: number;
  readonly shown: string;
}

const longest = Math.max(...reductionVersions.map((version) => reductionSteps(version).length));

const controls: readonly FigureControl[] = [
  {
    name: 'version', kind: 'select', value: 'interleaved', label: { en: 'version', 'zh-cn': '版本' },
    options: [
      { value: 'interleaved', en: '1 interleaved', 'zh-cn': '1 交错' },
      { value: 'packed', en: '2 packed', 'zh-cn': '2 紧凑' },
      { value: 'sequential', en: '3 sequential', 'zh-cn': '3 顺序' },
      { value: 'grid-stride', en: '4 grid-stride', 'zh-cn': '4 网格跨步' },
      { value: 'shuffled', en: '5 shuffles', 'zh-cn': '5 shuffle' },
      { value: 'float4', en: '6 float4', 'zh-cn': '6 float4' },
      { value: 'one launch', en: '7 one launch', 'zh-cn': '7 一次启动' },
    ],
  },
  { name: 'step', kind: 'range', min: 1, max: longest, value: '2', label: { en: 'step', 'zh-cn': '步骤' } },
];

interface Words {
  readonly region: string;
  readonly memory: string;
  readonly places: Readonly<Record<ReductionStep['place'], string>>;
  readonly rates: string;
  readonly missing: string;
  readonly kinds: Readonly<Record<ReductionStep['kind'], string>>;
  readonly counts: (step: ReductionStep) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    region: 'What the first block reads, which words it adds, and the recorded rate of each version',
    memory: 'global memory: 128 elements, a row for every 16',
    places: { registers: 'registers of the 16 threads', shared: 'shared memory, 16 words' },
    rates: 'recorded, GB/s',
    missing: 'The rates are not recorded yet.',
    kinds: {
      load: 'Load: each thread reads',
      tree: 'Tree, then barrier: each working thread adds another word to its own',
      shuffle: 'Shuffle: values pass from register to register inside the warp',
      'to-shared': 'Into shared memory, then barrier',
      store: 'The sum of the block goes to global memory',
      'second-launch': 'More launches add up what the blocks have left',
      'last-block': 'Same launch: the block that is last adds up what all have left',
    },
    counts: ({ warps, ways, loads, barriers, launches }) =>
      `Warps at work: ${warps} of 4${ways > 1 ? `, bank conflicts of ${ways} ways` : ''}. Up to here: ${loads} ${loads === 1 ? 'load' : 'loads'} a thread, `
      + `${barriers} ${barriers === 1 ? 'barrier' : 'barriers'}, ${launches === 1 ? '1 launch' : 'a further launch'}.`,
  },
  'zh-cn': {
    region: '第一个线程块读什么、把哪些字相加，以及各版本录制的速率',
    memory: '全局内存：128 个元素，每行 16 个',
    places: { registers: '16 个线程的寄存器', shared: '共享内存，16 个字' },
    rates: '录制的速率，GB/s',
    missing: '速率尚未录制。',
    kinds: {
      load: '加载：每个线程各读一次',
      tree: '归约树，然后栅栏：干活的线程把另一个字加到自己的字上',
      shuffle: 'shuffle：值在线程束内从寄存器传到寄存器',
      'to-shared': '写入共享内存，然后栅栏',
      store: '线程块的和写到全局内存',
      'second-launch': '再启动核函数，把各线程块留下的和加起来',
      'last-block': '同一次启动：最后完成的线程块把大家留下的和加起来',
    },
    counts: ({ warps, ways, loads, barriers, launches }) =>
      `干活的线程束：4 个中的 ${warps} 个${ways > 1 ? `，${ways} 路存储体冲突` : ''}。到此为止：每线程加载 ${loads} 次，`
      + `栅栏 ${barriers} 次，${launches === 1 ? '启动 1 次' : '又启动了核函数'}。`,
  },
};

export const figure: FigureModel = {
  title: { en: 'Seven reductions, step by step', 'zh-cn': '七种归约，一步一步看' },
  caption: {
    en: 'A toy: 128 elements, blocks of 16 threads in warps of 4 lanes; from version 4 on, two blocks fill the GPU. The picture follows the first block. The number in a word says how many elements are summed in it; arcs are the additions of the step. Below: what the note’s program reached on the GPU for 2²⁸ elements.',
    'zh-cn': '一个缩小的例子：128 个元素，线程块有 16 个线程，每个线程束 4 个 lane；从版本 4 起，两个线程块就占满 GPU。图中跟踪第一个线程块。字里的数字是已加在其中的元素个数，弧线是这一步的加法。下面是本篇程序在 GPU 上对 2²⁸ 个元素达到的速率。',
  },
  controls,
  draw(values, locale, data) {
    const say = words[locale];
    const version = choiceOf(values, 'version', reductionVersions, 'interleaved');
    const steps = reductionSteps(version);
    const index = Math.min(numberOf(controls, values, 'step'), steps.length) - 1;
    const step = steps[index];
    if (!step) throw new Error(`version "${version}" has no step ${index + 1}`);
    const read = new Set(steps.slice(0, index).flatMap(({ reads }) => reads));
    const rates = JSON.parse(data ?? '[]') as readonly RecordedRate[];
    return {
      picture: svg(360, 206 + (rates.length === 0 ? 0 : 22 + rates.length * 17), say.region, [
        ...memory(step, read, say), ...block(step, say), ...bars(rates, version, say),
      ]),
      summary: `${say.kinds[step.kind]}${locale === 'en' ? '. ' : '。'}${say.counts(step)}${rates.length === 0 ? ` ${say.missing}` : ''}`,
      limits: { step: steps.length },
      shown: { step: `${index + 1} / ${steps.length}` },
    };
  },
};

const wordX = (word: number) => 4 + word * 21.6 + Math.floor(word / toyReduction.lanes) * 2.6;

function memory({ reads }: ReductionStep, read: ReadonlySet<number>, say: Words): readonly string[] {
  return [
    text(4, 12, say.memory, 'note'),
    ...upTo(toyReduction.elements).map((element) =>
      rect(wordX(element % 16), 18 + Math.floor(element / 16) * 10, 20, 8, reads.includes(element) ? 'element reads' : read.has(element) ? 'element read' : 'element', 1)),
  ];
}

function block({ place, words: held, additions }: ReductionStep, say: Words): readonly string[] {
  return [
    group(0, 108, [
      text(4, 12, say.places[place], 'note'),
      ...additions.map(({ to, from }) => {
        const [x, other] = [wordX(to) + 10, wordX(from) + 10];
        return path(`M${other} 50C${other} ${34 - (other - x) / 12} ${x} ${34 - (other - x) / 12} ${x} 50`, 'addition');
      }),
      ...held.flatMap((elements, word) => [
        rect(wordX(word), 50, 20, 22, additions.some(({ to }) => to === word) ? 'word written' : elements.length > 0 ? 'word full' : 'word', 2.5),
        ...(elements.length === 0 ? [] : [text(wordX(word) + 10, 65, elements.length, additions.some(({ to }) => to === word) ? 'sum written' : 'sum')]),
      ]),
      ...upTo(16).filter((thread) => thread % 4 === 0).map((thread) => text(wordX(thread), 86, `warp ${thread / 4}`, 'note')),
    ]),
  ];
}

function bars(rates: readonly RecordedRate[], version: string, say: Words): readonly string[] {
  if (rates.length === 0) return [];
  const most = Math.max(...rates.map(({ value }) => value));
  return [
    text(4, 214, say.rates, 'note'),
    ...rates.map(({ name, value, shown }, row) => group(0, 222 + row * 17, [
      text(4, 11, row < 7 ? `${row + 1} ${name}` : name, name === version ? 'rate-name chosen' : 'rate-name'),
      rect(96, 1, (value / most) * 214, 12, name === version ? 'rate chosen' : 'rate', 1),
      text(100 + (value / most) * 214, 11, shown, name === version ? 'rate-name chosen' : 'rate-name'),
    ])),
  ];
}
