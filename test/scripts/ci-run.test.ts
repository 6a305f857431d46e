import { spawnSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project-root.ts';
import { temporaryRoot } from './temporary-root.ts';

const report = (passed: number, failed: number, files: readonly unknown[] = []) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });

/** Runs .ci/run with an npm that does nothing on `npm ci` and `test` on `npm test`, on a machine that lacks nothing. */
async function runCi(test: string): Promise<{ readonly status: number | null; readonly lastLine: string | undefined }> {
  const root = await temporaryRoot();
  await cp(join(projectRoot, '.ci'), join(root, '.ci'), { recursive: true });
  const bin = join(root, 'bin');
  await mkdir(bin);
  const npm = `#!/bin/sh\nif [ "$1" = test ]; then mkdir -p test-results\n${test}\nfi\n`;
  await writeFile(join(bin, 'npm'), npm, { mode: 0o755 });
  for (const present of ['chromium', 'python3', 'g++']) {
    await writeFile(join(bin, present), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  }
  await writeFile(join(bin, 'fc-list'), '#!/bin/sh\necho a font\n', { mode: 0o755 });
  await writeFile(join(bin, 'apt-get'), '#!/bin/sh\necho apt-get was called >&2\nexit 99\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const { status, stdout } = spawnSync('bash', [join(root, '.ci', 'run')], { env, encoding: 'utf8' });
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

describe('.ci/run', () => {
  it('ends with the counts of the report, and installs nothing where nothing is missing', async () => {
    const test = `echo '${report(12, 0)}' > test-results/vitest.json`;
    expect(await runCi(test)).toEqual({ status: 0, lastLine: '12 passed, 0 failed' });
  });

  it('has the status of npm test when tests fail, and counts a file that did not load', async () => {
    const broken = { status: 'failed', assertionResults: [] };
    const test = `echo '${report(11, 1, [broken])}' > test-results/vitest.json; exit 7`;
    expect(await runCi(test)).toEqual({ status: 7, lastLine: '11 passed, 2 failed' });
  });

  it('fails when there is no report, whatever npm test said', async () => {
    expect(await runCi('exit 0')).toEqual({ status: 1, lastLine: '0 passed, 1 failed' });
    expect(await runCi('exit 2')).toEqual({ status: 2, lastLine: '0 passed, 1 failed' });
  });
});
