import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { runTools } from '../../src/cuda/cuda-message.ts';
import { parseOutput, type IOutput } from '../../src/output/output.ts';

/** A cell for a machine with a GPU. */
export const gpuProgram = z.strictObject({
  language: z.enum(['cuda', 'python']).default('cuda'),
  /** Arguments for nvcc. */
  flags: z.string().default(''),
  /** What the program is run under; null for the program alone. */
  tool: z.enum(runTools).nullable().default(null),
  /** A Python cell that runs on the same kernel before it, whose outputs are not kept. */
  before: z.string().nullable().default(null),
  source: z.string(),
});
export type GpuProgram = Readonly<z.infer<typeof gpuProgram>>;

const recorded = z.strictObject({ gpuName: z.string(), outcome: z.enum(['ok', 'error']), outputs: z.array(z.unknown()) });
/** A file of the folder: what `npm run record:gpu-runs` reads and writes. The second part is missing until it has run. */
export const gpuRunFile = gpuProgram.extend(recorded.partial().shape);

/** What a cell printed on a GPU, as the helper published it there. */
export interface GpuRecording extends GpuProgram {
  readonly gpuName: string;
  readonly outcome: 'ok' | 'error';
  readonly outputs: readonly IOutput[];
}

export const GPU_RUNS = 'test/fixtures/gpu-runs';

/** All recordings, by the names of their files. Rejects where one was never recorded. */
export async function gpuRecordings(root: string): Promise<ReadonlyMap<string, GpuRecording>> {
  const folder = join(root, GPU_RUNS);
  const names = (await readdir(folder)).filter((each) => each.endsWith('.json'));
  return new Map(await Promise.all(names.map(async (name) => {
    const { outputs, ...rest } = gpuProgram.extend(recorded.shape).parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    return [name.replace('.json', ''), { ...rest, outputs: outputs.map(parseOutput) }] as const;
  })));
}

/** The recording of a program, whatever folder its case lies in; null where there is none. */
export async function gpuRecording(root: string, flags: string, source: string): Promise<GpuRecording | null> {
  const isIt = (each: GpuRecording): boolean => each.tool === null && each.flags === flags && each.source === source;
  return [...(await gpuRecordings(root)).values()].find(isIt) ?? null;
}
