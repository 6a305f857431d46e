import { describe, expect, it } from 'vitest';
import { findFreePort } from '../../scripts/free-port.ts';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { KernelSession } from '../../src/kernel/kernel-session.ts';
import type { ServerAccess } from '../../src/kernel/server-access.ts';
import { kernelIds, startOtherServer } from './support/jupyter-server.ts';
import { useJupyterServer } from './support/shared-server.ts';

let server: KernelServer;

useJupyterServer((started) => { server = started; });

describe('a server that cannot be used', () => {
  const fails = (url: string, token: string, code: string) =>
    expect(KernelSession.open({ server: { url, token }, helperSource: () => '' })).rejects.toMatchObject({ name: 'KernelError', code });

  it('with another token is unauthorized, and the message has no token', async () => {
    await fails(server.url, 'f'.repeat(64), 'unauthorized');
    await fails(server.url, '', 'unauthorized');
    const error: unknown = await KernelSession.open({ server: { url: server.url, token: 'secret-word' }, helperSource: () => '' }).catch((thrown: unknown) => thrown);
    expect(String(error)).not.toContain('secret-word');
  });

  it('that does not listen is unreachable', async () => {
    await fails(`http://127.0.0.1:${await findFreePort('127.0.0.1')}/`, 'a', 'unreachable');
  });

  it.each([
    [200, '<!doctype html><title>A page</title>'],
    [201, '<!doctype html><title>A page</title>'],
    [201, '{"ok": true}'],
    [404, 'nothing here'],
    [405, ''],
  ])('that answers %i %j is no Jupyter server', async (status, body) => {
    const url = await startOtherServer((_request, response) => response.writeHead(status, { 'content-type': 'text/html' }).end(body));
    await fails(url, 'a', 'not-jupyter');
  });

  it('under a wrong prefix is no Jupyter server', async () => {
    await fails(`${server.url}wrong/prefix/`, server.token, 'not-jupyter');
  });

  it('that fails inside says so with its status', async () => {
    const url = await startOtherServer((_request, response) => response.writeHead(500).end('{"message": "broken"}'));
    await fails(url, 'a', 'server-error');
  });

  it('whose WebSocket is refused keeps no kernel', async () => {
    const blocked = await startOtherServer((request, response) => {
      const { method = 'GET', url = '/' } = request;
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: request as unknown as ReadableStream, duplex: 'half' as const };
      void fetch(`${server.url.slice(0, -1)}${url}`, { method, headers: { authorization: `token ${server.token}` }, ...body }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      }).catch(() => response.destroy());
    });
    const before = await kernelIds(server);
    const options = { server: { url: blocked, token: server.token }, helperSource: () => '', connectTimeoutSeconds: 2 };
    await expect(KernelSession.start(options)).rejects.toMatchObject({ code: 'websocket-refused' });
    expect(await kernelIds(server)).toEqual(before);
  });

  it('whose kernel cannot be looked at for the reason keeps no kernel', async () => {
    const before = await kernelIds(server);
    const options = { server, helperSource: () => 'raise RuntimeError("no")', explain: () => Promise.reject(new Error('no look')) };
    await expect(KernelSession.start(options)).rejects.toThrow('no look');
    expect(await kernelIds(server)).toEqual(before);
  });

  it('of which a kernel cannot be started says so with the facts for its kind', async () => {
    const access = (it: ServerAccess['server']) => Promise.resolve({ server: { ...it, kind: 'hub' as const }, tokenPlace: 'header' as const, kernelName: 'none', origin: 'https://notes.example' });
    await expect(KernelSession.open({ server, helperSource: () => '', access })).rejects.toMatchObject({
      code: 'server-error', facts: { url: server.url, kind: 'hub', origin: 'https://notes.example' },
    });
  });
});
