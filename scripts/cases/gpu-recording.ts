import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseOutput, type IOutput } from '../../src/output/output.ts';

const recording = z.object({
  /** SHA-256 of the arguments for nvcc, a line end, and the source. */
  program: z.string(),
  gpuName: z.string(),
  outcome: z.enum(['ok', 'error']),
  outputs: z.array(z.unknown()),
});

/** What a program of a case printed on a GPU, as the helper published it there. */
export interface GpuRecording {
  readonly gpuName: string;
  readonly outcome: 'ok' | 'error';
  readonly outputs: readonly IOutput[];
}

const FOLDER = 'test/fixtures/gpu-runs';

/** The recording of a program, whatever folder its case lies in; null where there is none. */
export async function gpuRecording(root: string, flags: string, source: string): Promise<GpuRecording | null> {
  const program = programDigest(flags, source);
  const folder = join(root, FOLDER);
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.json'))) {
    const { program: of, outputs, ...rest } = recording.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    if (of === program) return { ...rest, outputs: outputs.map(parseOutput) };
  }
  return null;
}

/** By which a recording knows its program. */
export function programDigest(flags: string, source: string): string {
  return createHash('sha256').update(`${flags}\n${source}`).digest('hex');
}
