import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { startKernelServer } from '../kernel-server.ts';
import { type Bench, benchRow, type BenchContext } from './bench.ts';
import { builtSite, NOTE_PATH, withBenchPage } from './bench-page.ts';
import { installedVersion } from './installed-version.ts';
import { gzipTotal, watchLoadedFiles } from './loaded-files.ts';
import { readyPython } from './ready-python.ts';

const CLIENT = '@jupyterlab/services';
const RUN_TIMEOUT_MS = 120_000;

export const kernelChunk: Bench = {
  name: 'kernel-chunk',
  describe: `gzip bytes of the JavaScript that the first Run of a Python cell loads, beside ${CLIENT} bundled whole by esbuild`,
  async run(context) {
    const ours = await bytesOfFirstRun(context);
    const peer = await bytesOfClient(context);
    const peerName = `${CLIENT} ${installedVersion(context.root, CLIENT)}, whole`;
    return [benchRow({ name: 'kernel-chunk', ours, peer, peerName, unit: 'bytes' })];
  },
};

async function bytesOfFirstRun(context: BenchContext): Promise<number> {
  const python = await readyPython(context);
  const directory = await builtSite(context);
  await using ends = new AsyncDisposableStack();
  const localKernel = async (origin: string) => {
    context.say('starting a Jupyter server');
    const server = await startKernelServer({ root: context.root, origins: [origin], python, log: () => undefined });
    ends.defer(() => server.stop());
    return server;
  };
  return await withBenchPage({ directory, localKernel }, async ({ page, origin }) => {
    const loaded = watchLoadedFiles(page);
    await page.goto(origin + NOTE_PATH, { waitUntil: 'networkidle' });
    const before = gzipTotal(await loaded(), 'js');
    context.say('running the first Python cell');
    const cell = page.locator('run-cell[data-language="python"]').first();
    await cell.locator('.cell-run').click();
    await cell.and(page.locator('[data-state="ok"]')).waitFor({ timeout: RUN_TIMEOUT_MS });
    return gzipTotal(await loaded(), 'js') - before;
  });
}

async function bytesOfClient({ root, say }: BenchContext): Promise<number> {
  say(`bundling ${CLIENT}`);
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${CLIENT}';`, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}
