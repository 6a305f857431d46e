// The small build of Zod: this module is loaded in the browser.
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const cudaDiagnostic = v.object({
  file: v.string(),
  /** 1-based; null where the tool names no place (nvlink, nvcc itself). */
  line: v.nullable(count),
  column: v.nullable(count),
  severity: v.picklist(['error', 'warning', 'note']),
  /** First line the message; the lines after it, if any, quote the source. */
  text: v.string(),
});

/** What `ptxas -v` reports of one kernel on one architecture. Registers are per thread, the rest is in bytes. */
export const cudaResource = v.object({
  kernel: v.string(),
  /** For example `sm_90`. */
  arch: v.string(),
  registers: count,
  spillStores: count,
  spillLoads: count,
  stackBytes: count,
  sharedBytes: count,
  constantBytes: count,
});

const build = v.object({
  kind: v.literal('build'),
  seconds: v.pipe(v.number(), v.minValue(0)),
  /** The program came from the cache and nvcc did not run. */
  cached: v.boolean(),
  command: v.string(),
  diagnostics: v.pipe(v.array(cudaDiagnostic), v.readonly()),
  resources: v.pipe(v.array(cudaResource), v.readonly()),
  /** What nvcc printed, unchanged. */
  log: v.string(),
});

const exit = v.object({
  kind: v.literal('exit'),
  /** Null where a signal ended the program. */
  code: v.nullable(v.pipe(v.number(), v.integer())),
  /** A name such as `SIGSEGV`; null where the program ended by itself. */
  signal: v.nullable(v.string()),
  seconds: v.pipe(v.number(), v.minValue(0)),
  /** Of several processes, the one that failed first. */
  rank: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/** The program cannot run on a GPU; `driver` tells whether an NVIDIA driver is installed. */
const noDevice = v.object({ kind: v.literal('no-device'), driver: v.boolean() });

/** No compiler was found, or the one that was (`broken`) does not start; `searched` lists the places in the order tried. */
const noNvcc = v.object({
  kind: v.literal('no-nvcc'), searched: v.pipe(v.array(v.string()), v.readonly()), broken: v.optional(v.nullable(v.string())),
});

const checkTools = ['memcheck', 'racecheck', 'synccheck', 'initcheck'] as const;
/** What a program can be run under: the tools of compute-sanitizer, and ncu. */
export const runTools = [...checkTools, 'ncu'] as const;
export type CheckTool = (typeof checkTools)[number];
export type RunTool = (typeof runTools)[number];

/** What a tool wrote of the program that it ran; `file` is the one that was compiled. */
const check = v.object({ kind: v.literal('check'), tool: v.picklist(runTools), file: v.string(), log: v.string() });

/** A tool that was asked for is not there. */
const noTool = v.object({ kind: v.literal('no-tool'), tool: v.string(), searched: v.pipe(v.array(v.string()), v.readonly()) });

/**
 * Who holds the memory of the GPUs. `kernel`: the cell's kernel or a child of it; `orphan`: its parent has ended without it; `unseen`:
 * of another container.
 */
const memoryHolder = v.object({
  pid: count, name: v.nullable(v.string()), bytes: count, role: v.picklist(['kernel', 'orphan', 'other', 'unseen']),
});
const memory = v.object({ kind: v.literal('memory'), processes: v.pipe(v.array(memoryHolder), v.readonly()) });

export const cudaMessageSchema = v.variant('kind', [build, exit, noDevice, noNvcc, check, noTool, memory]);

export type CudaDiagnostic = Readonly<v.InferOutput<typeof cudaDiagnostic>>;
export type CudaResource = Readonly<v.InferOutput<typeof cudaResource>>;
export type CudaBuild = Readonly<v.InferOutput<typeof build>>;
export type CudaExit = Readonly<v.InferOutput<typeof exit>>;
export type CudaNoDevice = Readonly<v.InferOutput<typeof noDevice>>;
export type CudaNoNvcc = Readonly<v.InferOutput<typeof noNvcc>>;
export type CudaCheck = Readonly<v.InferOutput<typeof check>>;
export type CudaNoTool = Readonly<v.InferOutput<typeof noTool>>;
export type MemoryHolder = Readonly<v.InferOutput<typeof memoryHolder>>;
export type CudaMemory = Readonly<v.InferOutput<typeof memory>>;
export type CudaMessage = CudaBuild | CudaExit | CudaNoDevice | CudaNoNvcc | CudaCheck | CudaNoTool | CudaMemory;

/** The build failed: nvcc or one of its tools reported an error. */
export function buildFailed(build: CudaBuild): boolean {
  return build.diagnostics.some((item) => item.severity === 'error');
}
