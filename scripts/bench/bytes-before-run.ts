import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, benchRow, type BenchContext, BenchUnavailable, rowWithoutPeer } from './bench.ts';
import { builtSite, NOTE_PATH, withBenchPage } from './bench-page.ts';
import { putThebe } from './compared-cells.ts';
import { gzipTotal, type LoadedFile, watchLoadedFiles } from './loaded-files.ts';
import { BARE_THEBE_PAGE, THEBE_NAME, THEBE_PAGES } from './thebe-cell.ts';

export const bytesBeforeRun: Bench = {
  name: 'bytes-before-run',
  describe:
    `gzip bytes that ${NOTE_PATH} loads before the first Run, all its JavaScript, and with HTML and CSS, beside ${THEBE_NAME} ` +
    'on a page with nothing but one cell',
  async run(context) {
    const ours = await ourFiles(context);
    const peer = await thebeFiles(context).catch((error: unknown) => {
      if (error instanceof BenchUnavailable) return error;
      throw error;
    });
    const row = (name: string, ...kinds: readonly LoadedFile['kind'][]) => {
      const our = { name, ours: gzipTotal(ours, ...kinds), peerName: THEBE_NAME, unit: 'bytes' } as const;
      return peer instanceof BenchUnavailable ? rowWithoutPeer(our, peer.message) : benchRow({ ...our, peer: gzipTotal(peer, ...kinds) });
    };
    return [row('bytes-before-run', 'js'), row('page-bytes-before-run', 'html', 'css', 'js')];
  },
};

async function ourFiles(context: BenchContext): Promise<readonly LoadedFile[]> {
  const directory = await builtSite(context);
  context.say(`opening ${NOTE_PATH}`);
  return withBenchPage({ directory }, async ({ page, origin }) => {
    const loaded = watchLoadedFiles(page);
    await page.goto(origin + NOTE_PATH, { waitUntil: 'networkidle' });
    return loaded();
  });
}

/** Thebe made ready for the first run: its script and style are in, its cell has an editor and buttons. There is no kernel yet. */
async function thebeFiles(context: BenchContext): Promise<readonly LoadedFile[]> {
  await mkdir(join(context.root, '.warpnotes'), { recursive: true });
  const directory = await mkdtemp(join(context.root, '.warpnotes', 'thebe-page-'));
  try {
    await putThebe(directory, BARE_THEBE_PAGE, context);
    context.say(`opening a page with ${THEBE_NAME}`);
    return await withBenchPage({ directory }, async ({ page, origin }) => {
      const loaded = watchLoadedFiles(page);
      await page.goto(`${origin}/${THEBE_PAGES}/`, { waitUntil: 'networkidle' });
      await page.waitForSelector('.thebe-run-button');
      await page.waitForLoadState('networkidle');
      return loaded();
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
