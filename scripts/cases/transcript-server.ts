import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { listenFrom } from '../free-port.ts';
import { answerRequest, refuseUpgrade, type KernelModel, type RestState, type ServerCounts } from './transcript-rest.ts';
import type { HttpReply, TranscriptMessage, TranscriptRun } from './transcript.ts';
import { decodeFrame, encodeFrame, type ReceivedMessage } from './wire-frames.ts';

/**
 * A Jupyter server for one run of a transcript: it answers REST, kernel_info and silent requests by itself, and says of the
 * rest what it is told to say.
 */
export class TranscriptServer implements RestState {
  readonly counts: ServerCounts = {
    kernels_started: 0, kernels_deleted: 0, upgrade_requests: 0, interrupts: 0, restarts: 0, http_requests: 0,
  };
  /** Requests of the client that are not answered by themselves, in their order. */
  readonly received: ReceivedMessage[] = [];
  /** Frames of the client that could not be read. */
  readonly unreadable: string[] = [];
  readonly armed: HttpReply[] = [];
  readonly kernels = new Map<string, KernelModel>();
  restartHeld = false;
  /** A new one takes the place of the old when the old has expired. */
  token: string;
  /** The network is gone: every request and connection is cut. */
  cut = false;
  /** Message types that the transcript expects itself, so that they are not answered here. */
  readonly expectedTypes = new Set<string>();
  /** Emits `change` whenever something of the above may have changed. */
  readonly changes = new EventEmitter().setMaxListeners(100);
  readonly #run: TranscriptRun;
  readonly #http: Server;
  readonly #upgrades: WebSocketServer;
  #socket: WebSocket | null = null;
  #port = 0;
  #process = 1;

  private constructor(run: TranscriptRun) {
    this.#run = run;
    this.token = run.token;
    this.#http = createServer((request, response) => {
      if (this.cut) return void request.socket.destroy();
      answerRequest(this, request, response).catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
    });
    const handleProtocols = (asked: ReadonlySet<string>): string | false => (asked.has(run.subprotocol) ? run.subprotocol : false);
    this.#upgrades = new WebSocketServer({ noServer: true, handleProtocols });
    this.#http.on('upgrade', (request, socket, head) => { this.#upgrade(request, socket, head); });
  }

  static async start(run: TranscriptRun): Promise<TranscriptServer> {
    const server = new TranscriptServer(run);
    await listenFrom(server.#http, 0, '127.0.0.1');
    const address = server.#http.address();
    if (address === null || typeof address === 'string') throw new Error('the server of the transcript has no port');
    server.#port = address.port;
    return server;
  }


  get basePath(): string {
    return this.#run.basePath;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get url(): string {
    return this.origin + this.basePath;
  }

  get connected(): boolean {
    return this.#socket?.readyState === 1;
  }

  /** The kernel is another process from now on: a client knows it by the session in its headers. */
  beginProcess(): void {
    this.#process += 1;
  }

  changed(): void {
    this.changes.emit('change');
  }

  /** Resolves with what `look` gives once it is not undefined. Throws with `what` after the time. */
  async until<T>(look: () => T | undefined, what: string, timeoutMs = 20_000): Promise<T> {
    const found = look();
    if (found !== undefined) return found;
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        this.changes.off('change', check);
        act();
      };
      const check = (): void => {
        const value = look();
        if (value !== undefined) settle(() => resolve(value));
      };
      const timer = setTimeout(() => settle(() => reject(new Error(what))), timeoutMs);
      this.changes.on('change', check);
    });
  }

  /** Sends a message of the transcript; `parent` is the header of the request that it belongs to. */
  send({ channel, msg_type, content, metadata, buffers }: TranscriptMessage, parent: Readonly<Record<string, unknown>>): void {
    const header = {
      msg_id: randomUUID(), msg_type, username: 'kernel', session: `process-${this.#process}`, date: new Date().toISOString(), version: '5.3',
    };
    const decoded = buffers.map((text) => Buffer.from(text, 'base64'));
    this.sendRaw(encodeFrame({ channel, header, parent_header: parent, metadata, content, buffers: decoded }, this.#run.frames));
  }

  sendRaw(frame: string | Buffer): void {
    if (!this.#socket) throw new Error('the client is not connected');
    this.#socket.send(frame);
  }

  /** Closes the connection; 1006 means that it just ends. */
  close(code: number): void {
    if (code === 1006) this.#socket?.terminate();
    else this.#socket?.close(code);
    this.#socket = null;
  }

  async stop(): Promise<void> {
    this.close(1006);
    this.#upgrades.close();
    await new Promise<void>((done) => {
      this.#http.close(() => done());
      this.#http.closeAllConnections();
    });
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.counts.upgrade_requests += 1;
    this.changed();
    if (this.cut) return void socket.destroy();
    const refused = refuseUpgrade(this, request);
    if (refused !== null) return void socket.end(`HTTP/1.1 ${refused} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    this.#upgrades.handleUpgrade(request, socket, head, (webSocket) => { this.#open(webSocket); });
  }

  #open(socket: WebSocket): void {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => { this.#read(data as Buffer, isBinary); });
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null;
      this.changed();
    });
    this.changed();
  }

  #read(data: Buffer, isBinary: boolean): void {
    try {
      const message = decodeFrame(data, isBinary, this.#run.subprotocol);
      if (this.expectedTypes.has(message.header.msg_type) && message.content['silent'] !== true) this.received.push(message);
      else this.#answer(message);
    } catch (error) {
      this.unreadable.push(error instanceof Error ? error.message : String(error));
    }
    this.changed();
  }

  /** What every kernel answers by itself: kernel_info, silent requests, and questions that no transcript tells of. */
  #answer({ channel, header }: ReceivedMessage): void {
    const replies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      kernel_info_request: KERNEL_INFO,
      execute_request: { status: 'ok', execution_count: 0, user_expressions: {}, payload: [] },
      comm_info_request: { status: 'ok', comms: {} },
      complete_request: { status: 'ok', matches: [], cursor_start: 0, cursor_end: 0, metadata: {} },
      inspect_request: { status: 'ok', found: false, data: {}, metadata: {} },
      is_complete_request: { status: 'complete' },
      history_request: { status: 'ok', history: [] },
    };
    const content = replies[header.msg_type];
    if (content === undefined) return;
    const say = (to: 'iopub' | 'shell' | 'control', msg_type: string, said: Readonly<Record<string, unknown>>): void => {
      this.send({ channel: to, msg_type, content: said, metadata: {}, buffers: [], parent: null }, header);
    };
    say('iopub', 'status', { execution_state: 'busy' });
    say(channel === 'control' ? 'control' : 'shell', header.msg_type.replace('_request', '_reply'), content);
    say('iopub', 'status', { execution_state: 'idle' });
  }
}

const KERNEL_INFO = {
  status: 'ok', protocol_version: '5.3', implementation: 'transcript', implementation_version: '1', banner: '', help_links: [],
  language_info: { name: 'python', version: '3.12.0', mimetype: 'text/x-python', file_extension: '.py' },
};
