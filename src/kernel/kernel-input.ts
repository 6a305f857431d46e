import * as z from 'zod/mini';
import type { KernelFrame } from './kernel-frames.ts';
import type { KernelRun } from './kernel-run.ts';

const inputRequest = z.object({ prompt: z._default(z.string(), ''), password: z._default(z.boolean(), false) });

/**
 * Asks a run's handler for the line that its code waits for, and sends it. `stop` is called where there will be no line: the
 * code would wait for ever.
 */
export async function answerInput(run: KernelRun, frame: KernelFrame, send: (value: string) => void, stop: () => void): Promise<void> {
  const { input } = run.handlers;
  if (!input || run.signal.aborted) return;
  try {
    const value = await input(inputRequest.parse(frame.content), run.signal);
    if (!run.signal.aborted) send(value);
  } catch (error) {
    if (run.signal.aborted) return;
    console.warn('There is no input for the code: it is stopped.', error);
    stop();
  }
}
