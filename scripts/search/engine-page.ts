import { build } from 'esbuild';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import type { Glossary } from '../../src/search/glossary.ts';
import { searchFiles } from '../../src/search/search-data.ts';
import { buildMiniSearch } from './mini-search.ts';
import { launchChromium } from '../chromium.ts';
import { startSiteServer } from '../site-server.ts';
import type { SearchCorpus } from './corpus-file.ts';
import type { EngineName, MeasuredEngines } from './measured-engines.ts';
import { writePagefindIndex, type PagefindProgram } from './pagefind-site.ts';

declare const measuredEngines: MeasuredEngines;

export interface EnginePageOptions {
  readonly corpus: SearchCorpus;
  readonly glossary: Glossary;
  /** Null leaves Pagefind out. */
  readonly pagefind: PagefindProgram | null;
}

/** A blank page in Chromium with search engines over one corpus. Indexes are built in Node, as for the site. */
export class EnginePage {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #ends: AsyncDisposableStack;

  private constructor(page: Page, session: CDPSession, ends: AsyncDisposableStack) {
    this.#page = page;
    this.#session = session;
    this.#ends = ends;
  }

  /** Builds all indexes and opens all engines. The caller closes it. */
  static async open({ corpus, glossary, pagefind }: EnginePageOptions): Promise<EnginePage> {
    await using ends = new AsyncDisposableStack();
    const directory = await mkdtemp(join(tmpdir(), 'warpnotes-search-'));
    ends.defer(() => rm(directory, { recursive: true, force: true }));
    for (const [locale, pages] of corpus) {
      for (const [file, content] of Object.entries(searchFiles(locale, pages, glossary))) {
        await writeText(join(directory, file), JSON.stringify(content));
      }
      await writeText(join(directory, `${locale}.minisearch.json`), JSON.stringify(buildMiniSearch(pages)));
      if (pagefind !== null) await writePagefindIndex(pagefind, join(directory, locale), locale, pages);
    }
    await build({
      entryPoints: [join(import.meta.dirname, 'measured-engines.ts')], outfile: join(directory, 'engines.js'),
      bundle: true, minify: true, format: 'esm', target: 'es2024',
    });
    await writeText(join(directory, 'index.html'), '<!doctype html><html lang="en"><title>Search</title><script type="module" src="/engines.js"></script>');
    const site = await startSiteServer({ directory, base: '/', port: 0, localKernel: () => null });
    ends.defer(() => site.stop());
    const browser = await launchChromium();
    ends.defer(() => browser.close());
    const page = await browser.newPage();
    await page.goto(site.origin);
    await page.waitForFunction(() => 'measuredEngines' in globalThis);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const names: readonly EngineName[] = ['ours', 'miniSearch', ...(pagefind === null ? [] : (['pagefind'] as const))];
    for (const name of names) {
      for (const locale of corpus.keys()) await page.evaluate(([engine, of]) => measuredEngines.openEngine(engine, '/', of), [name, locale] as const);
    }
    return new EnginePage(page, session, ends.move());
  }

  /** Ids of the first ten pages, best first. */
  async ask(name: EngineName, locale: string, query: string): Promise<readonly string[]> {
    return this.#page.evaluate(([engine, of, text]) => measuredEngines.ask(engine, of, text), [name, locale, query] as const);
  }

  /** Milliseconds of the page's thread that one query takes, with what it takes to ask for it from outside (some .2 ms). */
  async cpuMs(name: EngineName, locale: string, query: string): Promise<number> {
    const before = await this.#threadSeconds();
    await this.ask(name, locale, query);
    return 1000 * ((await this.#threadSeconds()) - before);
  }

  async close(): Promise<void> {
    await this.#ends.disposeAsync();
  }

  async #threadSeconds(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'ThreadTime');
    if (found === undefined) throw new Error('This Chromium does not tell the time of its threads: set CHROMIUM_PATH to a newer one');
    return found.value;
  }
}

async function writeText(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
