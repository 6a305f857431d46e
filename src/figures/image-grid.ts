import type { Bilingual } from '../i18n/locale.ts';

/** What a GPU does with an image: runs it as it is, lets the driver compile it first, or cannot use it. */
export type ImageUse = 'runs' | 'compiles' | 'refuses';

/** An image in a fatbin. `suffix` a: this architecture only; f: its family. */
export interface DeviceImage {
  readonly kind: 'SASS' | 'PTX';
  readonly capability: number;
  readonly suffix: '' | 'a' | 'f';
}

/** A compute capability without its dot, and a card that has it. */
export interface GpuColumn {
  readonly capability: number;
  readonly card: string;
}

export const gpuColumns: readonly GpuColumn[] = [
  { capability: 75, card: 'T4' },
  { capability: 80, card: 'A100' },
  { capability: 86, card: 'RTX 3090' },
  { capability: 89, card: 'RTX 4090' },
  { capability: 90, card: 'H200' },
  { capability: 100, card: 'B200' },
  { capability: 103, card: 'B300' },
  { capability: 120, card: 'RTX 5090' },
];

export const deviceImages: readonly DeviceImage[] = [
  { kind: 'SASS', capability: 80, suffix: '' },
  { kind: 'SASS', capability: 86, suffix: '' },
  { kind: 'SASS', capability: 90, suffix: '' },
  { kind: 'SASS', capability: 90, suffix: 'a' },
  { kind: 'SASS', capability: 100, suffix: '' },
  { kind: 'SASS', capability: 100, suffix: 'f' },
  { kind: 'PTX', capability: 75, suffix: '' },
  { kind: 'PTX', capability: 90, suffix: '' },
  { kind: 'PTX', capability: 90, suffix: 'a' },
  { kind: 'PTX', capability: 100, suffix: 'f' },
];

const generation = (capability: number): number => Math.floor(capability / 10);

/**
 * The rules of the NVCC manual ("GPU Generations") and of the programming guide ("Feature Set Compiler Targets"), for
 * cards, without Tegra. The families of CUDA 13.0 are the generations 10, 11 and 12.
 */
export function imageUse({ kind, capability, suffix }: DeviceImage, gpu: number): ImageUse {
  const sameGeneration = generation(gpu) === generation(capability);
  const fits = gpu >= capability
    && (suffix === 'a' ? gpu === capability : sameGeneration || (kind === 'PTX' && suffix === ''));
  if (!fits) return 'refuses';
  return kind === 'SASS' ? 'runs' : 'compiles';
}

/** The image of a fatbin that a GPU runs: SASS before PTX, the newest of each; undefined where none can be used. */
export function bestImage(images: readonly DeviceImage[], gpu: number): DeviceImage | undefined {
  const usable = images.filter((image) => imageUse(image, gpu) !== 'refuses').toSorted((a, b) => b.capability - a.capability);
  return usable.find(({ kind }) => kind === 'SASS') ?? usable[0];
}

export const imageGridText = {
  title: { en: 'Which image runs on which GPU', 'zh-cn': '哪种映像能在哪种 GPU 上运行' },
  description: {
    en: 'Rows are images, columns compute capabilities. Plain SASS runs in its own generation from its number on. '
      + 'Plain PTX is compiled on every GPU from its number on. The suffix a fits one capability, f one family.',
    'zh-cn': '行是映像，列是计算能力。普通 SASS 只在本代之内、从自己的编号往上运行；普通 PTX 在编号不低于它的所有 GPU 上都能编译；'
      + '后缀 a 只适合一种计算能力，f 只适合一个家族。',
  },
  runs: { en: 'runs at once', 'zh-cn': '直接运行' },
  compiles: { en: 'compiled by the driver, then runs', 'zh-cn': '驱动先编译，再运行' },
  refuses: { en: 'cannot be used', 'zh-cn': '用不了' },
  caption: {
    en: 'Compute capability, with one card as an example. A fatbin may hold several rows: the driver prefers SASS.',
    'zh-cn': '列头是计算能力，并举一款显卡为例。一个 fatbin 可以装好几行，驱动优先选 SASS。',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** `9.0` for 90. */
export function dotted(capability: number): string {
  return `${generation(capability)}.${capability % 10}`;
}
