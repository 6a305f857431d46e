import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KernelSession } from '../../../src/kernel/kernel-session.ts';
import type { RunHandlers } from '../../../src/kernel/run-handlers.ts';
import type { IOPubMessage } from '../../../src/output/reduce-outputs.ts';
import { temporaryProject } from '../../note/note-text.ts';

/** Runs code to its end. */
export async function run(session: KernelSession, code: string, handlers: Partial<RunHandlers> = {}) {
  const messages = new Messages();
  const result = await session.execute(code, { message: messages.add, ...handlers });
  return { ...result, text: messages.text, types: messages.all.map(({ header }) => header.msg_type) };
}

/** Starts code and resolves once it has printed "going"; rejects where it ends without. */
export async function going(session: KernelSession, code: string, handlers: Partial<RunHandlers> = {}) {
  const messages = new Messages();
  const ended = session.execute(code, { message: messages.add, ...handlers });
  const early = ended.then(({ outcome }) => {
    if (!messages.text.includes('going')) throw new Error(`the run ended as ${outcome} and printed ${JSON.stringify(messages.text)}`);
  });
  await Promise.race([messages.shows('going'), early]);
  return { ended, messages };
}

/** A file that tells code in the kernel to go on. */
export async function flagFile() {
  const path = join(await temporaryProject({}), 'flag');
  return { path, raise: () => writeFile(path, '') };
}

/** Code that prints, waits for the file, prints more and has a result. */
export const untilFlag = (path: string) => `import os, sys, time
print("going", flush=True)
while not os.path.exists(${JSON.stringify(path)}): time.sleep(0.01)
print("two", file=sys.stderr, flush=True)
print("three")
1 + 1`;

/** Code that only an interrupt ends. */
export const ENDLESS = 'import time\nprint("going", flush=True)\nwhile True: time.sleep(0.01)';

/** Code that no interrupt ends, from the moment that its text is out: it is printed where an interrupt is caught already. */
export const DEAF = `import time
said = False
while True:
    try:
        if not said:
            print("going", flush=True)
            said = True
        while True: time.sleep(0.01)
    except KeyboardInterrupt:
        pass`;

/** What a run has sent so far, and a way to wait for a text in it. */
export class Messages {
  readonly all: IOPubMessage[] = [];
  readonly #waiting: { readonly text: string; readonly resolve: () => void }[] = [];

  readonly add = (message: IOPubMessage): void => {
    this.all.push(message);
    for (const { text, resolve } of this.#waiting) if (this.text.includes(text)) resolve();
  };

  /** All that the run printed. */
  get text(): string {
    return this.all.map(({ header, content }) => (header.msg_type === 'stream' ? (content as { readonly text: string }).text : '')).join('');
  }

  shows(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ text, resolve });
      if (this.text.includes(text)) resolve();
    });
  }
}
