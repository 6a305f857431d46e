import { z } from 'zod';
import { OutputFormatError, parseOutput, type IOutput } from '../output/output.ts';
import { recordedEnvironment, type GpuEnvironment } from './gpu-environment.ts';

/** What one run of a cell left behind. */
export interface CellRecording {
  readonly id: string;
  /** Digest of the cell that was run (`cell/cell-chain.ts`). */
  readonly digest: string;
  /** The text that was sent to the kernel. */
  readonly code: string;
  readonly outputs: readonly IOutput[];
  readonly seconds: number;
}

/** All cells of one note, run in order on one kernel. */
export interface NoteRecording {
  readonly environment: GpuEnvironment;
  readonly cells: readonly CellRecording[];
}

const multiline = z.union([z.string(), z.array(z.string())]).transform((text) => (Array.isArray(text) ? text.join('') : text));

const notebookSchema = z.object({
  nbformat: z.literal(4),
  metadata: z.object({ warpnotes: z.object({ version: z.literal(1), environment: recordedEnvironment }) }),
  cells: z.array(
    z.object({
      id: z.string(),
      source: multiline,
      outputs: z.array(z.unknown()),
      metadata: z.object({ warpnotes: z.object({ digest: z.string(), seconds: z.number() }) }),
    }),
  ),
});

/** Reads a notebook that `formatRecordedNotebook` wrote. Throws with file and field where it is broken. */
export function parseRecordedNotebook(text: string, file: string): NoteRecording {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: restore it from git, or remove it and record the note again`, { cause });
  }
  const result = notebookSchema.safeParse(json);
  if (!result.success) {
    throw new Error(`${file} is not a recorded notebook: ${z.prettifyError(result.error)}`, { cause: result.error });
  }
  const { metadata, cells } = result.data;
  return {
    environment: metadata.warpnotes.environment,
    cells: cells.map(({ id, source, outputs, metadata: { warpnotes } }) => ({
      id, code: source, outputs: outputs.map((output, index) => outputOf(output, `${file}: cell ${id}, output ${index}`)), ...warpnotes,
    })),
  };
}

function outputOf(output: unknown, place: string): IOutput {
  try {
    return parseOutput(output);
  } catch (cause) {
    if (!(cause instanceof OutputFormatError)) throw cause;
    throw new Error(`${place}: ${cause.message}`, { cause });
  }
}

/**
 * The notebook (nbformat 4.5) of a recording, in a stable order so that its diff can be reviewed.
 * @see https://nbformat.readthedocs.io/en/latest/format_description.html
 */
export function formatRecordedNotebook({ environment, cells }: NoteRecording): string {
  const notebook = {
    cells: cells.map(({ id, code, outputs, digest, seconds }, index) => ({
      cell_type: 'code',
      execution_count: index + 1,
      id,
      metadata: { warpnotes: { digest, seconds } },
      outputs: outputs.map((output) => nbformatOutput(output, index + 1)),
      source: lines(code),
    })),
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python', version: environment.pythonVersion },
      warpnotes: { version: 1, environment },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

/** An output as nbformat 4 stores it. */
export function nbformatOutput(output: IOutput, executionCount: number): unknown {
  switch (output.output_type) {
    case 'stream':
      return { name: output.name, output_type: 'stream', text: lines(output.text) };
    case 'error':
      return { ename: output.ename, evalue: output.evalue, output_type: 'error', traceback: output.traceback };
    case 'display_data':
      return { data: mimeBundle(output.data), metadata: output.metadata, output_type: 'display_data' };
    case 'execute_result':
      return {
        data: mimeBundle(output.data), execution_count: executionCount, metadata: output.metadata,
        output_type: 'execute_result',
      };
  }
}

/** Text of a bundle is kept as lines, everything that is JSON as it stands. */
function mimeBundle(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const keys = Object.keys(data).sort();
  return Object.fromEntries(keys.map((mime) => {
    const value = data[mime];
    return [mime, typeof value === 'string' && mime.startsWith('text/') ? lines(value) : value];
  }));
}

/** nbformat's list of lines, each with its newline. */
export function lines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}
