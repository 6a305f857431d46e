import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { withContentSecurityPolicy } from '../../../src/security/content-security-policy.ts';
import { projectRoot } from '../../support/project-root.ts';
import type { PageClient } from './page-client.ts';

/** The frame in which a page looks for pictures of a server. */
const PROBE = 'output-frame/probe.html';

/** A site with one empty page that has the kernel client in it, and the policy of the real one's pages. */
export interface ClientSite {
  readonly origin: string;
  /** Opens the page, with a security policy of its own where one is given. */
  open(page: Page, policy?: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startClientSite(): Promise<ClientSite> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page-client.ts')], bundle: true, write: false, platform: 'browser', format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.BASE_URL': '"/"' },
  });
  const script = outputFiles[0]?.text ?? '';
  const probe = await readFile(join(projectRoot, 'public', PROBE), 'utf8');
  const html = withContentSecurityPolicy('<!doctype html><html><head><title>Client</title><script src="/client.js"></script></head></html>');
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const policy = searchParams.get('policy');
    if (pathname === '/client.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (pathname === `/${PROBE}`) response.writeHead(200, { 'content-type': 'text/html' }).end(probe);
    else {
      const headers = { 'content-type': 'text/html', ...(policy === null ? {} : { 'content-security-policy': policy }) };
      response.writeHead(200, headers).end(html);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    open: async (page, policy) => {
      await page.goto(`${origin}/${policy === undefined ? '' : `?policy=${encodeURIComponent(policy)}`}`);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Calls the client of a page. */
export function inPage<Name extends keyof PageClient>(
  page: Page, name: Name, ...args: Parameters<PageClient[Name]>
): Promise<Awaited<ReturnType<PageClient[Name]>>> {
  return page.evaluate(
    ([called, given]) => (globalThis as unknown as { client: Record<string, (...all: unknown[]) => unknown> }).client[called]?.(...given),
    [name, JSON.parse(JSON.stringify(args)) as unknown[]] as const,
  ) as Promise<Awaited<ReturnType<PageClient[Name]>>>;
}
