import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export interface HiddenQuestionOptions {
  readonly input?: NodeJS.ReadableStream;
  readonly output?: NodeJS.WritableStream;
  /** Aborting gives the question up. */
  readonly signal: AbortSignal;
}

/** Asks for a line on the terminal that is not shown while it is typed. Rejects when the input ends or `signal` aborts. */
export async function askHidden(question: string, options: HiddenQuestionOptions): Promise<string> {
  const { input = process.stdin, output = process.stderr, signal } = options;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input, output: nowhere, terminal: true });
  // A terminal that hands over each key makes no signal of Ctrl-C.
  prompt.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ended = Promise.withResolvers<never>();
  prompt.once('close', () => ended.reject(new Error('No answer was given.')));
  output.write(question);
  try {
    return await Promise.race([prompt.question('', { signal }), ended.promise]);
  } finally {
    prompt.close();
    output.write('\n');
  }
}
