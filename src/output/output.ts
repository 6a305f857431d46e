// The small build of Zod: this module is loaded in the browser.
import * as v from 'valibot';

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

const joined = v.pipe(
  v.array(v.string()),
  v.transform((parts) => parts.join('')),
);
const text = v.union([v.string(), joined]);

/** True for the types whose value is JSON and is never a list of lines (nbformat's own rule). */
export function isJsonMimeType(mimeType: string): boolean {
  return mimeType === 'application/json' || (mimeType.startsWith('application/') && mimeType.endsWith('+json'));
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string');

const bundle = v.record(v.string(), v.unknown());

const data = v.pipe(
  bundle,
  v.transform((entries): MimeBundle =>
    Object.fromEntries(
      Object.entries(entries).map(([mimeType, value]) =>
        !isJsonMimeType(mimeType) && isTextList(value) ? [mimeType, value.join('')] : [mimeType, value],
      ),
    ),
  ),
);

// Some kernels leave these fields out or send null.
const metadata = v.nullish(bundle, {});
const words = v.nullish(text, '');
const executionCount = v.nullish(v.pipe(v.number(), v.integer()), null);
const traceback = v.nullish(v.array(v.string()), () => []);

const output = v.variant('output_type', [
  v.object({ output_type: v.literal('stream'), name: v.picklist(['stdout', 'stderr']), text }),
  v.object({ output_type: v.literal('display_data'), data, metadata }),
  v.object({ output_type: v.literal('execute_result'), execution_count: executionCount, data, metadata }),
  v.object({ output_type: v.literal('error'), ename: words, evalue: words, traceback }),
]);

/**
 * Reads one output of nbformat 4 (https://nbformat.readthedocs.io/en/latest/format_description.html). Strings stored as
 * lists of lines are joined with nothing between; fields nbformat does not know are dropped.
 * Throws an OutputFormatError that names the first wrong field.
 */
export function parseOutput(value: unknown): IOutput {
  const result = v.safeParse(output, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = v.getDotPath(issue) ?? 'output_type';
  throw new OutputFormatError(
    `Not an nbformat 4 output: "${place}": ${issue.message}. Check the notebook or the kernel that wrote it.`,
    { cause: result.issues },
  );
}
