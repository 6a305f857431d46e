import * as v from 'valibot';
import type { KernelFrame } from './kernel-frames.ts';
import type { KernelRun } from './kernel-run.ts';

const inputRequest = v.object({ prompt: v.optional(v.string(), ''), password: v.optional(v.boolean(), false) });

/**
 * Asks a run's handler for the line that its code waits for, and sends it. `stop` is called where there will be no line: the
 * code would wait for ever.
 */
export async function answerInput(run: KernelRun, frame: KernelFrame, send: (value: string) => void, stop: () => void): Promise<void> {
  const { handlers: { input }, signal } = run;
  const wanted = (): boolean => !signal.aborted;
  if (!input || !wanted()) return;
  try {
    const value = await input(v.parse(inputRequest, frame.content), signal);
    if (wanted()) send(value);
  } catch (error) {
    if (!wanted()) return;
    console.warn('There is no input for the code: it is stopped.', error);
    stop();
  }
}
