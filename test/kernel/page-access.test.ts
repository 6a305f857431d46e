import { createServer, type AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../scripts/free-port.ts';
import type { ServerAccess } from '../../src/kernel/server-access.ts';
import { useBrowserPages } from '../support/browser-pages.ts';
import { inPage, startClientSite, type ClientSite } from './support/client-page.ts';
import { startOtherServer } from './support/jupyter-server.ts';
import { startGateway, startJupyter, type RealServer, type ServerSet } from './support/real-server.ts';

let site: ClientSite;
let page: Page;

useBrowserPages(async () => (site = await startClientSite()), () => ({}), (opened) => { ({ page } = opened); });

const LIFE = { text: '42\n', interrupted: 'error', after: 'fresh\n', left: 0 };
const INSTALL_TIMEOUT_MS = 240_000;

/** Servers of a set of flags, started once for the tests of a block. */
function useServers<Name extends string>(starts: Readonly<Record<Name, () => Promise<RealServer>>>): Readonly<Record<Name, RealServer>> {
  const servers = {} as Record<Name, RealServer>;
  beforeAll(async () => {
    for (const name of Object.keys(starts) as Name[]) servers[name] = await starts[name]();
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => Promise.all(Object.values<RealServer>(servers).map((server) => server.stop())));
  return servers;
}

describe.each<[string, ServerSet]>([['jupyter-server 2', 'real'], ['jupyter-server 1', 'old']])('%s, seen from a page of another origin', (_, set) => {
  const servers = useServers({
    stock: () => startJupyter(set),
    allowing: () => startJupyter(set, `--ServerApp.allow_origin=${site.origin}`),
    pattern: () => startJupyter(set, String.raw`--ServerApp.allow_origin_pat=http://127\.0\.0\.1:\d+`),
    other: () => startJupyter(set, '--ServerApp.allow_origin=https://other.example'),
  });
  const access = async (name: keyof typeof servers, token = servers[name].token) => {
    await site.open(page);
    return inPage(page, 'access', { url: servers[name].url, token });
  };

  it.each(['allowing', 'pattern'] as const)('takes the token in the header where it allows the origin (%s)', async (name) => {
    const { value } = await access(name) as { value: ServerAccess };
    expect(value).toMatchObject({ tokenPlace: 'header', kernelName: 'python3' });
    expect(await inPage(page, 'life', value)).toEqual(LIFE);
  });

  it('takes the token in the query where it has no CORS configuration at all', async () => {
    const { value } = await access('stock') as { value: ServerAccess };
    expect(value).toMatchObject({ tokenPlace: 'query', kernelName: 'python3' });
    expect(await inPage(page, 'life', value)).toEqual(LIFE);
  });

  it('refuses the page where it allows another origin, with the good token', async () => {
    expect(await access('other')).toMatchObject({ code: 'origin-refused', facts: { url: servers.other.url, origin: site.origin } });
  });

  it.each(['stock', 'allowing', 'pattern', 'other'] as const)('refuses another token (%s)', async (name) => {
    expect(await access(name, 'wrong-one')).toMatchObject({ code: 'unauthorized' });
  });

  it('is not under another prefix', async () => {
    await site.open(page);
    for (const name of ['stock', 'allowing', 'other'] as const) {
      expect(await inPage(page, 'access', { ...servers[name], url: `${servers[name].url}other/` }), name).toMatchObject({ code: 'not-jupyter' });
    }
  });
});

describe('a server without a token, seen from a page', () => {
  const servers = useServers({ open: () => startJupyter('real', `--ServerApp.allow_origin=${site.origin}`, '--IdentityProvider.token=') });

  it('gives its kernelspecs and starts no kernel: it wants an XSRF token', async () => {
    await site.open(page);
    const server = { url: servers.open.url, token: '' };
    expect(await inPage(page, 'access', server)).toMatchObject({ value: { kernelName: 'python3' } });
    expect(await inPage(page, 'whyNoKernel', { server, tokenPlace: 'header', kernelName: 'python3' })).toMatchObject({ code: 'xsrf-refused' });
  });
});

describe('a gateway, seen from a page', () => {
  const cors = () => ({ ALLOW_ORIGIN: site.origin, ALLOW_HEADERS: 'authorization,content-type', ALLOW_METHODS: 'GET,POST,DELETE,OPTIONS', LIST_KERNELS: 'True' });
  const servers = useServers({
    kernel: () => startGateway('kernel', cors()),
    enterprise: () => startGateway('enterprise', { ...cors(), UNAUTHORIZED_USERS: 'nobody' }),
    closed: () => startGateway('kernel'),
  });

  it.each(['kernel', 'enterprise'] as const)('works with the token in the query where it allows the origin (%s)', async (name) => {
    await site.open(page);
    const { value } = await inPage(page, 'access', { ...servers[name], kind: 'gateway' }) as { value: ServerAccess };
    expect(value).toMatchObject({ tokenPlace: 'query' });
    expect(await inPage(page, 'life', value)).toEqual(LIFE);
  });

  it('refuses the page where it allows none, and another token', async () => {
    await site.open(page);
    expect(await inPage(page, 'access', { ...servers.closed, kind: 'gateway' })).toMatchObject({ code: 'origin-refused', facts: { kind: 'gateway' } });
    for (const name of ['closed', 'kernel', 'enterprise'] as const) {
      expect(await inPage(page, 'access', { url: servers[name].url, token: 'wrong-one', kind: 'gateway' }), name).toMatchObject({ code: 'unauthorized' });
    }
  });
});

describe('what is no server for the page', () => {
  it('does not answer', async () => {
    await site.open(page);
    expect(await inPage(page, 'access', { url: `http://127.0.0.1:${await findFreePort('127.0.0.1')}/`, token: 'a' })).toMatchObject({ code: 'unreachable' });
  });

  it('takes the connection and is silent', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => { silent.close(); });
    await site.open(page);
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    expect(await inPage(page, 'access', { url, token: 'a' }, 1)).toMatchObject({ code: 'timeout', facts: { seconds: 1 } });
  });

  it.each([{}, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }])('is another web server (%j)', async (headers) => {
    const url = await startOtherServer((_request, response) => response.writeHead(200, { ...headers, 'content-type': 'text/html' }).end('<p>hello'));
    await site.open(page);
    expect(await inPage(page, 'access', { url, token: 'a' })).toMatchObject({ code: 'not-jupyter' });
  });

  it('is forbidden by the policy of the page', async () => {
    const url = await startOtherServer((_request, response) => response.end('{}'));
    await site.open(page, "default-src 'self'; connect-src 'self'");
    expect(await inPage(page, 'access', { url, token: 'a' })).toMatchObject({ code: 'content-policy' });
  });
});
