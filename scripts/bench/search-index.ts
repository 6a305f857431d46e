import { build } from 'esbuild';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { searchData, searchFiles } from '../../src/search/search-data.ts';
import { buildMiniSearch, miniSearchName } from '../search/mini-search.ts';
import { PAGEFIND_NAME, type PagefindProgram, writePagefindIndex } from '../search/pagefind-site.ts';
import { type Bench, benchRow, rowWithoutPeer } from './bench.ts';
import { findPagefind, searchSetup, type SearchSetup } from './search-setup.ts';

export const searchIndex: Bench = {
  name: 'search-index',
  describe:
    'brotli bytes for 80 pages in two languages: the index beside that of MiniSearch with its defaults (section texts on neither side), ' +
    `and all that search needs offline (index, texts, glossary, code) beside all of ${PAGEFIND_NAME}`,
  async run(context) {
    const setup = searchSetup(context.root);
    const locales = [...setup.corpus.values()];
    const index = sum(locales.map((pages) => brotliBytes(JSON.stringify(searchData(pages, setup.glossary).index))));
    const mini = sum(locales.map((pages) => brotliBytes(JSON.stringify(buildMiniSearch(pages)))));
    const offline = { name: 'search-offline', ours: await offlineBytes(setup), peerName: PAGEFIND_NAME, unit: 'bytes' } as const;
    const pagefind = await findPagefind(context);
    return [
      benchRow({ name: 'search-index', ours: index, peer: mini, peerName: miniSearchName(context.root), unit: 'bytes' }),
      pagefind.kind === 'there' ? benchRow({ ...offline, peer: await pagefindBytes(setup, pagefind.program) }) : rowWithoutPeer(offline, pagefind.why),
    ];
  },
};

async function offlineBytes({ corpus, glossary }: SearchSetup): Promise<number> {
  const files = [...corpus].flatMap(([locale, pages]) => Object.values(searchFiles(locale, pages, glossary)));
  const { outputFiles } = await build({
    entryPoints: ['site-search.ts', 'site-search-worker.ts'].map((file) => join(import.meta.dirname, '../../src/elements', file)),
    ...{ bundle: true, splitting: true, format: 'esm', minify: true, target: 'es2024', write: false, outdir: '/', loader: { '.css': 'empty' } },
  });
  return sum([...files.map((file) => brotliBytes(JSON.stringify(file))), ...outputFiles.map(({ text }) => brotliBytes(text))]);
}

/** Without Pagefind's own interfaces: the indexes, the texts, and what is needed to ask them. */
async function pagefindBytes({ corpus }: SearchSetup, program: PagefindProgram): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'warpnotes-pagefind-'));
  try {
    let bytes = 0;
    for (const [locale, pages] of corpus) {
      await writePagefindIndex(program, join(directory, locale), locale, pages);
      for (const file of await readdir(join(directory, locale, 'pagefind'), { recursive: true, withFileTypes: true })) {
        const isCode = /^pagefind(?:-worker)?\.js$/u.test(file.name);
        const isLeftOut = /^(?:pagefind-(?!worker).*|wasm\.unknown\.pagefind)$/u.test(file.name);
        if (!file.isFile() || isLeftOut || (isCode && locale !== 'en')) continue;
        bytes += brotliBytes(await readFile(join(file.parentPath, file.name)));
      }
    }
    return bytes;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Brotli at its best, as for files that are compressed once and served often. */
function brotliBytes(content: string | Buffer): number {
  return brotliCompressSync(content).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
