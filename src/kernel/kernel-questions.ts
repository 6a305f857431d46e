import type { KernelConnection } from './jupyter-kernel.ts';
import { parseCompletion, parseInspection, type Completion } from './kernel-answers.ts';
import { orNull } from './time-limit.ts';

/** What an idle kernel would complete at a cursor, which counts code points; null where it knows nothing, is gone or too slow. */
export async function askCompletion(kernel: KernelConnection, code: string, cursor: number, seconds: number): Promise<Completion | null> {
  return parseCompletion(await answer(kernel.requestComplete({ code, cursor_pos: cursor }), seconds));
}

/** What an idle kernel knows of the name at a cursor, as a MIME bundle; null as above. */
export async function askInspection(
  kernel: KernelConnection, code: string, cursor: number, seconds: number,
): Promise<Readonly<Record<string, unknown>> | null> {
  return parseInspection(await answer(kernel.requestInspect({ code, cursor_pos: cursor, detail_level: 0 }), seconds));
}

/** The content of an answer. The kernel may go away meanwhile: then there is none either. */
function answer(reply: Promise<{ readonly content: unknown }>, seconds: number): Promise<unknown> {
  return orNull(reply.then(({ content }) => content, () => null), seconds);
}
