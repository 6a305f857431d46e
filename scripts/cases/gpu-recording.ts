import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseOutput, type IOutput } from '../../src/output/output.ts';

const recording = z.object({
  /** Arguments for nvcc. */
  flags: z.string(),
  source: z.string(),
  gpuName: z.string(),
  outcome: z.enum(['ok', 'error']),
  outputs: z.array(z.unknown()),
});

/** What a program printed on a GPU, as the helper published it there. */
export interface GpuRecording {
  readonly flags: string;
  readonly source: string;
  readonly gpuName: string;
  readonly outcome: 'ok' | 'error';
  readonly outputs: readonly IOutput[];
}

const FOLDER = 'test/fixtures/gpu-runs';

/** All recordings, by the names of their files. */
export async function gpuRecordings(root: string): Promise<ReadonlyMap<string, GpuRecording>> {
  const folder = join(root, FOLDER);
  const names = (await readdir(folder)).filter((each) => each.endsWith('.json'));
  return new Map(await Promise.all(names.map(async (name) => {
    const { outputs, ...rest } = recording.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    return [name.replace('.json', ''), { ...rest, outputs: outputs.map(parseOutput) }] as const;
  })));
}

/** The recording of a program, whatever folder its case lies in; null where there is none. */
export async function gpuRecording(root: string, flags: string, source: string): Promise<GpuRecording | null> {
  return [...(await gpuRecordings(root)).values()].find((each) => each.flags === flags && each.source === source) ?? null;
}
