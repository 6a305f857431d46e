import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { decodeFrame, type KernelFrame } from '../../../src/kernel/kernel-frames.ts';
import type { KernelServer } from '../../../src/kernel/server-address.ts';

export const V1 = 'v1.kernel.websocket.jupyter.org';

/** A message that the kernel sends; it answers `parent`. */
export interface FakeMessage {
  readonly channel: 'shell' | 'iopub' | 'stdin' | 'control';
  readonly type: string;
  readonly content: object;
  readonly parent?: KernelFrame;
  readonly id?: string;
  readonly buffers?: readonly Uint8Array[];
}

export interface FakeKernelOptions {
  /** What is agreed to of what the client offers. */
  readonly subprotocol?: '' | typeof V1;
  readonly encode?: (message: object, buffers: readonly Uint8Array[]) => string | Uint8Array;
  /** What the kernel does with the reader's code; the helper is taken silently. */
  readonly execute: (request: KernelFrame, send: (message: FakeMessage | { readonly raw: string }) => void) => void;
}

/** A server with one kernel that says what a test has it say, in the frames that it wants. */
export async function startFakeKernel(options: FakeKernelOptions): Promise<KernelServer> {
  const http = createServer(answer);
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => options.subprotocol || false });
  http.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (each) => { serve(each, options); });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const each of sockets.clients) each.terminate();
    http.closeAllConnections();
    http.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`, token: 'fake-token' };
}

const MODEL = { id: 'k1', name: 'python3', execution_state: 'idle', connections: 1 };

function answer({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
  const json = (status: number, body: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url.startsWith('/api/kernelspecs')) json(200, { default: 'python3', kernelspecs: { python3: { name: 'python3', spec: { language: 'python' } } } });
  else if (method === 'POST' && /^\/api\/kernels(?:\?|$)/u.test(url)) json(201, MODEL);
  else if (method === 'DELETE') response.writeHead(204).end();
  else json(200, [MODEL]);
}

function serve(socket: WebSocket, { encode = jsonFrame, execute }: FakeKernelOptions): void {
  let count = 0;
  const send = (message: FakeMessage | { readonly raw: string }): void => {
    if ('raw' in message) return socket.send(message.raw);
    const { channel, type, content, parent, id = `m${++count}`, buffers = [] } = message;
    const header = { msg_id: id, msg_type: type, session: 'process-1', username: 'k', version: '5.3', date: '' };
    socket.send(encode({ channel, header, parent_header: parent?.header ?? {}, metadata: {}, content }, buffers));
  };
  socket.on('message', (data: Buffer, isBinary) => {
    const request = decodeFrame(isBinary ? Uint8Array.from(data).buffer : data.toString());
    const { msg_type: type } = request.header;
    const status = (state: string) => { send({ channel: 'iopub', type: 'status', content: { execution_state: state }, parent: request }); };
    if (type === 'execute_request' && (request.content as { readonly silent: boolean }).silent) {
      send({ channel: 'shell', type: 'execute_reply', content: { status: 'ok', execution_count: 0 }, parent: request });
      status('idle');
    } else if (type === 'execute_request') {
      execute(request, send);
    } else {
      status('busy');
      const content = { status: 'ok', protocol_version: '5.3', banner: '', implementation: 'fake', help_links: [], language_info: {} };
      send({ channel: request.channel as 'shell', type: type.replace('request', 'reply'), content, parent: request });
      status('idle');
    }
  });
}

export const jsonFrame = (message: object): string => JSON.stringify(message);

/** `uint32` big-endian: how many parts, where each begins; then JSON and buffers. */
export function oldBinaryFrame(message: object, buffers: readonly Uint8Array[]): Uint8Array {
  const bodies = [Buffer.from(JSON.stringify(message)), ...buffers];
  const head = Buffer.alloc(4 * (bodies.length + 1));
  head.writeUInt32BE(bodies.length);
  bodies.reduce((at, body, index) => {
    head.writeUInt32BE(at, 4 * (index + 1));
    return at + body.length;
  }, head.length);
  return Buffer.concat([head, ...bodies]);
}

/** `uint64` little-endian: how many offsets, the offsets; then channel, header, parent, metadata, content and buffers. */
export function v1BinaryFrame(message: object, buffers: readonly Uint8Array[]): Uint8Array {
  const { channel, header, parent_header, metadata, content } = message as Readonly<Record<string, unknown>>;
  const bodies = [
    Buffer.from(String(channel)),
    ...[header, parent_header, metadata, content].map((part) => Buffer.from(JSON.stringify(part))),
    ...buffers,
  ];
  const head = Buffer.alloc(8 * (bodies.length + 2));
  head.writeBigUInt64LE(BigInt(bodies.length + 1));
  const end = bodies.reduce((at, body, index) => {
    head.writeBigUInt64LE(BigInt(at), 8 * (index + 1));
    return at + body.length;
  }, head.length);
  head.writeBigUInt64LE(BigInt(end), 8 * (bodies.length + 1));
  return Buffer.concat([head, ...bodies]);
}
