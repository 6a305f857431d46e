import { mkdir, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findOwner } from '../../scripts/peer-owner.ts';
import { startSiteServer, type SiteServer, type SiteServerOptions } from '../../scripts/site-server.ts';
import { temporaryRoot } from './temporary-root.ts';

const KERNEL = { url: 'http://127.0.0.1:8888/', token: 'secret-token' };
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-warpnotes': '1' };

async function serve(options: Partial<SiteServerOptions> = {}): Promise<SiteServer> {
  const root = await temporaryRoot();
  const directory = join(root, 'dist');
  await mkdir(join(directory, '_astro'), { recursive: true });
  await mkdir(join(directory, 'cuda', 'bank-conflicts'), { recursive: true });
  await writeFile(join(root, 'outside.txt'), 'outside');
  await writeFile(join(directory, 'index.html'), 'home');
  await writeFile(join(directory, '404.html'), 'no such page');
  await writeFile(join(directory, 'sw.js'), '// worker');
  await writeFile(join(directory, '_astro', 'page.abc123.js'), 'export {};');
  await writeFile(join(directory, 'cuda', 'bank-conflicts', 'index.html'), 'banks');
  const server = await startSiteServer({ directory, base: '/', port: 0, localKernel: () => KERNEL, ...options });
  onTestFinished(() => server.stop());
  return server;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with any path and any headers: fetch would tidy the path and refuse to set Host. */
function get(server: SiteServer, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the files of the site', () => {
  it('come with their type, checked again each time, and those named by content kept for good', async () => {
    const server = await serve();
    const home = await get(server, '/');
    expect(home).toMatchObject({ status: 200, body: 'home' });
    expect(home.headers).toMatchObject({ 'content-type': 'text/html;charset=utf-8', 'cache-control': 'no-cache' });
    expect((await get(server, '/sw.js')).headers).toMatchObject({
      'content-type': 'text/javascript',
      'cache-control': 'no-cache',
    });
    expect((await get(server, '/_astro/page.abc123.js')).headers['cache-control']).toContain('immutable');
    expect((await get(server, '/cuda/bank-conflicts/')).body).toBe('banks');
  });

  it("end in the site's own page and status 404 when there is none", async () => {
    const server = await serve();
    for (const path of ['/nothing', '/cuda/', '/%', '/_astro/', '/%00']) {
      expect(await get(server, path), path).toMatchObject({ status: 404, body: 'no such page' });
    }
  });

  it('do not reach outside of the folder', async () => {
    const server = await serve();
    for (const path of ['/../outside.txt', '/..%2foutside.txt', '/%2e%2e/outside.txt', '/cuda/..%5c..%5c..%5coutside.txt']) {
      expect(await get(server, path), path).toMatchObject({ status: 404 });
    }
  });

  it('redirect a folder without its slash within the site, query kept', async () => {
    const server = await serve();
    const answer = await get(server, '/cuda/bank-conflicts?q=1');
    expect(answer.status).toBe(307);
    expect(answer.headers.location).toBe(`${server.origin}/cuda/bank-conflicts/?q=1`);
    const elsewhere = await get(server, '//evil.example/cuda');
    expect(elsewhere.headers.location).toBeUndefined();
  });

  it('lie under the base path, and the bare address leads there', async () => {
    const server = await serve({ base: '/warpnotes/' });
    expect((await get(server, '/warpnotes/cuda/bank-conflicts/')).body).toBe('banks');
    expect((await get(server, '/warpnotes/local-kernel.json', OWN_PAGE)).status).toBe(200);
    expect((await get(server, '/cuda/bank-conflicts/')).status).toBe(404);
    expect((await get(server, '/')).headers.location).toBe(`${server.origin}/warpnotes/`);
    expect((await get(server, '/warpnotes')).headers.location).toBe(`${server.origin}/warpnotes/`);
  });

  it('answer only GET and HEAD', async () => {
    const server = await serve();
    expect((await get(server, '/', {}, 'POST')).status).toBe(405);
    expect((await get(server, '/local-kernel.json', OWN_PAGE, 'OPTIONS')).status).toBe(405);
    expect(await get(server, '/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });
});

describe('the host of a request', () => {
  it('other than this server is refused, with the address to open', async () => {
    const server = await serve();
    const answer = await get(server, '/local-kernel.json', { ...OWN_PAGE, host: 'evil.example' });
    expect(answer.status).toBe(421);
    expect(answer.body).toContain(server.origin);
    expect(answer.body).not.toContain(KERNEL.token);
    expect((await get(server, '/', { host: '127.0.0.1:1' })).status).toBe(421);
  });

  it('localhost is redirected to the exact origin', async () => {
    const server = await serve();
    const { port } = new URL(server.origin);
    const answer = await get(server, '/cuda/bank-conflicts/?q=1', { host: `localhost:${port}` });
    expect(answer.status).toBe(307);
    expect(answer.headers.location).toBe(`${server.origin}/cuda/bank-conflicts/?q=1`);
  });

  it('gets the next port when the first is taken', async () => {
    const first = await serve();
    const taken = Number(new URL(first.origin).port);
    const second = await serve({ port: taken });
    expect(Number(new URL(second.origin).port)).toBeGreaterThan(taken);
  });
});

describe('local-kernel.json', () => {
  it("tells the site's own page the address and token, and lets nothing keep them", async () => {
    const answer = await get(await serve(), '/local-kernel.json', OWN_PAGE);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual(KERNEL);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    ['another port of this machine', { ...OWN_PAGE, 'sec-fetch-site': 'same-site' }],
    ['another site', { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' }],
    ['a typed address', { ...OWN_PAGE, 'sec-fetch-site': 'none' }],
    ['a client that does not say where from', { 'x-warpnotes': '1' }],
    ['a page that loads it as a script or an image', { 'sec-fetch-site': 'same-origin' }],
  ])('is not there for %s', async (_who, headers) => {
    const answer = await get(await serve(), '/local-kernel.json', headers);
    expect(answer).toMatchObject({ status: 404, body: 'no such page' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('is not there while there is no kernel server, nor for another user of the machine', async () => {
    expect((await get(await serve({ localKernel: () => null }), '/local-kernel.json', OWN_PAGE)).status).toBe(404);
    const owner = () => Promise.resolve('another-user' as const);
    expect((await get(await serve({ owner }), '/local-kernel.json', OWN_PAGE)).status).toBe(404);
  });

  it('knows the owner of a connection from the table of sockets', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:10E1 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 4026 1',
      '   1: 0100007F:D431 0100007F:10E1 01 00000000:00000000 00:00000000 00000000  1001        0 4027 1',
    ].join('\n');
    expect(findOwner(table, 0xd431, 0x10e1)).toBe(1001);
    expect(findOwner(table, 0x10e1, 0xd431)).toBe(1000);
    expect(findOwner(table, 0xd432, 0x10e1)).toBeUndefined();
  });
});
