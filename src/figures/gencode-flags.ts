import type { DeviceImage } from './image-grid.ts';

type Suffix = DeviceImage['suffix'];

/** `90a` of `compute_90a` or `sm_90a`. */
export interface Architecture {
  readonly capability: number;
  readonly suffix: Suffix;
}

/** Compute capabilities that nvcc 13.0 compiles for. */
export const capabilities = [75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121] as const;
const majors = [75, 80, 90, 100, 110, 120] as const;

/** Every architecture of nvcc 13.0: a suffix a from 9.0 on, f from 10.0 on. */
export const architectures: readonly Architecture[] = capabilities.flatMap((capability) =>
  (['', 'a', 'f'] as const)
    .filter((suffix) => suffix === '' || capability >= (suffix === 'a' ? 90 : 100))
    .map((suffix) => ({ capability, suffix })));

export const architectureName = ({ capability, suffix }: Architecture): string => `${capability}${suffix}`;

const sameFamily = (a: number, b: number): boolean => Math.floor(a / 10) === Math.floor(b / 10);

/** Whether the driver program nvcc takes `-gencode arch=compute_V,code=sm_R`; it does not look closely at suffixes. */
export function nvccTakes(virtual: Architecture, real: Architecture): boolean {
  if (real.capability < virtual.capability) return false;
  if (virtual.suffix === 'a' || real.suffix === 'a') return real.suffix === 'a';
  return (virtual.suffix === '' && real.suffix === '') || sameFamily(virtual.capability, real.capability);
}

/** Whether ptxas makes code for `sm_R` of PTX for `compute_V`. */
export function ptxasTakes(virtual: Architecture, real: Architecture): boolean {
  if (real.capability < virtual.capability) return false;
  if (virtual.suffix === 'a') return real.suffix === 'a' && real.capability === virtual.capability;
  return virtual.suffix === '' || sameFamily(virtual.capability, real.capability);
}

/** Why a command line makes nothing. */
export type FlagsProblem =
  | { readonly kind: 'unknown-option' | 'unknown-architecture' | 'no-code' | 'no-arch' | 'real-arch' | 'needs-gpu'; readonly at: string }
  | { readonly kind: 'nvcc' | 'ptxas'; readonly at: string };

export type FlagsResult =
  | { readonly kind: 'images'; readonly images: readonly DeviceImage[] }
  | { readonly kind: 'problem'; readonly problem: FlagsProblem };

class Refused extends Error {
  readonly problem: FlagsProblem;
  constructor(kind: FlagsProblem['kind'], at: string) {
    super(kind);
    this.problem = { kind, at };
  }
}

function architectureOf(name: string): Architecture & { readonly real: boolean } {
  const [, kind, number, suffix] = /^(sm|compute)_(\d+)([af]?)$/u.exec(name) ?? [];
  const found = architectures.find((each) => `${each.capability}` === number && each.suffix === suffix);
  if (!found) throw new Refused('unknown-architecture', name);
  return { ...found, real: kind === 'sm' };
}

const image = (kind: DeviceImage['kind'], { capability, suffix }: Architecture): DeviceImage => ({ kind, capability, suffix });

/** The images of `arch=…,code=…`. */
function generated(archName: string, codes: readonly string[]): readonly DeviceImage[] {
  const virtual = architectureOf(archName);
  if (virtual.real) throw new Refused('real-arch', archName);
  return codes.map((name) => {
    const code = architectureOf(name);
    const at = `arch=${archName},code=${name}`;
    if (!code.real) {
      if (architectureName(code) !== architectureName(virtual)) throw new Refused('nvcc', at);
      return image('PTX', virtual);
    }
    if (!nvccTakes(virtual, code)) throw new Refused('nvcc', at);
    if (!ptxasTakes(virtual, code)) throw new Refused('ptxas', at);
    // Family-specific PTX makes family-specific SASS, whatever `code=` says.
    return image('SASS', code.suffix === '' && virtual.suffix === 'f' ? { ...code, suffix: 'f' } : code);
  });
}

/** What `-arch=` stands for where there is no `-code`. nvcc 13.0 adds plain PTX to an architecture with a suffix. */
function shorthand(name: string): readonly DeviceImage[] {
  if (name === 'native') throw new Refused('needs-gpu', name);
  if (name === 'all' || name === 'all-major') {
    const targets = name === 'all' ? capabilities : majors;
    const sass = targets.map((capability) => image('SASS', { capability, suffix: '' }));
    return [...sass, image('PTX', { capability: Math.max(...majors), suffix: '' })];
  }
  const target = architectureOf(name);
  return [
    ...(target.suffix === '' ? [] : [image('PTX', { ...target, suffix: '' })]),
    ...(target.real ? [image('SASS', target)] : []),
    image('PTX', target),
  ];
}

const list = (text: string): readonly string[] => text.replace(/^\[|\]$/gu, '').split(',').filter((part) => part !== '');

const optionNames: Readonly<Record<string, 'arch' | 'code' | 'gencode'>> = {
  '-arch': 'arch', '--gpu-architecture': 'arch', '-code': 'code', '--gpu-code': 'code', '-gencode': 'gencode', '--generate-code': 'gencode',
};

/** Reads the options of a command line that choose architectures; each is `-option=value` or `-option value`. */
function optionsOf(flags: string): readonly (readonly ['arch' | 'code' | 'gencode', string])[] {
  const tokens = flags.replaceAll(/["']/gu, '').trim().split(/\s+/u).filter((token) => token !== '');
  const options: (readonly ['arch' | 'code' | 'gencode', string])[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    const [name = '', ...rest] = token.split('=');
    const option = optionNames[name];
    if (!option) throw new Refused('unknown-option', token);
    const value = rest.length > 0 ? rest.join('=') : tokens[++at];
    if (value === undefined) throw new Refused('no-code', token);
    options.push([option, value]);
  }
  return options;
}

function imagesOf(flags: string): readonly DeviceImage[] {
  const options = optionsOf(flags);
  const valueOf = (name: 'arch' | 'code') => options.findLast(([option]) => option === name)?.[1];
  const [arch, code] = [valueOf('arch'), valueOf('code')];
  if (arch === undefined && code !== undefined) throw new Refused('no-arch', `-code=${code}`);
  const images = options.flatMap(([option, value]) => {
    if (option !== 'gencode') return [];
    const [, virtual, codes] = /^arch=([^,]+),code=(.+)$/u.exec(value) ?? [];
    if (virtual === undefined || codes === undefined) throw new Refused('no-code', `-gencode ${value}`);
    return generated(virtual, list(codes));
  });
  if (arch !== undefined) images.push(...(code === undefined ? shorthand(arch) : generated(arch, list(code))));
  return options.length === 0 ? shorthand('sm_75') : images;
}

const imageKey = ({ kind, ...architecture }: DeviceImage): string => `${kind} ${architectureName(architecture)}`;

/** The images that nvcc 13.0 puts into a fatbin for options such as `-gencode arch=compute_90,code=[sm_90,compute_90]`, or why none. */
export function readFlags(flags: string): FlagsResult {
  try {
    const images = new Map(imagesOf(flags).map((each) => [imageKey(each), each]));
    const order = (each: DeviceImage) => each.capability * 10 + '_fa'.indexOf(each.suffix || '_') + (each.kind === 'PTX' ? 5 : 0);
    return { kind: 'images', images: [...images.values()].toSorted((a, b) => order(a) - order(b)) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: 'problem', problem: error.problem };
  }
}

/** Options that give each of these GPUs code of its own, and PTX of the newest for GPUs to come. */
export function flagsFor(gpus: readonly number[]): string {
  const inOrder = [...new Set(gpus)].sort((a, b) => a - b);
  return inOrder.map((gpu, index) => {
    const code = index === inOrder.length - 1 ? `[sm_${gpu},compute_${gpu}]` : `sm_${gpu}`;
    return `-gencode arch=compute_${gpu},code=${code}`;
  }).join(' ');
}
