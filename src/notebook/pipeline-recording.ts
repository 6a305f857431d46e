import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { PipelineRecording } from '../figures/compilation-pipeline.ts';
import { loadNote } from '../note/note-library.ts';

/** The note of the figure of the compilation, and its cell that holds the program. */
export const PIPELINE_NOTE = 'nvcc/nvcc-what-and-workflow';
export const PIPELINE_CELL = 'hello';
export const pipelineFile = `notebooks/${PIPELINE_NOTE}.pipeline.json`;

const count = z.int().nonnegative();
const keptFile = z.object({
  bytes: count, text: z.string().nullable(), shown: z.string().exactOptional(), before: count.exactOptional(), after: count.exactOptional(),
});
const recording: z.ZodType<PipelineRecording> = z.object({
  version: z.literal(1),
  nvcc: z.string(),
  digest: z.string(),
  texts: z.record(z.string(), z.string()),
  builds: z.record(z.string(), z.object({ commands: z.array(z.string()), files: z.record(z.string(), keptFile) })),
  refused: z.record(z.string(), z.string()),
});

/** What the programs left of the note's present program. Throws where it was recorded of another. */
export async function loadPipeline(root: string): Promise<PipelineRecording> {
  const again = 'record it with node scripts/record-pipeline.ts';
  const parsed = recording.safeParse(JSON.parse(await readFile(join(root, pipelineFile), 'utf8')));
  if (!parsed.success) throw new Error(`${pipelineFile} is not what was recorded: ${again}`, { cause: parsed.error });
  const { cells } = await loadNote(root, PIPELINE_NOTE, 'en');
  const cell = cells.find(({ options }) => options.id === PIPELINE_CELL);
  if (cell?.digest !== parsed.data.digest) {
    throw new Error(`${pipelineFile} is of another program than cell "${PIPELINE_CELL}" of notes/${PIPELINE_NOTE}.mdx: ${again}`);
  }
  return parsed.data;
}

/** A text, a build and a refusal a line, so that a diff names what changed. */
export function formatPipeline({ version, nvcc, digest, texts, builds, refused }: PipelineRecording): string {
  const rows = (record: Readonly<Record<string, unknown>>) =>
    `{\n${Object.entries(record).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',\n')}\n}`;
  const head = JSON.stringify({ version, nvcc, digest }).slice(1, -1);
  return `{${head},"texts":${rows(texts)},"builds":${rows(builds)},"refused":${rows(refused)}}\n`;
}
