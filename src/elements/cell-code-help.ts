import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';

/**
 * Content of a `complete_reply` with status `ok` (Jupyter messaging, "Completion"). Cursors count code points, not UTF-16 units.
 * IPython tells types and signatures in `metadata._jupyter_types_experimental`.
 */
export interface CompleteReply {
  readonly matches: readonly string[];
  readonly cursor_start: number;
  readonly cursor_end: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Content of an `inspect_reply` with status `ok` (Jupyter messaging, "Introspection"). */
export interface InspectReply {
  readonly found: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the kernel knows of code in a cell; null where there is no kernel. The cursor counts code points from the start of the code. */
export interface KernelHelp {
  complete(code: string, cursor: number): Promise<CompleteReply | null>;
  inspect(code: string, cursor: number): Promise<InspectReply | null>;
}

/** What is known of the name at a place of a text, counted in UTF-16 units; null for nothing. */
export type Inspect = (code: string, at: number) => Promise<string | null>;

/** A kernel answers after what it runs: so long it is waited for. */
const PATIENCE_MS = 2000;
/** Longer texts are of no use in a box beside the cursor. */
const SHOWN_CHARACTERS = 4000;

/** Where code points begin in UTF-16 units, and the other way round. */
export function codePointsBefore(text: string, at: number): number {
  return Array.from(text.slice(0, at)).length;
}

export function unitsBefore(text: string, codePoints: number): number {
  let units = 0;
  let left = codePoints;
  for (const character of text) {
    if (left-- <= 0) break;
    units += character.length;
  }
  return units;
}

/** The kernel's completions at the cursor: when asked for, and behind a dot. Null where it has none, or is busy. */
export async function kernelCompletion(context: CompletionContext, help: KernelHelp): Promise<CompletionResult | null> {
  if (!context.explicit && !context.matchBefore(/\.\w*/u)) return null;
  const code = context.state.doc.toString();
  const reply = await soon(help.complete(code, codePointsBefore(code, context.pos)));
  if (!reply || reply.matches.length === 0 || context.aborted) return null;
  const from = unitsBefore(code, reply.cursor_start);
  const to = unitsBefore(code, reply.cursor_end);
  return { from, to, options: completions(reply), validFor: /^[\w.]*$/u };
}

function completions({ matches, metadata }: CompleteReply): readonly Completion[] {
  const known = new Map(typedMatches(metadata).map((each) => [each.text, each]));
  return matches.map((label, index) => {
    const { type = '', signature = '' } = known.get(label) ?? {};
    // The kernel's order is kept where names fit equally well.
    return { label, boost: -index / matches.length, ...(type !== '' && { type }), ...(signature !== '' && { detail: signature }) };
  });
}

/** Experimental in the protocol: whatever is not as expected is left out. */
function typedMatches(metadata: CompleteReply['metadata']): readonly { readonly text: string; readonly type?: string; readonly signature?: string }[] {
  const list = metadata['_jupyter_types_experimental'];
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('text' in entry) || typeof entry.text !== 'string') return [];
    const type = 'type' in entry && typeof entry.type === 'string' && entry.type !== '<unknown>' ? { type: entry.type } : {};
    const signature = 'signature' in entry && typeof entry.signature === 'string' ? { signature: entry.signature } : {};
    return [{ text: entry.text, ...type, ...signature }];
  });
}

/**
 * What the kernel says of the name at a place, as plain text.
 * @param plain takes the colours out of what the kernel sent for a terminal
 */
export function inspectWithKernel(help: KernelHelp, plain: (text: string) => string): Inspect {
  return async (code, at) => {
    const reply = await soon(help.inspect(code, codePointsBefore(code, at)));
    const text = reply?.found === true ? reply.data['text/plain'] : null;
    if (typeof text !== 'string') return null;
    const shown = plain(text).trim();
    return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
  };
}

async function soon<T>(answer: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => { timer = setTimeout(() => { resolve(null); }, PATIENCE_MS); });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    console.info('The kernel gave no help for this code.', error);
    return null;
  } finally {
    clearTimeout(timer);
  }
}
