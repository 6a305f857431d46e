import { z } from 'zod';

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
}

export interface AnyNotebook {
  /** Of the code cells, in lower case: `python` where the file does not say. */
  readonly language: string;
  readonly cells: readonly AnyCell[];
}

const text = z.union([z.string(), z.array(z.string())]).nullish()
  .transform((value) => (typeof value === 'string' ? value : (value ?? []).join('')));
const anyText = z.record(z.string(), z.record(z.string(), text)).nullish().transform((value) => value ?? {});
const folded = z.looseObject({ source_hidden: z.boolean().optional() }).optional().catch(undefined);
const metadata = z.looseObject({ tags: z.array(z.string()).optional().catch(undefined), jupyter: folded }).nullish()
  .transform((value) => value ?? {});
const languageName = z.looseObject({ name: z.string().optional() }).optional().catch(undefined);
const spec = z.looseObject({ language: z.string().optional(), name: z.string().optional() }).optional().catch(undefined);

const format4 = z.object({
  metadata: z.looseObject({ language_info: languageName, kernelspec: spec }).nullish().transform((value) => value ?? {}),
  cells: z.array(z.object({
    cell_type: z.enum(['code', 'markdown', 'raw']), id: z.string().optional(), source: text, metadata, attachments: anyText,
  })),
});

/** https://github.com/jupyter/nbformat/blob/main/nbformat/v3/nbformat.v3.schema.json */
const format3 = z.object({
  worksheets: z.array(z.object({
    cells: z.array(z.discriminatedUnion('cell_type', [
      z.object({ cell_type: z.literal('code'), input: text, language: z.string().optional(), metadata }),
      z.object({ cell_type: z.literal('heading'), source: text, level: z.number().int().min(1).max(6).default(1) }),
      z.object({ cell_type: z.enum(['markdown', 'html', 'raw']), source: text }),
    ])),
  })),
});

const head = z.object({ nbformat: z.number().int(), nbformat_minor: z.number().int().optional() });

/**
 * Reads a notebook of nbformat 3 to 4.x, without its outputs. Lenient where Jupyter is: lists of lines are joined, what is
 * missing is empty. Throws an Error that names the file and the field that is wrong, and says what to do.
 */
export function parseAnyNotebook(content: string, file: string): AnyNotebook {
  const json = parseJson(content, file);
  const { nbformat } = valid(head, json, file);
  if (nbformat === 3) return ofFormat3(valid(format3, json, file));
  if (nbformat === 4) return ofFormat4(valid(format4, json, file));
  throw new Error(`${file}: nbformat: ${nbformat} is not read, 3 and 4 are: open the file in JupyterLab and save it, or run jupyter nbconvert --to notebook`);
}

function parseJson(content: string, file: string): unknown {
  if (content.trim() === '') throw new Error(`${file} is empty (${content.length} characters): it was perhaps never saved; get it again`);
  try {
    return JSON.parse(content.replace(/^\uFEFF/u, ''));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} is not JSON, so it is no notebook (${why}): get it again, or resolve the conflict in it`, { cause });
  }
}

function valid<T>(schema: z.ZodType<T>, json: unknown, file: string): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `${file}: ${path.join('.') || 'the whole file'}: ${message}`);
  throw new Error(`${lines.slice(0, 5).join('\n')}\nOpen the file in JupyterLab, which says more of it, and save it anew.`, { cause: result.error });
}

function ofFormat4({ metadata: { language_info: info, kernelspec }, cells }: z.infer<typeof format4>): AnyNotebook {
  return {
    language: (info?.name ?? kernelspec?.language ?? 'python').toLowerCase(),
    cells: cells.map(({ cell_type: kind, id = '', source, metadata: { tags = [], jupyter }, attachments }) => ({
      kind, id, source, tags, hidden: jupyter?.source_hidden === true, attachments: attachmentsOf(attachments),
    })),
  };
}

function attachmentsOf(all: z.infer<typeof anyText>): ReadonlyMap<string, Attachment> {
  return new Map(Object.entries(all).flatMap(([name, bundle]) => {
    const [first] = Object.entries(bundle);
    return first ? [[name, { mimeType: first[0], base64: first[1].replace(/\s/gu, '') }] as const] : [];
  }));
}

function ofFormat3({ worksheets }: z.infer<typeof format3>): AnyNotebook {
  const cells = worksheets.flatMap((sheet) => sheet.cells);
  const code = cells.find((cell) => cell.cell_type === 'code');
  const plain = { id: '', tags: [], hidden: false, attachments: new Map() };
  return {
    language: (code?.language ?? 'python').toLowerCase(),
    cells: cells.map((cell): AnyCell => {
      switch (cell.cell_type) {
        case 'code': return { ...plain, kind: 'code', source: cell.input, tags: cell.metadata.tags ?? [] };
        case 'heading': return { ...plain, kind: 'markdown', source: `${'#'.repeat(cell.level)} ${cell.source.replace(/\s+/gu, ' ').trim()}` };
        case 'raw': return { ...plain, kind: 'raw', source: cell.source };
        case 'markdown': case 'html': return { ...plain, kind: 'markdown', source: cell.source };
      }
    }),
  };
}
