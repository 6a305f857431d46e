// The small build of Zod: this module is loaded in the browser.
import * as z from 'zod/mini';

/** MIME type to data. Text is one string; `application/json` and `application/*+json` hold any JSON value. */
export type MimeBundle = Readonly<Record<string, unknown>>;

/** nbformat 4 `stream`, with `text` as it was sent: carriage returns and escape sequences are kept. */
export interface IStream {
  readonly output_type: 'stream';
  readonly name: 'stdout' | 'stderr';
  readonly text: string;
}

/** nbformat 4 `display_data`. */
export interface IDisplayData {
  readonly output_type: 'display_data';
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
}

/** nbformat 4 `execute_result`. */
export interface IExecuteResult {
  readonly output_type: 'execute_result';
  readonly execution_count: number | null;
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
}

/** nbformat 4 `error`; `traceback` holds ANSI text and may be empty. */
export interface IError {
  readonly output_type: 'error';
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

export type IOutput = IStream | IDisplayData | IExecuteResult | IError;

/** A value that is no nbformat output. The message names the field, `cause` is Zod's own error. */
export class OutputFormatError extends Error {
  override readonly name = 'OutputFormatError';
}

const joined = z.pipe(
  z.array(z.string()),
  z.transform((parts) => parts.join('')),
);
const text = z.union([z.string(), joined]);

/** True for the types whose value is JSON and is never a list of lines (nbformat's own rule). */
export function isJsonMimeType(mimeType: string): boolean {
  return mimeType === 'application/json' || (mimeType.startsWith('application/') && mimeType.endsWith('+json'));
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string');

const bundle = z.record(z.string(), z.unknown());

const data = z.pipe(
  bundle,
  z.transform((entries): MimeBundle =>
    Object.fromEntries(
      Object.entries(entries).map(([mimeType, value]) =>
        !isJsonMimeType(mimeType) && isTextList(value) ? [mimeType, value.join('')] : [mimeType, value],
      ),
    ),
  ),
);

// Some kernels leave these fields out or send null.
const metadata = z.pipe(
  z.nullish(bundle),
  z.transform((value): MimeBundle => value ?? {}),
);
const words = z.pipe(
  z.nullish(text),
  z.transform((value) => value ?? ''),
);
const executionCount = z.pipe(
  z.nullish(z.int()),
  z.transform((value) => value ?? null),
);
const traceback = z.pipe(
  z.nullish(z.array(z.string())),
  z.transform((value) => value ?? []),
);

const output = z.discriminatedUnion('output_type', [
  z.object({ output_type: z.literal('stream'), name: z.enum(['stdout', 'stderr']), text }),
  z.object({ output_type: z.literal('display_data'), data, metadata }),
  z.object({ output_type: z.literal('execute_result'), execution_count: executionCount, data, metadata }),
  z.object({ output_type: z.literal('error'), ename: words, evalue: words, traceback }),
]);

/**
 * Reads one output of nbformat 4 (https://nbformat.readthedocs.io/en/latest/format_description.html). Strings stored as
 * lists of lines are joined with nothing between; fields nbformat does not know are dropped.
 * Throws an OutputFormatError that names the first wrong field.
 */
export function parseOutput(value: unknown): IOutput {
  const result = output.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.join('.') || 'output_type';
  throw new OutputFormatError(
    `Not an nbformat 4 output: "${place}": ${issue?.message ?? 'unknown problem'}. Check the notebook or the kernel that wrote it.`,
    { cause: result.error },
  );
}
