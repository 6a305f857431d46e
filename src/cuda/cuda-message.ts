// The small build of Zod: this module is loaded in the browser.
import * as z from 'zod/mini';

const count = z.int().check(z.nonnegative());

const diagnostic = z.object({
  file: z.string(),
  /** 1-based; null where the tool names no place (nvlink, nvcc itself). */
  line: z.nullable(count),
  column: z.nullable(count),
  severity: z.enum(['error', 'warning', 'note']),
  /** First line the message; the lines after it, if any, quote the source. */
  text: z.string(),
});

/** What `ptxas -v` reports of one kernel on one architecture. Registers are per thread, the rest is in bytes. */
const resource = z.object({
  kernel: z.string(),
  /** For example `sm_90`. */
  arch: z.string(),
  registers: count,
  spillStores: count,
  spillLoads: count,
  stackBytes: count,
  sharedBytes: count,
  constantBytes: count,
});

const build = z.object({
  kind: z.literal('build'),
  seconds: z.number().check(z.nonnegative()),
  /** The program came from the cache and nvcc did not run. */
  cached: z.boolean(),
  command: z.string(),
  diagnostics: z.readonly(z.array(diagnostic)),
  resources: z.readonly(z.array(resource)),
  /** What nvcc printed, unchanged. */
  log: z.string(),
});

const exit = z.object({
  kind: z.literal('exit'),
  /** Null where a signal ended the program. */
  code: z.nullable(z.int()),
  /** A name such as `SIGSEGV`; null where the program ended by itself. */
  signal: z.nullable(z.string()),
  seconds: z.number().check(z.nonnegative()),
});

/** The program cannot run on a GPU; `driver` tells whether an NVIDIA driver is installed. */
const noDevice = z.object({ kind: z.literal('no-device'), driver: z.boolean() });

/** No compiler was found; `searched` lists the places in the order tried. */
const noNvcc = z.object({ kind: z.literal('no-nvcc'), searched: z.readonly(z.array(z.string())) });

export const cudaMessageSchema = z.discriminatedUnion('kind', [build, exit, noDevice, noNvcc]);

export type CudaDiagnostic = Readonly<z.infer<typeof diagnostic>>;
export type CudaResource = Readonly<z.infer<typeof resource>>;
export type CudaBuild = Readonly<z.infer<typeof build>>;
export type CudaExit = Readonly<z.infer<typeof exit>>;
export type CudaNoDevice = Readonly<z.infer<typeof noDevice>>;
export type CudaNoNvcc = Readonly<z.infer<typeof noNvcc>>;
export type CudaMessage = CudaBuild | CudaExit | CudaNoDevice | CudaNoNvcc;

/** The build failed: nvcc or one of its tools reported an error. */
export function buildFailed(build: CudaBuild): boolean {
  return build.diagnostics.some((item) => item.severity === 'error');
}
