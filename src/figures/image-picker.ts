import type { Locale } from '../i18n/locale.ts';
import { flagsFor, readFlags, type FlagsProblem } from './gencode-flags.ts';
import { bestImage, dotted, gpuColumns, imageUse, type DeviceImage, type GpuColumn, type ImageUse } from './image-grid.ts';

/** Options of nvcc and a GPU, or GPUs for which options are wanted. */
export type PickerView =
  | { readonly ask: 'flags'; readonly flags: string; readonly gpu: number }
  | { readonly ask: 'gpus'; readonly gpus: readonly number[] };

export const pickerFlags = (view: PickerView): string => (view.ask === 'flags' ? view.flags : flagsFor(view.gpus));

function nameOfImage({ kind, capability, suffix }: DeviceImage): string {
  return `${kind} ${capability}${suffix}`;
}

interface PickerWords {
  readonly ask: string;
  readonly asks: Readonly<Record<PickerView['ask'], string>>;
  readonly flags: string;
  readonly gpu: string;
  readonly gpus: string;
  readonly made: string;
  readonly images: string;
  readonly uses: Readonly<Record<ImageUse, string>>;
  readonly problem: (problem: FlagsProblem) => string;
  readonly summary: (view: PickerView) => string;
}

const cardOf = (gpu: number): GpuColumn =>
  gpuColumns.find(({ capability }) => capability === gpu) ?? { capability: gpu, card: dotted(gpu) };

export const pickerWords: Readonly<Record<Locale, PickerWords>> = {
  en: {
    ask: 'I have',
    asks: { flags: 'options of nvcc, and a GPU', gpus: 'GPUs, and want the options' },
    flags: 'Options',
    gpu: 'GPU',
    gpus: 'GPUs',
    made: 'Options for nvcc',
    images: 'image',
    uses: { runs: 'runs at once', compiles: 'compiled by the driver', refuses: 'cannot be used' },
    problem: ({ kind, at }) => ({
      'unknown-option': `"${at}" does not choose an architecture: use -arch, -code or -gencode.`,
      'unknown-architecture': `nvcc 13.0 knows no "${at}".`,
      'no-code': `"${at}" is not complete: -gencode arch=compute_90,code=sm_90.`,
      'no-arch': `"${at}" needs an -arch=compute_… beside it.`,
      'real-arch': `arch=${at} must be a virtual architecture, compute_….`,
      'needs-gpu': '-arch=native asks the GPUs of the machine: name the architecture here.',
      nvcc: `nvcc refuses ${at}: PTX is compiled for its own number or a higher one, and a kept PTX is the compiled one.`,
      ptxas: `ptxas refuses ${at}: PTX with a suffix is for one architecture (a) or one family (f).`,
    })[kind],
    summary: (view) => {
      const result = readFlags(pickerFlags(view));
      if (result.kind === 'problem') return pickerWords.en.problem(result.problem);
      if (view.ask === 'gpus') return view.gpus.length === 0 ? 'Choose a GPU.' : 'Each of these GPUs gets SASS of its own, later ones the PTX of the newest.';
      const { card } = cardOf(view.gpu);
      const best = bestImage(result.images, view.gpu);
      if (!best) return `Refused on ${card} (${dotted(view.gpu)}): ${refusal.en}`;
      return best.kind === 'SASS'
        ? `${card} (${dotted(view.gpu)}) runs ${nameOfImage(best)}: SASS runs in its own generation, from its own number on.`
        : `On ${card} (${dotted(view.gpu)}) the driver compiles ${nameOfImage(best)} before the first launch: no SASS fits, and PTX is for its number and all later ones${best.suffix === '' ? '' : ', with a suffix only for one architecture or family'}.`;
    },
  },
  'zh-cn': {
    ask: '已知',
    asks: { flags: 'nvcc 的选项和一块 GPU', gpus: '几种 GPU，求选项' },
    flags: '选项',
    gpu: 'GPU',
    gpus: 'GPU',
    made: '交给 nvcc 的选项',
    images: '映像',
    uses: { runs: '直接运行', compiles: '驱动先编译', refuses: '用不了' },
    problem: ({ kind, at }) => ({
      'unknown-option': `“${at}”不是选择架构的选项：请用 -arch、-code 或 -gencode。`,
      'unknown-architecture': `nvcc 13.0 不认识“${at}”。`,
      'no-code': `“${at}”不完整，应写成 -gencode arch=compute_90,code=sm_90。`,
      'no-arch': `“${at}”要和 -arch=compute_… 一起用。`,
      'real-arch': `arch=${at} 必须是虚拟架构 compute_…。`,
      'needs-gpu': '-arch=native 要看本机的 GPU，这里请直接写架构。',
      nvcc: `nvcc 拒绝 ${at}：PTX 只能编译成编号不低于自己的代码，而保留的 PTX 就是编译出来的那一份。`,
      ptxas: `ptxas 拒绝 ${at}：带后缀的 PTX 只适合一种架构（a）或一个家族（f）。`,
    })[kind],
    summary: (view) => {
      const result = readFlags(pickerFlags(view));
      if (result.kind === 'problem') return pickerWords['zh-cn'].problem(result.problem);
      if (view.ask === 'gpus') return view.gpus.length === 0 ? '请选择 GPU。' : '这些 GPU 各有自己的 SASS，更新的 GPU 用最新一代的 PTX。';
      const { card } = cardOf(view.gpu);
      const best = bestImage(result.images, view.gpu);
      if (!best) return `${card}（${dotted(view.gpu)}）拒绝运行：${refusal['zh-cn']}`;
      return best.kind === 'SASS'
        ? `${card}（${dotted(view.gpu)}）直接运行 ${nameOfImage(best)}：SASS 在本代之内、从自己的编号往上都能运行。`
        : `${card}（${dotted(view.gpu)}）上，驱动在第一次启动前编译 ${nameOfImage(best)}：没有合适的 SASS，而 PTX 适合编号不低于它的 GPU${best.suffix === '' ? '' : '，带后缀时只限一种架构或一个家族'}。`;
    },
  },
};

const refusal = {
  en: 'no SASS of its generation with a number up to its own, and no PTX that reaches it. The first launch fails.',
  'zh-cn': '没有本代中编号不高于它的 SASS，也没有它能用的 PTX。第一次启动就会失败。',
};

const marks: Readonly<Record<ImageUse, string>> = { runs: '●', compiles: '◇', refuses: '–' };

/** Rows of a table, an image each: what every GPU of `gpuColumns` does with it, and whether it takes it. Has only our own words. */
export function imageRows(view: PickerView, locale: Locale): string {
  const result = readFlags(pickerFlags(view));
  if (result.kind === 'problem') return '';
  const words = pickerWords[locale];
  return result.images.map((image) => {
    const cells = gpuColumns.map(({ capability }) => {
      const use = imageUse(image, capability);
      const chosen = bestImage(result.images, capability) === image;
      return `<td class="${use}${chosen ? ' chosen' : ''}"><span aria-hidden="true">${marks[use]}</span>`
        + `<span class="sr-only">${words.uses[use]}</span></td>`;
    });
    return `<tr><th scope="row">${nameOfImage(image)}</th>${cells.join('')}</tr>`;
  }).join('');
}
