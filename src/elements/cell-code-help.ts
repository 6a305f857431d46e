import type { Completion as Option, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Completion } from '../kernel/kernel-answers.ts';

/** What the kernel knows of code in a cell; null where it knows nothing, is too slow, or not there. Cursors count code points. */
export interface KernelHelp {
  complete(code: string, cursor: number): Promise<Completion | null>;
  /** A MIME bundle. */
  inspect(code: string, cursor: number): Promise<Readonly<Record<string, unknown>> | null>;
}

/** What is known of the name at a place of a text, counted in UTF-16 units; null for nothing. */
export type Inspect = (code: string, at: number) => Promise<string | null>;

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
  const reply = await orNothing(help.complete(code, codePointsBefore(code, context.pos)));
  if (!reply || context.aborted) return null;
  return { from: unitsBefore(code, reply.start), to: unitsBefore(code, reply.end), options: options(reply), validFor: /^[\w.]*$/u };
}

function options({ matches, details }: Completion): readonly Option[] {
  const known = new Map(details.map((each) => [each.text, each]));
  return matches.map((label, index) => {
    const { signature = '' } = known.get(label) ?? {};
    // The kernel's order is kept where names fit equally well.
    return { label, boost: -index / matches.length, ...(signature !== '' && { detail: signature }) };
  });
}

/**
 * What the kernel says of the name at a place, as plain text.
 * @param plain takes the colours out of what the kernel sent for a terminal
 */
export function inspectWithKernel(help: KernelHelp, plain: (text: string) => string): Inspect {
  return async (code, at) => {
    const reply = await orNothing(help.inspect(code, codePointsBefore(code, at)));
    const text = reply?.['text/plain'];
    if (typeof text !== 'string') return null;
    const shown = plain(text).trim();
    return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
  };
}

async function orNothing<T>(answer: Promise<T | null>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    console.info('The kernel gave no help for this code.', error);
    return null;
  }
}
