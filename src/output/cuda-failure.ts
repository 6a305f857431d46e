import { CUDA_MIME_TYPE } from '../cuda/cuda-mime-type.ts';
import type { IOutput } from './output.ts';

/** What a GPU, its driver or the runtime refuse to say in words that help; and what a program did not look at. */
export const cudaFailures = [
  'ignored-no-device', 'old-driver', 'no-image', 'new-ptx', 'configuration', 'resources', 'assert', 'poisoned-assert', 'sticky',
  'poisoned', 'memory', 'profiler', 'unchecked-launch', 'lost-printf',
] as const;
export type CudaFailure = (typeof cudaFailures)[number];

/** Whether CUDA is of no use any more in the process that ran the code, until it is another one. */
export const isPoison = (failure: CudaFailure): boolean => failure === 'poisoned' || failure === 'poisoned-assert';

export interface FailedRun {
  readonly language: string;
  /** What was compiled or run. */
  readonly source: string;
  readonly outputs: readonly IOutput[];
  /** The cell ended with an error. */
  readonly failed: boolean;
}

/** Texts of cudaGetErrorString, of PyTorch and of NVIDIA's tools; the first that stands in the output wins. */
const TEXTS: readonly (readonly [RegExp, program: CudaFailure, python: CudaFailure])[] = [
  [/ERR_NVGPUCTRPERM/u, 'profiler', 'profiler'],
  [/device-side assert triggered|cudaErrorAssert\b|CUDA_ERROR_ASSERT\b/u, 'assert', 'poisoned-assert'],
  [/no kernel image is available for execution|cudaErrorNoKernelImageForDevice|device kernel image is invalid/u, 'no-image', 'no-image'],
  [/provided PTX was compiled with an unsupported toolchain|cudaErrorUnsupportedPtxVersion/u, 'new-ptx', 'new-ptx'],
  [/too many resources requested for launch|cudaErrorLaunchOutOfResources/u, 'resources', 'resources'],
  [/invalid configuration argument|cudaErrorInvalidConfiguration/u, 'configuration', 'configuration'],
  [/CUDA out of memory|OutOfMemoryError|CUDA_ERROR_OUT_OF_MEMORY|(?:CUDA|cuda)[^\n]*out of memory|out of memory[^\n]*(?:cuda|\.cu\b)|cudaErrorMemoryAllocation|^[^\n]*: out of memory$/mu, 'memory', 'memory'],
  [new RegExp([
    'illegal memory access was encountered', 'misaligned address', 'unspecified launch failure', 'an illegal instruction was encountered',
    'the launch timed out and was terminated', 'hardware stack error', 'operation not supported on global/shared address space', 'invalid program counter',
    'uncorrectable ECC error encountered', 'cudaError(?:IllegalAddress|MisalignedAddress|LaunchFailure|IllegalInstruction|LaunchTimeout|HardwareStackError|InvalidPc)\\b',
    'CUDA_ERROR_(?:ILLEGAL_ADDRESS|MISALIGNED_ADDRESS|LAUNCH_FAILED|ILLEGAL_INSTRUCTION|LAUNCH_TIMEOUT|HARDWARE_STACK_ERROR|INVALID_PC)\\b',
  ].join('|'), 'u'), 'sticky', 'poisoned'],
  [new RegExp([
    'driver version is insufficient for CUDA runtime version', 'cudaErrorInsufficientDriver', 'unsupported display driver / cuda driver combination',
    'NVIDIA driver on your system is too old', 'CUDA_ERROR_SYSTEM_DRIVER_MISMATCH',
  ].join('|'), 'u'), 'old-driver', 'old-driver'],
];
const READ_CHARACTERS = 1 << 16;

/** What went wrong on the GPU's side of a run, or went unseen; null where there is nothing that the output does not say itself. */
export function cudaFailure(run: FailedRun): CudaFailure | null {
  const messages = run.outputs.flatMap((output) => {
    const message = 'data' in output ? output.data[CUDA_MIME_TYPE] : undefined;
    return typeof message === 'object' && message !== null && 'kind' in message ? [message] : [];
  });
  const has = (kind: string): boolean => messages.some((message) => message.kind === kind);
  const code = run.language === 'cuda' ? withoutComments(run.source) : '';
  if (has('no-device')) return !run.failed && has('exit') && /<<<|\bcuda[A-Z]\w+\s*\(/u.test(code) ? 'ignored-no-device' : null;
  if (run.failed) {
    const failure = textFailure(run);
    return failure === 'sticky' && has('check') ? null : failure;
  }
  if (!has('exit') || !code.includes('<<<')) return null;
  if (printsOnDevice(code) && !/\bcuda(?:\w*Synchronize|DeviceReset|Memcpy|Free|Memset)\s*\(/u.test(code)) return 'lost-printf';
  // compute-sanitizer says of each call how it ended.
  if (has('check')) return null;
  return /\bcuda(?:GetLastError|PeekAtLastError)\b/u.test(code) || /#include\s*"/u.test(code) ? null : 'unchecked-launch';
}

function textFailure({ outputs, language }: FailedRun): CudaFailure | null {
  const text = outputs.map((output) => {
    if (output.output_type === 'stream') return output.text.slice(-READ_CHARACTERS);
    return output.output_type === 'error' ? `${output.ename}: ${output.evalue}`.slice(0, READ_CHARACTERS) : '';
  }).join('\n');
  const found = TEXTS.find(([pattern]) => pattern.test(text));
  // Ranks are processes of their own: the kernel's is as it was.
  const inKernel = language === 'python' && !outputs.some((output) => output.output_type === 'error' && output.ename === 'RanksFailed');
  return found?.[inKernel ? 2 : 1] ?? null;
}

const withoutComments = (source: string): string => source.replace(/\/\/[^\n]*|\/\*[^]*?\*\//gu, '');

/** Whether a function that runs on the GPU calls printf. */
function printsOnDevice(code: string): boolean {
  for (const { index } of code.matchAll(/__(?:global|device)__/gu)) {
    const start = code.indexOf('{', index);
    if (start < 0) continue;
    let depth = 0;
    for (let at = start; at < code.length; at += 1) {
      depth += code[at] === '{' ? 1 : code[at] === '}' ? -1 : 0;
      if (depth > 0) continue;
      if (/\bprintf\s*\(/u.test(code.slice(start, at))) return true;
      break;
    }
  }
  return false;
}
