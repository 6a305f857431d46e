import * as v from 'valibot';
import type { CompilerViewMessage } from './compiler-message.ts';
import { cudaResource } from './cuda-message.ts';
import { type Listing, type ListedFunction, ptxFunctions, sassFunctions } from './listing.ts';
import { askedImages, nvccStages } from './nvcc-stages.ts';

/** How much of a compilation is kept. */
export interface ViewLimits {
  readonly kernels: number;
  /** Lines of a listing. */
  readonly lines: number;
}
const SHOWN: ViewLimits = { kernels: 50, lines: 4000 };
export const RECORDED: ViewLimits = { kernels: 8, lines: 400 };

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const listing = v.object({
  text: v.string(),
  /** Runs of lines from the same line of the cell: that line (0 for none), how many, and so on. */
  runs: v.array(count),
  /** Lines left out at the end. */
  omitted: count,
});

const kernel = v.object({
  ...v.omit(cudaResource, ['kernel']).entries,
  name: v.string(),
  /** Threads of a block at most, from `__launch_bounds__`. */
  maxThreads: v.nullable(count),
  ptx: v.nullable(listing),
  sass: v.nullable(listing),
});

const stage = v.object({
  tool: v.string(),
  side: v.picklist(['host', 'device']),
  command: v.string(),
  reads: v.array(v.string()),
  writes: v.array(v.string()),
});

const image = v.object({ kind: v.picklist(['ptx', 'elf', 'ir']), arch: v.string(), bytes: count, whole: count });
const file = v.object({ name: v.string(), bytes: count });

/** What the compiler made of a cell: what the panel shows, and what is recorded. */
export const compilerViewSchema = v.object({
  nvcc: v.string(),
  command: v.string(),
  kernels: v.array(kernel),
  /** Kernels left out. */
  omitted: count,
  stages: v.array(stage),
  images: v.array(image),
  files: v.array(file),
});
export type CompilerView = Readonly<v.InferOutput<typeof compilerViewSchema>>;
export type ViewedKernel = Readonly<v.InferOutput<typeof kernel>>;
export type StoredListing = Readonly<v.InferOutput<typeof listing>>;

/** The recorded views of a note, each with the digest of its cell. */
export const recordedViewsSchema = v.object({
  version: v.literal(1),
  cells: v.record(v.string(), v.object({ digest: v.string(), view: compilerViewSchema })),
});
export type RecordedViews = Readonly<v.InferOutput<typeof recordedViewsSchema>>;

export function compilerView(message: CompilerViewMessage): CompilerView {
  const { file: name, names, resources, cubins } = message;
  const ptx = message.ptx.flatMap((text) => ptxFunctions(text, name));
  const sass = cubins.flatMap((cubin) => sassFunctions(cubin.sass ?? '', name).map((each) => ({ ...each, constants: cubin.constants })));
  const kernels = resources.map((resource): ViewedKernel => {
    const isIt = (each: ListedFunction): boolean => (names[each.symbol] ?? each.symbol) === resource.kernel;
    const machine = sass.find((each) => isIt(each) && each.arch === resource.arch);
    const virtual = ptx.find((each) => isIt(each) && each.arch === resource.arch) ?? ptx.find(isIt);
    const { kernel: kernelName, arch, registers, spillStores, spillLoads, stackBytes, sharedBytes } = resource;
    return {
      name: kernelName, arch, maxThreads: virtual?.maxThreads ?? null, registers, spillStores, spillLoads, stackBytes, sharedBytes,
      constantBytes: machine ? constantBytes(machine.constants, machine.symbol) : resource.constantBytes,
      ptx: virtual ? stored(virtual.listing) : null, sass: machine ? stored(machine.listing) : null,
    };
  });
  const stages = nvccStages(message.dryrun);
  const asked = askedImages(stages);
  return shortened({
    nvcc: message.nvcc ?? '', command: message.command, kernels, omitted: 0,
    stages: stages.map((each) => ({ ...each, reads: [...each.reads], writes: [...each.writes] })),
    images: message.images.map(({ kind, arch, bytes, whole }, index) => (
      { kind, arch: asked.length === message.images.length ? asked[index]?.sm ?? String(arch) : String(arch), bytes, whole }
    )),
    files: message.kept,
  }, SHOWN);
}

/** A view with no more than its first kernels and the first lines of their listings; it says how much is left out. */
export function shortened(view: CompilerView, { kernels, lines }: ViewLimits): CompilerView {
  const cut = (listing: StoredListing | null): StoredListing | null => {
    if (!listing) return null;
    const whole = listingOf(listing);
    const omitted = listing.omitted + Math.max(0, whole.lines.length - lines);
    return { ...stored({ lines: whole.lines.slice(0, lines), source: whole.source.slice(0, lines) }), omitted };
  };
  return {
    ...view, omitted: view.omitted + Math.max(0, view.kernels.length - kernels),
    kernels: view.kernels.slice(0, kernels).map((each) => ({ ...each, ptx: cut(each.ptx), sass: cut(each.sass) })),
  };
}

/** Parameters and what the driver adds (bank 0), and the module's own constants. */
function constantBytes(constants: Readonly<Record<string, number>>, symbol: string): number {
  return Object.entries(constants).reduce((sum, [section, bytes]) => {
    const of = /^\.nv\.constant\d+(?:\.(.*))?$/u.exec(section)?.[1];
    return of === undefined || of === symbol ? sum + bytes : sum;
  }, 0);
}

function stored({ lines, source }: Listing): StoredListing {
  const runs: number[] = [];
  for (const line of source) {
    const at = runs.length - 2;
    if (at >= 0 && runs[at] === line) runs[at + 1] = (runs[at + 1] ?? 0) + 1;
    else runs.push(line, 1);
  }
  return { text: lines.join('\n'), runs, omitted: 0 };
}

export function listingOf({ text, runs }: StoredListing): Listing {
  const source: number[] = [];
  for (let at = 0; at + 1 < runs.length; at += 2) source.push(...Array<number>(runs[at + 1] ?? 0).fill(runs[at] ?? 0));
  return { lines: text === '' ? [] : text.split('\n'), source };
}
