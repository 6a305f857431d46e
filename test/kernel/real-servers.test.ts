import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KernelSession } from '../../src/kernel/kernel-session.ts';
import { accessServer } from '../../src/kernel/server-access.ts';
import { helperSource } from './support/jupyter-server.ts';
import { startGateway, startJupyter, type RealServer } from './support/real-server.ts';
import { ENDLESS, going, run } from './support/session-runs.ts';

// The first run installs the servers.
const INSTALL_TIMEOUT_MS = 240_000;

describe.each([
  ['jupyter-server 2', () => startJupyter('real')],
  ['jupyter-server 1', () => startJupyter('old')],
  ['Kernel Gateway 3', () => startGateway('kernel', { LIST_KERNELS: 'True' })],
  // root may start kernels here, which by default it may not.
  ['Enterprise Gateway 3', () => startGateway('enterprise', { UNAUTHORIZED_USERS: 'nobody', LIST_KERNELS: 'True' })],
])('%s', (_, start) => {
  let server: RealServer;
  let session: KernelSession;

  beforeAll(async () => {
    server = await start();
    session = await KernelSession.start({ server, helperSource });
  }, INSTALL_TIMEOUT_MS);

  afterAll(async () => {
    await server.stop();
  });

  it('is accessed with one request, and its Python kernel is named', async () => {
    const requests: string[] = [];
    const counting: typeof fetch = (input, init) => {
      requests.push(input as string);
      return fetch(input, init);
    };
    expect(await accessServer(server, { fetch: counting })).toEqual({ server, tokenPlace: 'header', kernelName: 'python3' });
    expect(requests).toEqual([`${server.url}api/kernelspecs`]);
  });

  it('refuses another token', async () => {
    const error: unknown = await accessServer({ ...server, token: 'wrong-one' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unauthorized', facts: { url: server.url } });
    expect(String(error)).not.toContain('wrong-one');
  });

  it('has no Jupyter under another prefix', async () => {
    await expect(accessServer({ ...server, url: `${server.url}other/` })).rejects.toMatchObject({ code: 'not-jupyter' });
  });

  it('runs code', async () => {
    expect(await run(session, 'print("hello", 6 * 7)')).toMatchObject({ outcome: 'ok', text: 'hello 42\n' });
  });

  it('interrupts code', async () => {
    const { ended } = await going(session, ENDLESS);
    await session.stop();
    expect(await ended).toMatchObject({ outcome: 'interrupted' });
  });

  it('restarts the kernel', async () => {
    await run(session, 'kept = 1');
    await session.restart();
    expect(await run(session, 'print("kept" in globals())')).toMatchObject({ outcome: 'ok', text: 'False\n' });
  });

  it('shuts the kernel down', async () => {
    await session.shutdown();
    const response = await fetch(`${server.url}api/kernels`, { headers: { authorization: `token ${server.token}` } });
    expect(await response.json()).toEqual([]);
  });
});
