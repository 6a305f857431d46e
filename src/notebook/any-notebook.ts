import { z } from 'zod';
import { emptyError, fieldError, jsonError, type FieldFault } from './notebook-problems.ts';

/** A file that a Markdown cell carries with it and shows as `attachment:NAME`. */
export interface Attachment {
  readonly mimeType: string;
  readonly base64: string;
}

/** A cell of a notebook of anyone's, whatever the format of the file. */
export interface AnyCell {
  readonly kind: 'code' | 'markdown' | 'raw';
  /** Empty where the format has none. */
  readonly id: string;
  readonly source: string;
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly tags: readonly string[];
  /** The code is folded. */
  readonly hidden: boolean;
  readonly outputsHidden: boolean;
  /** Of a code cell, in the form of nbformat 4, and not looked at yet: `notebook-outputs.ts` reads them. */
  readonly outputs: readonly unknown[];
  readonly executionCount: number | null;
  /** MIME type of what a raw cell is meant for; empty where it does not say. */
  readonly format: string;
  /** Where the file has the cell. */
  readonly path: readonly (string | number)[];
}

export interface AnyNotebook {
  /** Of the code cells, in lower case: `python` where the file says nothing of a kernel, empty for a kernel that is not known. */
  readonly language: string;
  /** What the kernel is called, such as `Julia 1.10`; empty where the file does not say. */
  readonly kernelName: string;
  /** From the file's metadata; empty where it has none. */
  readonly title: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly cells: readonly AnyCell[];
  /** The file's text, in which `path` of a cell leads to it. */
  readonly text: string;
  /** Of a later format than is known: what is new in it is no fault. */
  readonly isLater: boolean;
}

const text = z.union([z.string(), z.array(z.string())]).nullish()
  .transform((value) => (typeof value === 'string' ? value : (value ?? []).join('')));
const words = z.string().optional().catch(undefined);
const anyText = z.record(z.string(), z.record(z.string(), text)).nullish().transform((value) => value ?? {});
const folded = z.looseObject({ source_hidden: z.boolean().optional(), outputs_hidden: z.boolean().optional() }).optional().catch(undefined);
const metadata = z.looseObject({
  tags: z.array(z.string()).optional().catch(undefined), jupyter: folded, collapsed: z.boolean().optional().catch(undefined),
  format: words, raw_mimetype: words,
}).nullish().transform((value) => value ?? {});
const languageName = z.looseObject({ name: z.string().optional() }).optional().catch(undefined);
const spec = z.looseObject({ language: words, name: words, display_name: words }).optional().catch(undefined);
const list = z.array(z.unknown()).nullish().transform((value) => value ?? []);
const count = z.number().int().nullish().catch(null).transform((value) => value ?? null);

const fileMetadata = z.looseObject({ language_info: languageName, kernelspec: spec, title: words, name: words })
  .nullish().transform((value) => value ?? {});

const cellTypes = z.enum(['code', 'markdown', 'raw']);
const cell4 = z.object({
  cell_type: cellTypes, id: z.string().optional(), source: text, metadata, attachments: anyText, outputs: list, execution_count: count,
});
const format4 = z.object({ metadata: fileMetadata, cells: z.array(cell4) });

/** Of format 4 the last that is known. Later ones may have cells and outputs of new types, which readers let stand: nbformat's own rule. */
const LAST_MINOR = 5;
const laterFormat4 = format4.extend({ cells: z.array(cell4.extend({ cell_type: z.string() })) });

function rawIfUnknown(cell: z.infer<typeof laterFormat4>['cells'][number]): z.infer<typeof cell4> {
  const { success, data } = cellTypes.safeParse(cell.cell_type);
  return { ...cell, cell_type: success ? data : 'raw' };
}

/** https://github.com/jupyter/nbformat/blob/main/nbformat/v3/nbformat.v3.schema.json */
const format3 = z.object({
  metadata: fileMetadata,
  // Jupyter takes a file without them for an empty one.
  worksheets: z.array(z.object({
    cells: z.array(z.discriminatedUnion('cell_type', [
      z.object({
        cell_type: z.literal('code'), input: text, language: z.string().optional(), metadata, outputs: list, prompt_number: count,
        collapsed: z.boolean().optional().catch(undefined),
      }),
      z.object({ cell_type: z.literal('heading'), source: text, level: z.number().int().min(1).max(6).default(1) }),
      z.object({ cell_type: z.literal('raw'), source: text, metadata }),
      z.object({ cell_type: z.enum(['markdown', 'html']), source: text }),
    ])).default([]),
  })).default([]),
});

const head = z.object({ nbformat: z.number().int(), nbformat_minor: z.number().int().optional() });

/**
 * Reads a notebook of nbformat 3 to 4.x. Lenient where Jupyter is: lists of lines are joined, what is missing is empty, `NaN` is
 * null. Throws a NotebookError that names the file, the cell and the field that is wrong, and says what to do.
 */
export function parseAnyNotebook(content: string, file: string): AnyNotebook {
  const text = strictJson(content);
  const json = parseJson(text, file);
  const { nbformat, nbformat_minor = 0 } = valid(head, json, text, file);
  if (nbformat === 3) return { ...ofFormat3(valid(format3, json, text, file)), text, isLater: false };
  if (nbformat === 4) {
    const { cells, ...rest } = valid(nbformat_minor > LAST_MINOR ? laterFormat4 : format4, json, text, file);
    return { ...ofFormat4({ ...rest, cells: cells.map(rawIfUnknown) }), text, isLater: nbformat_minor > LAST_MINOR };
  }
  const hint = 'open the file in JupyterLab and save it, or run jupyter nbconvert --to notebook';
  throw fieldError([{ path: ['nbformat'], message: `${nbformat} is not read, 3 and 4 are`, hint }], text, file);
}

/** Without a byte order mark, and with null for the numbers of Python that JSON has not. */
function strictJson(content: string): string {
  return content.replace(/^\uFEFF/u, '').replace(/"(?:[^"\\]|\\[^])*"|-?\b(?:NaN|Infinity)\b/gu, (found) => (found.startsWith('"') ? found : 'null'));
}

function parseJson(text: string, file: string): unknown {
  if (text.trim() === '') throw emptyError(file, text.length);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw jsonError(text, file, cause);
  }
}

function valid<T>(schema: z.ZodType<T>, json: unknown, text: string, file: string): T {
  const result = schema.safeParse(json, { reportInput: true });
  if (result.success) return result.data;
  throw fieldError(result.error.issues.map(faultOf), text, file, { cause: result.error });
}

function faultOf({ path, message, input }: z.core.$ZodIssue): FieldFault {
  const field = path.filter((part) => typeof part !== 'symbol');
  return { path: field, message: input === undefined ? 'is missing' : `${message.replace(/^Invalid input: /u, '')}, not ${excerpt(input)}` };
}

function excerpt(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > 40 ? `${json.slice(0, 40)}…` : json;
}

function ofFormat4({ metadata: file, cells }: z.infer<typeof format4>): Omit<AnyNotebook, 'text' | 'isLater'> {
  return {
    language: kernelLanguage(file), kernelName: file.kernelspec?.display_name ?? '', title: file.title ?? '', metadata: file,
    cells: cells.map(({ cell_type: kind, id = '', source, metadata: own, attachments, outputs, execution_count }, index) => ({
      kind, id, source, tags: own.tags ?? [],
      hidden: own.jupyter?.source_hidden === true,
      outputsHidden: own.jupyter?.outputs_hidden === true || own.collapsed === true,
      attachments: attachmentsOf(attachments), outputs, executionCount: execution_count,
      format: own.format ?? own.raw_mimetype ?? '', path: ['cells', index],
    })),
  };
}

/** Names of kernels whose files often say no more, and their languages. */
const KERNELS: readonly (readonly [name: RegExp, language: string])[] = [
  [/^(?:i?python|conda|pyspark|sage)/u, 'python'], [/^(?:xcpp|cling|xeus-cling|cpp)/u, 'c++'], [/^julia/u, 'julia'], [/^ir\b|^xr\b/u, 'r'],
  [/^(?:bash|calysto_bash)/u, 'bash'], [/^(?:javascript|deno|tslab|jslab)/u, 'javascript'], [/^(?:rust|evcxr)/u, 'rust'], [/^octave/u, 'octave'],
  [/^ruby/u, 'ruby'], [/^gophernotes|^gonb/u, 'go'], [/^scala|^almond/u, 'scala'], [/^ihaskell|^haskell/u, 'haskell'],
];

function kernelLanguage({ language_info: info, kernelspec }: z.infer<typeof fileMetadata>): string {
  const said = info?.name ?? kernelspec?.language;
  if (said !== undefined && said !== '') return said.toLowerCase();
  if (kernelspec?.name === undefined) return 'python';
  const name = kernelspec.name.toLowerCase();
  return KERNELS.find(([form]) => form.test(name))?.[1] ?? '';
}

function attachmentsOf(all: z.infer<typeof anyText>): ReadonlyMap<string, Attachment> {
  return new Map(Object.entries(all).flatMap(([name, bundle]) => {
    const [first] = Object.entries(bundle);
    return first ? [[name, { mimeType: first[0], base64: first[1].replace(/\s/gu, '') }] as const] : [];
  }));
}

function ofFormat3({ metadata: file, worksheets }: z.infer<typeof format3>): Omit<AnyNotebook, 'text' | 'isLater'> {
  const code = worksheets.flatMap((sheet) => sheet.cells).find((cell) => cell.cell_type === 'code');
  const plain = {
    id: '', tags: [], hidden: false, outputsHidden: false, attachments: new Map(), outputs: [], executionCount: null, format: '',
  };
  return {
    language: (code?.language ?? 'python').toLowerCase(), kernelName: file.kernelspec?.display_name ?? '', title: '', metadata: file,
    cells: worksheets.flatMap(({ cells }, sheet) => cells.map((cell, index): AnyCell => {
      const path = ['worksheets', sheet, 'cells', index];
      switch (cell.cell_type) {
        case 'code':
          return {
            ...plain, kind: 'code', source: cell.input, tags: cell.metadata.tags ?? [], outputsHidden: cell.collapsed === true,
            outputs: cell.outputs, executionCount: cell.prompt_number, path,
          };
        case 'heading':
          return { ...plain, kind: 'markdown', source: `${'#'.repeat(cell.level)} ${cell.source.replace(/\s+/gu, ' ').trim()}`, path };
        case 'raw':
          return { ...plain, kind: 'raw', source: cell.source, format: cell.metadata.format ?? cell.metadata.raw_mimetype ?? '', path };
        case 'markdown': case 'html':
          return { ...plain, kind: 'markdown', source: cell.source, path };
      }
    })),
  };
}
