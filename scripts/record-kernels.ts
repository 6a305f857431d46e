import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ServerPath } from '../src/kernel/server-path.ts';
import type { KernelServer } from '../src/kernel/server-address.ts';
import { keptRecord } from './kept-record.ts';

const noted = z.object({ url: z.string(), kernelId: z.string(), pid: z.number().int() });

/** Below the project's root; without tokens. */
const FOLDER = '.warpnotes/recording';

/**
 * Notes which kernels a recording has started, so that the next one can end those of one that was killed: they would go on
 * holding memory of the GPU.
 */
export class RecordingKernels {
  readonly #folder: string;
  readonly #server: KernelServer;

  constructor(root: string, server: KernelServer) {
    this.#folder = join(root, FOLDER);
    this.#server = server;
  }

  async started(kernelId: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#file(kernelId), JSON.stringify({ url: this.#server.url, kernelId, pid: process.pid }));
  }

  async ended(kernelId: string): Promise<void> {
    await rm(this.#file(kernelId), { force: true });
  }

  /**
   * Ends the kernels that recordings on this server left, those of processes that still run aside; how many. Where the server does
   * not answer or refuses, they stay noted: the recording itself will say what is wrong.
   */
  async endLeft(): Promise<number> {
    const path = new ServerPath({ server: this.#server, tokenPlace: 'header', kernelName: '' });
    let ended = 0;
    for (const file of await readdir(this.#folder).catch(() => [])) { // no folder: nothing was recorded here yet
      const left = await keptRecord(join(this.#folder, file), noted);
      if (!left) {
        await rm(join(this.#folder, file), { force: true }); // cut off: nobody knows its kernel any more
        continue;
      }
      const { url, kernelId, pid } = left;
      if (url !== this.#server.url || isRunning(pid)) continue;
      const { url: address, headers } = path.addressed(`${url}api/kernels/${kernelId}`, 'DELETE');
      const status = await fetch(address, { method: 'DELETE', headers }).then((response) => response.status, () => 0);
      if (status === 204) ended += 1;
      if (status === 204 || status === 404) await this.ended(kernelId);
    }
    return ended;
  }

  #file(kernelId: string): string {
    return join(this.#folder, `${kernelId.replaceAll(/[^\w-]/gu, '')}.json`);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
