import { WebSocket as PlainWebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hubScopes } from '../../src/kernel/advice-lines.ts';
import { whyNoWebSocket } from '../../src/kernel/doctor-kernel.ts';
import { accessServer, type ServerAccess } from '../../src/kernel/server-access.ts';
import { parseKernelPlace, reachPlace, stopPlace, type KernelPlace, type PlaceProgress } from '../../src/kernel/kernel-place.ts';
import { webSocketAddress } from '../../src/kernel/server-address.ts';
import { startOtherServer } from './support/jupyter-server.ts';
import { startTunnel } from './support/tunnel.ts';
import { startHub, type TestHub } from './support/jupyter-hub.ts';
import { TOKEN } from './support/real-server.ts';

let hub: TestHub;

beforeAll(async () => {
  hub = await startHub();
}, 240_000);

afterAll(() => hub.stop());

const place = (token: string, more: Partial<Extract<KernelPlace, { kind: 'hub' }>> = {}): KernelPlace =>
  ({ kind: 'hub', address: hub.url, token, user: '', serverName: '', ...more });

async function newKernel({ server: { url, token } }: ServerAccess): Promise<string> {
  const response = await fetch(`${url}api/kernels`, { method: 'POST', headers: { Authorization: `token ${token}` }, body: '{}' });
  return ((await response.json()) as { readonly id: string }).id;
}

/** Opens a kernel's WebSocket with the token in its address. Node's sends Sec-Fetch-Mode, with which a hub's server takes it. */
async function channelOpens({ server }: ServerAccess, kernelId: string): Promise<boolean> {
  const { token } = server;
  const socket = new WebSocket(`${webSocketAddress(server)}api/kernels/${kernelId}/channels?token=${token}`, ['v1.kernel.websocket.jupyter.org']);
  const opened = await new Promise<boolean>((resolve) => {
    socket.onopen = () => { resolve(true); };
    socket.onerror = () => { resolve(false); };
  });
  socket.close();
  return opened;
}

describe('a hub', { timeout: 60_000 }, () => {
  it('starts the server of its user, tells how far it is, and kernels run there; then it is stopped', async () => {
    const token = await hub.newUser('li lei');
    const told: PlaceProgress[] = [];
    const server = await reachPlace(place(token), { progress: (progress) => told.push(progress) });
    expect(server).toEqual({ url: `${hub.url}user/li%20lei/`, token, kind: 'hub' });
    expect(told[0]).toEqual({ phase: 'waiting', message: '' });
    expect(told.at(-1)).toMatchObject({ phase: 'ready', fraction: 1, message: expect.stringContaining('ready') as string });
    expect(told.map(({ phase }) => phase)).toContain('starting');

    const access = await accessServer(server);
    const kernelId = await newKernel(access);
    expect(await channelOpens(access, kernelId)).toBe(true);
    // This one sends no Sec-Fetch-Mode, as Chromium's does not.
    expect(await whyNoWebSocket(access, kernelId, { WebSocket: PlainWebSocket as unknown as typeof WebSocket })).toMatchObject({ code: 'websocket-refused', facts: { kind: 'hub' } });

    const again: PlaceProgress[] = [];
    expect(await reachPlace(place(token), { progress: (progress) => again.push(progress) })).toEqual(server);
    expect(again).toEqual([]); // it runs: nothing is started

    await stopPlace(place(token));
    await expect(accessServer(server)).rejects.toMatchObject({ code: 'hub-server-stopped', facts: { kind: 'hub' } });
    await stopPlace(place(token)); // one that is stopped already
    const started: PlaceProgress[] = [];
    await expect(reachPlace(place(token), { mode: 'existing', progress: (progress) => started.push(progress) }))
      .rejects.toMatchObject({ code: 'kernel-dead', facts: { kind: 'hub' } });
    expect(started).toEqual([]);
  });

  it('has named servers, each with its own address', async () => {
    const token = await hub.newUser('han');
    const server = await reachPlace(place(token, { serverName: 'gpu' }));
    expect(server.url).toBe(`${hub.url}user/han/gpu/`);
    onTestFinished(() => stopPlace(place(token, { serverName: 'gpu' })));
    expect(await accessServer(server)).toMatchObject({ kernelName: 'python3' });
    expect(parseKernelPlace({ kind: 'hub', address: server.url, token })).toEqual(place(token, { user: 'han', serverName: 'gpu' }));
  });

  it('says in its own words that a server cannot have this name', async () => {
    const token = await hub.newUser('mei');
    await expect(reachPlace(place(token, { serverName: 'big gpu' }))).rejects.toMatchObject({
      code: 'spawn-failed', facts: { said: expect.stringContaining('name') as string },
    });
  });

  it('is content with a token of the scopes that the page advises', async () => {
    const token = await hub.newUser('scoped', hubScopes.split('\n'));
    const server = await reachPlace(place(token));
    expect(await accessServer(server)).toMatchObject({ kernelName: 'python3' });
    await stopPlace(place(token));
  });

  it('that starts a server for two pages at once starts one', async () => {
    const token = await hub.newUser('twice');
    onTestFinished(() => stopPlace(place(token)));
    const [first, second] = await Promise.all([reachPlace(place(token)), reachPlace(place(token))]);
    expect(first).toEqual(second);
  });

  it('says in its own words why a server could not be started', async () => {
    const token = await hub.newUser('broken');
    await expect(reachPlace(place(token))).rejects.toMatchObject({
      code: 'spawn-failed', facts: { kind: 'hub', url: hub.url, said: expect.stringContaining('no GPU is free') as string },
    });
  });

  it('refuses a token that it does not know, and one that may not do this', async () => {
    await expect(reachPlace(place('wrong-token'))).rejects.toMatchObject({ code: 'unauthorized', facts: { kind: 'hub' } });
    const token = await hub.newUser('meddler');
    await expect(reachPlace(place(token, { user: 'li lei' }))).rejects.toMatchObject({ code: 'hub-forbidden' });
    await expect(reachPlace(place(TOKEN))).rejects.toMatchObject({ code: 'hub-forbidden' }); // a service's, which has no server
  });

  it('has no server for a token of another that is not named in any message', async () => {
    const error: unknown = await reachPlace(place('wrong-token')).catch((thrown: unknown) => thrown);
    expect(String(error) + JSON.stringify(error)).not.toContain('wrong-token');
  });

  it('is told from what is none', async () => {
    const other = await startOtherServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello'));
    await expect(reachPlace(place('a', { address: other }))).rejects.toMatchObject({ code: 'not-hub' });
    const tunnel = await startTunnel(hub.url);
    tunnel.close();
    await expect(reachPlace(place('a', { address: tunnel.url }))).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('can be given up while it starts a server', async () => {
    const token = await hub.newUser('hasty');
    const controller = new AbortController();
    const reached = reachPlace(place(token), { signal: controller.signal, progress: () => { controller.abort(new Error('given up')); } });
    await expect(reached).rejects.toThrow('given up');
  });
});
