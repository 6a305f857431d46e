import { glob, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { notebookPage, type NotebookPage } from '../../src/notebook/notebook-page.ts';
import { notebookAddress, parseNotebookPagePath } from '../../src/notebook/notebook-path.ts';
import { NotebookError } from '../../src/notebook/notebook-problems.ts';
import type { Problem } from '../../src/notebook/problem.ts';
import { launchChromium } from '../chromium.ts';
import { startSiteServer, type SiteServer } from '../site-server.ts';
import type { HardCase } from './case-file.ts';
import { generateInput } from './generated-input.ts';
import { buildSmallSite, type SmallSite } from './small-site.ts';
import { NotCheckable } from './verdict.ts';

/** A notebook of a case: the page that the product makes of it, or why it makes none. */
export interface CaseNotebook {
  readonly name: string;
  readonly text: string;
  readonly page: NotebookPage | null;
  readonly problems: readonly Problem[];
}

/** A built page of a notebook, in a browser profile of its own. */
export interface OpenedNotebook {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Addresses on other hosts that the page asked for. */
  readonly strangers: readonly string[];
}

const ANYWHERE = { readFile: () => null, slugOf: () => null };

/** The notebooks of a case by their names, the main one first; a generator is run and stands for what it writes. */
export async function caseNotebooks({ input, files, folder, id }: HardCase): Promise<readonly CaseNotebook[]> {
  const names = [...new Set([input, ...files])];
  const contents = await Promise.all(names.map(async (name): Promise<readonly (readonly [string, string])[]> => {
    if (name.endsWith('.ipynb')) return [[basename(name), await readFile(join(folder, name), 'utf8')]];
    return name.endsWith('.gen.py') ? [...(await generateInput(join(folder, name))).files].filter(([file]) => file.endsWith('.ipynb')) : [];
  }));
  const found = contents.flat();
  if (found.length === 0) throw new NotCheckable(`the case ${id} has no notebook`);
  return found.map(([name, text]) => readNotebook(id, name, text));
}

const fileOf = (caseId: string, name: string): string => `notebooks/cases/${caseId}/${name}`;

function readNotebook(caseId: string, name: string, text: string): CaseNotebook {
  const path = parseNotebookPagePath(fileOf(caseId, name));
  if (!path) throw new NotCheckable(`${name} is hidden or begins with an underscore, so it is no page`);
  try {
    return { name, text, page: notebookPage(text, path, ANYWHERE), problems: [] };
  } catch (error) {
    if (!(error instanceof NotebookError)) throw error;
    return { name, text, page: null, problems: error.problems };
  }
}

/** A small site with the notebooks of many cases as pages of their own, served without the pages' policy. */
export class NotebookSite {
  readonly #site: SmallSite;
  readonly #server: SiteServer;
  readonly #browser: Browser;

  private constructor(site: SmallSite, server: SiteServer, browser: Browser) {
    this.#site = site;
    this.#server = server;
    this.#browser = browser;
  }

  /** Builds the site: every notebook that the product does not refuse, and the pictures beside it. */
  static async open(root: string, cases: readonly HardCase[]): Promise<NotebookSite> {
    const ofCases = await Promise.all(cases.filter(({ kind }) => kind === 'ipynb').map(async (each) => {
      const notebooks = await caseNotebooks(each).catch(() => []); // said by the case itself
      const pictures = await Promise.all(each.files.filter((file) => /\.(?:png|jpe?g|gif|svg|webp)$/u.test(file)).map(async (file) => (
        [fileOf(each.id, basename(file)), await readFile(join(each.folder, file))] as const
      )));
      const pages = notebooks.filter(({ page }) => page !== null);
      return [...pages.map(({ name, text }) => [fileOf(each.id, name), text] as const), ...pictures];
    }));
    const site = await buildSmallSite(root, '/', 'https://notes.example', Object.fromEntries<string | Uint8Array>(ofCases.flat()));
    await removePolicies(site.directory);
    const server = await startSiteServer({ directory: site.directory, base: '/', port: 0, localKernel: () => null });
    return new NotebookSite(site, server, await launchChromium());
  }

  async show(caseId: string, name: string): Promise<OpenedNotebook> {
    const path = parseNotebookPagePath(fileOf(caseId, name));
    const context = await this.#browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 1000 } });
    const strangers: string[] = [];
    const isStrange = ({ protocol, origin }: URL): boolean => /^(?:https?|wss?):$/u.test(protocol) && origin !== this.#server.origin;
    context.on('request', (request) => { if (isStrange(new URL(request.url()))) strangers.push(request.url()); });
    await context.route(isStrange, (route) => route.abort());
    const page = await context.newPage();
    const answer = await page.goto(this.#server.origin + notebookAddress(path?.slug, 'en'));
    if (answer?.status() !== 200) throw new Error(`${name} has no page in the built site`);
    return { page, context, strangers };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    await this.#site.remove();
  }
}

/** What the pages show must be safe without the help of their policy. */
async function removePolicies(directory: string): Promise<void> {
  for await (const file of glob('notebooks/**/*.html', { cwd: directory })) {
    const path = join(directory, file);
    await writeFile(path, (await readFile(path, 'utf8')).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/iu, ''));
  }
}
