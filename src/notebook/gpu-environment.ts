import { z } from 'zod';

/**
 * The machine that a recording was made on. `null` where the machine has none of it (no GPU, no torch).
 * Filled by `%warpnotes_environment` of `src/kernel/cuda_magic.py`; `recordedAt` is added by the recorder.
 */
export const gpuEnvironment = z.object({
  gpuName: z.string().nullable(),
  gpuCount: z.number().int(),
  /** As NVIDIA writes it: `9.0`. */
  computeCapability: z.string().nullable(),
  gpuMemoryMiB: z.number().nullable(),
  driverVersion: z.string().nullable(),
  /** The newest CUDA that the driver supports. */
  cudaVersion: z.string().nullable(),
  nvccRelease: z.string().nullable(),
  hostCompiler: z.string().nullable(),
  pythonVersion: z.string(),
  torchVersion: z.string().nullable(),
});

/** What the kernel reports of its machine. */
export type MachineEnvironment = z.infer<typeof gpuEnvironment>;

export const recordedEnvironment = gpuEnvironment.extend({
  /** ISO 8601 date and time in UTC. */
  recordedAt: z.string(),
});
export type GpuEnvironment = z.infer<typeof recordedEnvironment>;

export const ENVIRONMENT_MIME = 'application/vnd.warpnotes.environment+json';
