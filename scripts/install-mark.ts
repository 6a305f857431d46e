import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const HEARTBEAT_MS = 1_000;
const DEAD_AFTER_MS = 10_000;

/** What the last holder left: it ended properly, or it died halfway. */
export type LastHolder = 'finished' | 'died';

/**
 * Runs `work` while this process alone holds the file `path`. The holder touches the file every second, so a file
 * that is 10 s old belongs to a process that died. Waits while another process holds it.
 * When `signal` aborts the work, the file is left as a dead one: what was half done is known to be so.
 */
export async function whileMarked<T>(
  path: string,
  options: { readonly signal?: AbortSignal | undefined; readonly onWait: () => void },
  work: (lastHolder: LastHolder) => Promise<T>,
): Promise<T> {
  const lastHolder = await take(path, options);
  const heartbeat = setInterval(() => void touch(path, new Date()), HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await work(lastHolder);
  } finally {
    clearInterval(heartbeat);
    if (options.signal?.aborted) await touch(path, new Date(0));
    else await rm(path, { force: true });
  }
}

async function take(
  path: string,
  { signal, onWait }: { readonly signal?: AbortSignal | undefined; readonly onWait: () => void },
): Promise<LastHolder> {
  let lastHolder: LastHolder = 'finished';
  let told = false;
  for (;;) {
    signal?.throwIfAborted();
    if (await create(path)) return lastHolder;
    const age = await ageMs(path);
    if (age === 'gone') continue;
    if (age < DEAD_AFTER_MS) {
      if (!told) onWait();
      told = true;
      await wait(HEARTBEAT_MS / 2, undefined, { signal });
    } else if (await moveAway(path)) {
      lastHolder = 'died';
    }
  }
}

/** False when the file is there already. */
async function create(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function ageMs(path: string): Promise<number | 'gone'> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone';
    throw error;
  }
}

/** Of several processes that see the same dead file, one alone moves it. */
async function moveAway(path: string): Promise<boolean> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  await rm(aside, { force: true });
  return true;
}

async function touch(path: string, time: Date): Promise<void> {
  try {
    await utimes(path, time, time);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // removed by hand: nothing is left to hold
  }
}
