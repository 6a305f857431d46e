import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sirv from 'sirv';
import { z } from 'zod';
import { buildServiceWorker } from '../../src/offline/build-service-worker.ts';
import { listenFrom } from '../free-port.ts';
import { texts } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import type { HarnessSite } from './harness-site.ts';
import { unknownKeys, verdictOf, type Verdict } from './verdict.ts';

const request = z.object({
  url: z.string(),
  method: z.string().default('GET'),
  headers: z.record(z.string(), z.string()).default({}),
  mode: z.string().optional(),
});
export const workerInput = z.object({ requests: z.array(request).min(1) });
type WorkerRequest = z.infer<typeof request>;

const SERVER_PATH = '/jupyter/';
const LEFT_OUT = /\/index\.html$|^\/(?:compiler|downloads|search)(?:\/|$)/u;

/** A Jupyter server, on a host of its own or below a path of the site, and what it was asked. */
interface Asked {
  readonly origin: string;
  readonly asked: string[];
}

/** Makes the requests twice from a page that the worker answers: the server must see each, and no cache any. */
export async function checkWorker({ assert }: Pick<HardCase, 'assert'>, input: z.infer<typeof workerInput>, root: string, { browser }: HarnessSite): Promise<Verdict> {
  await using ends = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'warpnotes-worker-'));
  ends.defer(() => rm(directory, { recursive: true, force: true }));
  // One page is enough: a browser that stores the whole site is busy with that for seconds.
  const dist = join(root, 'dist');
  await cp(dist, directory, { recursive: true, filter: (source) => !LEFT_OUT.test(source.slice(dist.length).replaceAll('\\', '/')) });
  await buildServiceWorker(directory, '/', SERVER_PATH);
  const site = await serve(directory, ends);
  const other = await serve(null, ends);
  const context = await browser.newContext();
  ends.defer(() => context.close());
  const page = await context.newPage();
  const byWorker: string[] = [];
  context.on('response', (response) => { if (response.fromServiceWorker()) byWorker.push(new URL(response.url()).pathname); });
  const failures: string[] = [];
  for (const each of input.requests.filter(({ url }) => !url.startsWith('wss:'))) {
    const local = each.url.replace(/^https:\/\/[^/]+/u, other.origin);
    const server = local.startsWith('/') ? site : other;
    for (const time of ['first', 'second'] as const) {
      await openControlled(page, site.origin);
      server.asked.length = 0;
      byWorker.length = 0;
      const shown = await ask(page, each, local.startsWith('/') ? site.origin + local : local);
      const path = new URL(local, site.origin).pathname;
      if (!server.asked.includes(`${each.method} ${path}`)) failures.push(`the server does not see ${each.method} ${each.url} the ${time} time`);
      if (byWorker.includes(path)) failures.push(`the worker answers ${each.method} ${each.url}`);
      if (shown !== ANSWER) failures.push(`${each.url} is answered with ${JSON.stringify(shown.slice(0, 60))}`);
    }
  }
  await openControlled(page, site.origin);
  const keys = await page.evaluate(async () => {
    const names = await caches.keys();
    return (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat();
  });
  for (const part of texts(assert, 'no_cached_urls_matching')) failures.push(...keys.filter((key) => key.includes(part)).map((key) => `${key} is in a cache`));
  return verdictOf(failures, unknownKeys(assert, ['no_cached_urls_matching']), 'a worker never sees WebSockets');
}

const ANSWER = 'the Jupyter server';

/** @param directory what is served beside the server's path; null for a host of the server alone */
async function serve(directory: string | null, ends: AsyncDisposableStack): Promise<Asked> {
  const asked: string[] = [];
  const files = directory === null ? null : sirv(directory, { dev: true });
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    if (files !== null && !pathname.startsWith(SERVER_PATH)) return files(incoming, response, () => void response.writeHead(404).end());
    asked.push(`${incoming.method ?? ''} ${pathname}`);
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };
    response.writeHead(200, { ...cors, 'content-type': 'text/html', 'cache-control': 'no-store' }).end(ANSWER);
  });
  const port = await listenFrom(server, 0, '127.0.0.1');
  ends.defer(() => closed(server));
  const address = server.address();
  return { origin: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : port}`, asked };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => { server.close(() => resolve()); });
}

async function openControlled(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/404.html`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** The text of the answer. */
async function ask(page: Page, { method, headers, mode }: WorkerRequest, url: string): Promise<string> {
  if (mode === 'navigate') {
    await page.goto(url);
    return page.innerText('body');
  }
  return page.evaluate(([address, init]) => fetch(address, init).then((response) => response.text()), [url, { method, headers }] as const);
}
