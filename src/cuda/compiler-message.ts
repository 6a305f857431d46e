// The small build of Zod: this module is loaded in the browser.
import * as v from 'valibot';
import { cudaDiagnostic, cudaResource } from './cuda-message.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const file = v.object({ name: v.string(), bytes: count });

const image = v.object({
  kind: v.picklist(['ptx', 'elf', 'ir']),
  arch: count,
  /** As it lies in the file. */
  bytes: count,
  /** Without compression. */
  whole: count,
});

const view = v.object({
  kind: v.literal('view'),
  file: v.string(),
  command: v.string(),
  nvcc: v.nullable(v.string()),
  seconds: v.number(),
  ok: v.boolean(),
  diagnostics: v.array(cudaDiagnostic),
  log: v.string(),
  dryrun: v.array(v.string()),
  /** From symbols to C++. */
  names: v.record(v.string(), v.string()),
  resources: v.array(cudaResource),
  ptx: v.array(v.string()),
  cubins: v.array(v.object({ name: v.string(), sass: v.nullable(v.string()), constants: v.record(v.string(), count) })),
  images: v.array(image),
  kept: v.array(file),
});

/** A file that nvcc left between its stages; `text` is its beginning, null where it is no text. */
const opened = v.object({ kind: v.literal('file'), ...file.entries, text: v.nullable(v.string()) });

/** What `kernel/compiler_view.py` publishes. */
export const compilerMessageSchema = v.variant('kind', [view, opened]);
export type CompilerMessage = v.InferOutput<typeof compilerMessageSchema>;
export type CompilerViewMessage = v.InferOutput<typeof view>;
export type OpenedFile = v.InferOutput<typeof opened>;
