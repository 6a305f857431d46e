import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, benchRow, type BenchContext } from './bench.ts';
import { builtSite, NOTE_PATH, withBenchPage } from './bench-page.ts';
import { gzipTotal, type LoadedFile, watchLoadedFiles } from './loaded-files.ts';
import { fetchPeer } from './peer-package.ts';

const THEBE = { name: 'thebe', version: '0.9.3' };
const THEBE_NAME = `Thebe ${THEBE.version}`;

export const bytesBeforeRun: Bench = {
  name: 'bytes-before-run',
  describe:
    `gzip bytes that ${NOTE_PATH} loads before the first Run, all its JavaScript, and with HTML and CSS, beside ${THEBE_NAME} ` +
    'on a page with nothing but one cell',
  async run(context) {
    const ours = await ourFiles(context);
    const peer = await thebeFiles(context);
    const row = (name: string, ...kinds: readonly LoadedFile['kind'][]) =>
      benchRow({ name, ours: gzipTotal(ours, ...kinds), peer: gzipTotal(peer, ...kinds), peerName: THEBE_NAME, unit: 'bytes' });
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

/** Thebe made ready for the first run: its script and style are in, its cell has an editor and buttons. */
async function thebeFiles(context: BenchContext): Promise<readonly LoadedFile[]> {
  const thebe = await fetchPeer(THEBE, context);
  context.say(`opening a page with ${THEBE_NAME}`);
  const directory = await mkdtemp(join(context.root, '.warpnotes', 'thebe-page-'));
  try {
    await mkdir(join(directory, 'thebe'));
    await cp(join(thebe, 'lib'), join(directory, 'thebe'), { recursive: true, filter: (path) => !path.endsWith('.map') });
    await writeFile(join(directory, 'index.html'), THEBE_PAGE);
    return await withBenchPage({ directory }, async ({ page, origin }) => {
      const loaded = watchLoadedFiles(page);
      await page.goto(origin, { waitUntil: 'networkidle' });
      await page.waitForSelector('.thebe-run-button');
      await page.waitForLoadState('networkidle');
      return loaded();
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Options: https://thebe.readthedocs.io/en/stable/config_reference.html. No kernel: bytes are counted before there is one. */
const THEBE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Thebe</title>
<link rel="stylesheet" href="/thebe/thebe.css">
<script type="text/x-thebe-config">{ bootstrap: true, useBinder: false, requestKernel: false }</script>
<script src="/thebe/index.js"></script>
</head>
<body><pre data-executable="true" data-language="python">print(1)</pre></body>
</html>
`;
