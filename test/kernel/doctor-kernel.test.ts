import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { whyNoKernel, whyNoWebSocket } from '../../src/kernel/doctor-kernel.ts';
import type { ServerAccess } from '../../src/kernel/server-access.ts';

const KERNEL = 'a1b2';

/** A server that lists one kernel, and takes WebSockets as it is told; of its HTTP answers some can be others. */
async function startServer({ takes, answers = {} }: {
  readonly takes: (request: IncomingMessage) => 'open' | 'refused';
  readonly answers?: Readonly<Record<string, readonly [status: number, body: unknown]>>;
}): Promise<ServerAccess['server']> {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    const path = `${request.method} ${new URL(request.url ?? '/', 'http://x').pathname}`;
    const standard = path === 'GET /api/kernels' ? [200, [{ id: KERNEL }]] as const : [200, { kernelspecs: {} }] as const;
    const [status, body] = answers[path] ?? standard;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.on('upgrade', (request, socket, head) => {
    if (takes(request) === 'refused') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    else sockets.handleUpgrade(request, socket, head, (opened) => { opened.on('error', () => undefined); });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, token: 'secret' };
}

const access = (server: ServerAccess['server']): ServerAccess => ({ server, tokenPlace: 'header', kernelName: 'python3' });

describe('whyNoWebSocket', () => {
  it('finds that a proxy lets none through', async () => {
    const server = await startServer({ takes: () => 'refused' });
    const error = await whyNoWebSocket(access(server), KERNEL);
    expect(error).toMatchObject({ code: 'websocket-refused', facts: { url: server.url } });
    expect(error.message + JSON.stringify(error.facts)).not.toContain('secret');
  });

  it('finds that a proxy changes the subprotocol', async () => {
    const server = await startServer({ takes: (request) => (request.headers['sec-websocket-protocol'] === undefined ? 'open' : 'refused') });
    expect(await whyNoWebSocket(access(server), KERNEL)).toMatchObject({ code: 'websocket-protocol' });
  });

  it('finds that a server without a token refuses this origin', async () => {
    const server = await startServer({ takes: () => 'refused' });
    expect(await whyNoWebSocket(access({ ...server, token: '' }), KERNEL)).toMatchObject({ code: 'websocket-origin' });
  });

  it('finds no WebSocket where the browser makes none', async () => {
    const server = await startServer({ takes: () => 'open' });
    const Refusing = function () { throw new DOMException('blocked', 'SecurityError'); } as unknown as typeof WebSocket;
    expect(await whyNoWebSocket(access(server), KERNEL, { WebSocket: Refusing })).toMatchObject({ code: 'websocket-refused' });
  });

  it('finds that the kernel is gone', async () => {
    const server = await startServer({ takes: () => 'open' });
    expect(await whyNoWebSocket(access(server), 'another')).toMatchObject({ code: 'kernel-dead' });
  });

  it('finds that the WebSocket opens and the kernel is silent, at a gateway that lists no kernels too', async () => {
    const server = await startServer({ takes: () => 'open', answers: { 'GET /api/kernels': [403, { reason: 'Forbidden' }] } });
    expect(await whyNoWebSocket(access(server), KERNEL)).toMatchObject({ code: 'timeout' });
  });

  it('sends the token in the address', async () => {
    const seen: string[] = [];
    const server = await startServer({
      takes: (request) => {
        seen.push(request.url ?? '');
        return 'open';
      },
    });
    await whyNoWebSocket(access(server), KERNEL);
    expect(seen).toEqual([`/api/kernels/${KERNEL}/channels?session_id=probe&token=secret`]);
  });
});

describe('whyNoKernel', () => {
  const noKernel = '/api/kernels/00000000-0000-4000-8000-000000000000';
  const cases: readonly (readonly [string, number, unknown])[] = [
    ['xsrf-refused', 403, { message: "'_xsrf' argument missing from POST", reason: null }],
    ['server-error', 404, { message: 'Kernel does not exist' }],
  ];

  it.each(cases)('finds %s', async (code, status, body) => {
    const server = await startServer({ takes: () => 'refused', answers: { [`DELETE ${noKernel}`]: [status, body] } });
    expect(await whyNoKernel(access(server))).toMatchObject({ code });
  });

  it('finds that the token is no longer taken', async () => {
    const server = await startServer({ takes: () => 'refused', answers: { 'GET /api/kernelspecs': [403, { message: 'Forbidden' }] } });
    expect(await whyNoKernel(access(server))).toMatchObject({ code: 'unauthorized', facts: { status: 403 } });
  });
});
