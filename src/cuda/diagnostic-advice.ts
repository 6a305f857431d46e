import type { CudaDiagnostic } from './cuda-message.ts';

/** What a message of the compilers, read by a beginner, does not say: why it came and what to do. */
export const diagnosticAdvices = [
  'relocatable', 'device-link', 'library', 'architecture', 'feature', 'shared-limit', 'spills', 'host-compiler', 'c-library',
  'header', 'host-call', 'constexpr', 'lambda', 'device-variable', 'removed', 'virtual',
] as const;
export type DiagnosticAdvice = (typeof diagnosticAdvices)[number];

/** The note that explains an advice, as `topic/slug`; null where the advice itself is all. */
export const ADVICE_NOTES: Readonly<Record<DiagnosticAdvice, string | null>> = {
  relocatable: 'nvcc/nvcc-separate-compilation-lto',
  'device-link': 'nvcc/nvcc-separate-compilation-lto',
  library: 'nvcc/nvcc-options-by-task',
  architecture: 'nvcc/nvcc-virtual-real-jit',
  feature: 'nvcc/nvcc-virtual-real-jit',
  'shared-limit': 'cuda/shared-memory-tiling',
  spills: 'cuda/register-spilling',
  'host-compiler': null,
  'c-library': null,
  header: 'nvcc/nvcc-options-by-task',
  'host-call': 'nvcc/nvcc-phases-macros',
  constexpr: 'nvcc/nvcc-options-by-task',
  lambda: 'nvcc/nvcc-options-by-task',
  'device-variable': 'nvcc/nvcc-phases-macros',
  removed: null,
  virtual: 'nvcc/nvcc-gencode-recipes',
};

/** As nvcc 13.0 and its tools print them; the first that matches wins. */
const PATTERNS: readonly (readonly [RegExp, DiagnosticAdvice])[] = [
  [/Unresolved extern (?:function|variable)/u, 'relocatable'],
  [/__cudaRegisterLinkedBinary|__fatbinwrap/u, 'device-link'],
  [/^Undefined reference to/u, 'device-link'],
  [/undefined reference to `?(?:cu(?:blas|blasLt|fft|rand|solver|sparse|dnn)[A-Z]|nvrtc|nccl|cu[A-Z])|cannot find -l/u, 'library'],
  [/Unsupported gpu architecture|is not defined for option 'gpu-(?:name|architecture)'/u, 'architecture'],
  [/must be a virtual (?:code )?architecture/u, 'virtual'],
  [/requires \.?target sm_|not supported (?:for this GPU architecture|on \.target)|requires PTX ISA/iu, 'feature'],
  [/uses too much shared data/u, 'shared-limit'],
  [/spilled to local memory|bytes spill (?:stores|loads)/u, 'spills'],
  [/unsupported (?:GNU|clang|Microsoft Visual Studio|Intel ICC|PGI) version/iu, 'host-compiler'],
  [/exception specification is incompatible with that of previous function "(?:rsqrt|sinpi|cospi)f?"/u, 'c-library'],
  [/: No such file or directory$|cannot open source file/mu, 'header'],
  [/--expt-relaxed-constexpr/u, 'constexpr'],
  [/--extended-lambda/u, 'lambda'],
  [/calling a (?:constexpr )?__(?:host|device)__ function.*from a __/u, 'host-call'],
  [/__device__ variable ".*" cannot be directly (?:read|written)|address of a __(?:device|shared|constant)__ variable/u, 'device-variable'],
  [/identifier "cuda(?:Thread(?:Synchronize|Exit|GetLimit|SetLimit|GetCacheConfig|SetCacheConfig)|BindTexture\w*|MemcpyToArray|MemcpyFromArray)" is undefined|has no member "(?:clockRate|memoryClockRate|kernelExecTimeoutEnabled|computeMode)"/u, 'removed'],
];

/** The advice for a diagnostic; null where its text says all, or nobody knows better. */
export function adviceOf({ text }: CudaDiagnostic): DiagnosticAdvice | null {
  return PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
