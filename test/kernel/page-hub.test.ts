import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopPlace, type KernelPlace } from '../../src/kernel/kernel-place.ts';
import type { ServerAccess } from '../../src/kernel/server-access.ts';
import type { KernelServer } from '../../src/kernel/server-address.ts';
import { useBrowserPages } from '../support/browser-pages.ts';
import { inPage, startClientSite, type ClientSite } from './support/client-page.ts';
import { startHub, type TestHub } from './support/jupyter-hub.ts';

let site: ClientSite;
let page: Page;
let hub: TestHub;
let stock: TestHub;

useBrowserPages(async () => (site = await startClientSite()), () => ({}), (opened) => { ({ page } = opened); });

beforeAll(async () => {
  hub = await startHub(site.origin);
  stock = await startHub();
}, 240_000);

afterAll(() => Promise.all([hub.stop(), stock.stop()]));

const place = (token: string, address = hub.url, serverName = ''): KernelPlace => ({ kind: 'hub', address, token, user: '', serverName });

describe('a hub that allows the page', { timeout: 90_000 }, () => {
  it.each(['', 'gpu'])('starts the server %j of the user, on which cells run; stopped, it says so', async (serverName) => {
    const token = await hub.newUser(`reader${serverName}`);
    await site.open(page);
    const { value: { server, progress } } = await inPage(page, 'reach', place(token, hub.url, serverName)) as {
      value: { server: KernelServer; progress: readonly string[] };
    };
    expect(server).toEqual({ url: `${hub.url}user/reader${serverName}/${serverName === '' ? '' : 'gpu/'}`, token, kind: 'hub' });
    expect(progress.at(-1)).toContain('ready');
    const { value } = await inPage(page, 'access', server) as { value: ServerAccess };
    expect(value.tokenPlace).toBe('header');
    expect(await inPage(page, 'life', value)).toEqual({ text: '42\n', interrupted: 'error', after: 'fresh\n', left: 0 });
    await stopPlace(place(token, hub.url, serverName));
    expect(await inPage(page, 'access', server)).toMatchObject({ code: 'hub-server-stopped', facts: { kind: 'hub' } });
  });

  it('says in its own words why a server could not be started', async () => {
    const token = await hub.newUser('broken');
    await site.open(page);
    expect(await inPage(page, 'reach', place(token))).toMatchObject({
      code: 'spawn-failed', facts: { said: expect.stringContaining('no GPU is free') as string },
    });
  });

  it('refuses a token that it does not know', async () => {
    await site.open(page);
    expect(await inPage(page, 'reach', place('wrong-one'))).toMatchObject({ code: 'unauthorized', facts: { kind: 'hub' } });
  });
});

describe('a hub without CORS configuration', { timeout: 90_000 }, () => {
  it('refuses the page, whatever the token', async () => {
    const token = await stock.newUser('reader');
    await site.open(page);
    for (const each of [token, 'wrong-one']) {
      expect(await inPage(page, 'reach', place(each, stock.url))).toMatchObject({
        code: 'origin-refused', facts: { kind: 'hub', url: stock.url, origin: site.origin },
      });
    }
  });
});
