import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { ensureSiteBuilt } from '../site-build.ts';
import { type LocalKernel, startSiteServer, type SiteServer } from '../site-server.ts';

/** A cell that a case needs on its page. */
export interface HarnessCell {
  readonly id: string;
  readonly code: string;
  /** What stands as its recorded output; left out, the cell keeps what the built page shows there. */
  readonly recordedHtml?: string;
}

export interface HarnessOptions {
  readonly cells: readonly HarnessCell[];
  /** The server that the page finds as its local kernel. */
  readonly kernel: LocalKernel | null;
  /** `removed`: what the page shows must be safe without the policy's help. */
  readonly policy?: 'kept' | 'removed';
  /** Requests to other hosts are always noted; `refuse` keeps them from leaving, at the price of CORS preflights. */
  readonly strangers?: 'note' | 'refuse';
  /** `advanced`: the case lets time pass faster than it does. */
  readonly clock?: 'real' | 'advanced';
  /** Whether the reader has let this computer run code before; `known` by default. */
  readonly reader?: 'known' | 'first-visit';
}

/** A page that a case works on. */
export interface HarnessPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly url: string;
  /** Addresses on other hosts than the site's and the kernel's that the page asked for. */
  readonly strangers: readonly string[];
  /** What the page and its scripts wrote to the console. */
  readonly console: readonly string[];
}

/** What the browser keeps of a reader who has let this computer run code before. */
const ALLOWED = [{ name: 'warpnotes:allowed', value: '["local"]' }];

/** The built site with room for pages of cases, and a browser for them. */
export class HarnessSite {
  readonly browser: Browser;
  readonly origin: string;
  /** A page of the built site with cells, from the site's root with a slash at both ends. */
  readonly notePath: string;
  readonly #directory: string;
  readonly #template: string;
  readonly #stopServer: () => Promise<void>;
  readonly #setKernel: (kernel: LocalKernel | null) => void;
  #pages = 0;

  private constructor(parts: {
    browser: Browser; site: SiteServer; directory: string; note: string; template: string; setKernel: (kernel: LocalKernel | null) => void;
  }) {
    this.browser = parts.browser;
    this.origin = parts.site.origin;
    this.notePath = `/${dirname(parts.note)}/`;
    this.#directory = parts.directory;
    this.#template = parts.template;
    this.#stopServer = () => parts.site.stop();
    this.#setKernel = parts.setKernel;
  }

  /** Builds the site where that is needed, serves a copy of it and starts Chromium. */
  static async open(root: string): Promise<HarnessSite> {
    const built = await ensureSiteBuilt({ root, when: 'changed', log: () => undefined });
    if (built.kind === 'failed') throw new Error(`the site does not build:\n${built.output}`);
    const directory = await mkdtemp(join(tmpdir(), 'warpnotes-cases-'));
    await cp(join(root, 'dist'), directory, { recursive: true });
    const { note, template } = await findNote(directory);
    let kernel: LocalKernel | null = null;
    const site = await startSiteServer({ directory, base: '/', port: 0, localKernel: () => kernel });
    const browser = await launchChromium();
    return new HarnessSite({ browser, site, directory, note, template, setKernel: (next) => { kernel = next; } });
  }

  /** Opens a page that is the built note with other cells in it. The caller closes its context. */
  async open(options: HarnessOptions): Promise<HarnessPage> {
    const opened = await this.blank(options);
    const html = await opened.page.evaluate(withCells, { html: this.#template, cells: [...options.cells], policy: options.policy ?? 'kept' });
    this.#pages += 1;
    const path = `/case-${this.#pages}/`;
    await mkdir(join(this.#directory, path));
    await writeFile(join(this.#directory, path, 'index.html'), html);
    const url = this.origin + path;
    if (options.clock === 'advanced') await opened.page.clock.install();
    await opened.page.goto(url);
    await opened.page.waitForFunction(() => document.querySelector('.cell-run[disabled]') === null);
    return { ...opened, url };
  }

  /** A page of a fresh browser profile, with nothing in it yet. */
  async blank({ kernel, strangers = 'note', reader = 'known' }: Omit<HarnessOptions, 'cells'>): Promise<HarnessPage> {
    this.#setKernel(kernel);
    const origins = reader === 'known' ? [{ origin: this.origin, localStorage: [...ALLOWED] }] : [];
    const context = await this.browser.newContext({
      serviceWorkers: 'block', viewport: { width: 1440, height: 1000 }, storageState: { cookies: [], origins },
    });
    const known = [this.origin, ...(kernel ? [new URL(kernel.url).origin] : [])];
    const isStrange = ({ protocol, origin }: URL): boolean => /^(?:https?|wss?):$/u.test(protocol) && !known.includes(origin.replace(/^ws/u, 'http'));
    const seen: string[] = [];
    const lines: string[] = [];
    context.on('request', (request) => { if (isStrange(new URL(request.url()))) seen.push(request.url()); });
    if (strangers === 'refuse') await context.route(isStrange, (route) => route.abort());
    context.on('console', (message) => { lines.push(message.text()); });
    const page = await context.newPage();
    return { page, context, url: 'about:blank', strangers: seen, console: lines };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.#stopServer();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function findNote(directory: string): Promise<{ readonly note: string; readonly template: string }> {
  for await (const note of glob('**/index.html', { cwd: directory })) {
    const template = await readFile(join(directory, note), 'utf8');
    if (/<html lang="en"/u.test(template) && /<run-cell[^>]*data-language="python"/u.test(template)) return { note, template };
  }
  throw new Error('the built site has no English note with a Python cell, of which the pages of the cases are made');
}

/** In the browser: the built page with copies of its first Python cell in place of its own cells. */
function withCells({ html, cells, policy }: { html: string; cells: HarnessCell[]; policy: 'kept' | 'removed' }): string {
  const built = new DOMParser().parseFromString(html, 'text/html');
  const all = [...built.querySelectorAll<HTMLElement>('run-cell')];
  const model = all.find((cell) => cell.dataset['language'] === 'python');
  if (!model) throw new Error('the page has no Python cell');
  const oldId = model.dataset['cell'] ?? '';
  for (const { id, code, recordedHtml } of cells) {
    const cell = model.cloneNode(true) as HTMLElement;
    for (const element of [cell, ...cell.querySelectorAll('*')]) {
      for (const { name, value } of [...element.attributes]) {
        if (value === oldId || value.startsWith(`cell-${oldId}`)) element.setAttribute(name, value.replace(oldId, id));
      }
    }
    const options = { ...(JSON.parse(cell.dataset['options'] ?? '') as object), id, uses: [], files: null, expectError: false, timeoutSeconds: null };
    cell.dataset['options'] = JSON.stringify(options);
    cell.dataset['depends'] = '';
    const lines = [...cell.querySelectorAll('.cell-code .ec-line')];
    for (const line of lines.slice(1)) line.remove();
    const place = lines[0]?.querySelector('.code');
    if (place) place.textContent = code;
    // The height that code has before it is drawn: a page that changed it then would move under a click.
    cell.querySelector<HTMLElement>('.cell-code pre')?.style.setProperty('--lines', String(code.split('\n').length));
    const recorded = cell.querySelector('.cell-recorded .cell-outputs');
    if (recorded && recordedHtml !== undefined) recorded.innerHTML = recordedHtml;
    model.before(cell);
  }
  for (const cell of all) cell.remove();
  if (policy === 'removed') built.querySelector('meta[http-equiv="Content-Security-Policy"]')?.remove();
  return `<!doctype html>${built.documentElement.outerHTML}`;
}
