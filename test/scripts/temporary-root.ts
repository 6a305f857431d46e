import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that lasts as long as the test. */
export async function temporaryRoot(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'warpnotes-test-')));
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));
  return root;
}
