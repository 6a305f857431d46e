import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';
import { eachLine, killGroup } from './run-command.ts';

const KEPT_LINES = 40;
const SHOWN_LINES = 12;
const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 15_000;
const POLL_MS = 100;

export interface KernelServerOptions {
  /** The checkout: the server works in a folder of its own under `.warpnotes/`, removed when it ends. */
  readonly root: string;
  /** The exact origins of the pages that may use the server (`http://127.0.0.1:4321`), at least one. */
  readonly origins: readonly [string, ...string[]];
  /** A Python with jupyter-server and ipykernel; kernels run on it too. */
  readonly python: string;
  /** A free port where left out. */
  readonly port?: number | undefined;
  readonly ip?: string;
  /** Called with each line that the server logs, the token masked. */
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface KernelServer {
  /** With a slash at the end. For a server on all addresses this is the loopback one. */
  readonly url: string;
  readonly token: string;
  /** Resolves when the server has ended, by itself or stopped, with its last log lines. */
  readonly ended: Promise<readonly string[]>;
  /** Shuts kernels and server down; resolves when none of their processes is left. May be called more than once. */
  stop(): Promise<void>;
  /** Ends them at once, unsaved state or not, during `stop` too. */
  kill(): void;
}

/**
 * Starts a Jupyter server and waits until it answers with the token. The token is new each time, 32 random bytes, and
 * reaches the server by its environment: no command line, log or URL has it. The server takes no configuration of the
 * machine or the user, has no password, and ends when this process does, however this process ends.
 * Rejects with the server's last log lines when it ends early or does not answer within 90 s.
 */
export async function startKernelServer(options: KernelServerOptions): Promise<KernelServer> {
  const { root, python, origins, ip = '127.0.0.1', log, signal } = options;
  const token = randomBytes(32).toString('hex');
  const port = options.port ?? (await findFreePort(ip));
  await mkdir(join(root, '.warpnotes'), { recursive: true });
  const workspace = await mkdtemp(join(root, '.warpnotes', 'kernel-'));
  const child = await launch({ python, ip, port, origins, token, workspace });
  const server = new ServerProcess(child, workspace, token, log);
  const url = `http://${ip === '0.0.0.0' ? '127.0.0.1' : ip}:${port}/`;
  try {
    await untilServerAnswers(url, token, server, signal);
  } catch (error) {
    server.kill();
    await server.ended;
    throw error;
  }
  return { url, token, ended: server.ended, stop: () => server.stop(), kill: () => server.kill() };
}

interface Launch {
  readonly python: string;
  readonly ip: string;
  readonly port: number;
  readonly origins: readonly string[];
  readonly token: string;
  readonly workspace: string;
}

async function launch({ python, ip, port, origins, token, workspace }: Launch): Promise<ChildProcess> {
  const files = join(workspace, 'files');
  const temporary = join(workspace, 'temporary');
  await Promise.all([files, temporary].map((folder) => mkdir(folder)));
  const places = ['--workspace', workspace, '--files', files];
  const args = ['--ip', ip, '--port', String(port), ...places, ...origins.flatMap((origin) => ['--origin', origin])];
  return spawn(python, [join(import.meta.dirname, 'kernel-launcher.py'), ...args], {
    cwd: files,
    env: { ...process.env, ...ownFolders(workspace, temporary), JUPYTER_TOKEN: token, WARPNOTES_KERNEL_SERVER: randomUUID() },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32', // its own process group: Ctrl-C in the terminal reaches us alone
    windowsHide: true,
  });
}

/** Jupyter's and IPython's own variables: nothing is read from, or written to, the user's folders. */
export function ownFolders(workspace: string, temporary: string): NodeJS.ProcessEnv {
  return {
    JUPYTER_NO_CONFIG: '1',
    JUPYTER_CONFIG_DIR: join(workspace, 'config'),
    JUPYTER_DATA_DIR: join(workspace, 'data'),
    JUPYTER_RUNTIME_DIR: join(workspace, 'runtime'),
    IPYTHONDIR: join(workspace, 'ipython'),
    // Jupyter and the cells' programs leave temporary files: they go when the workspace goes.
    TMPDIR: temporary,
    PYTHONUNBUFFERED: '1',
  };
}

/** The server's process with its log; its standard input is what keeps it alive. */
class ServerProcess {
  readonly ended: Promise<readonly string[]>;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];

  constructor(child: ChildProcess, workspace: string, token: string, log: (line: string) => void) {
    this.#child = child;
    const keep = (line: string) => {
      const masked = line.replaceAll(token, '…');
      this.#lines.push(masked);
      if (this.#lines.length > KEPT_LINES) this.#lines.shift();
      log(masked);
    };
    eachLine([child.stdout, child.stderr], keep);
    child.stdin?.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') keep(error.message); // those two: it has just ended
    });
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => {
        keep(error.message);
        resolve(rm(workspace, { recursive: true, force: true }).then(() => this.#lines));
      });
      child.once('exit', () => resolve(rm(workspace, { recursive: true, force: true }).then(() => this.#lines)));
    });
  }

  lastLines(): string {
    return this.#lines.slice(-SHOWN_LINES).join('\n');
  }

  kill(): void {
    this.#order('kill');
  }

  async stop(): Promise<void> {
    this.#order('stop');
    const limit = new AbortController();
    const ended = this.ended.then(() => limit.abort());
    await wait(STOP_TIMEOUT_MS, undefined, { signal: limit.signal }).then(
      () => killGroup(this.#child),
      () => undefined, // it ended in time
    );
    await ended;
  }

  #order(order: 'stop' | 'kill'): void {
    if (this.#child.stdin?.writable) this.#child.stdin.write(`${order}\n`);
  }
}

/** Resolves when the server takes the token. Rejects with its last lines where it ends before, or is silent for 90 s. */
export async function untilServerAnswers(
  url: string,
  token: string,
  server: { readonly ended: Promise<unknown>; lastLines(): string },
  signal?: AbortSignal,
): Promise<void> {
  let end: 'early' | undefined;
  void server.ended.then(() => {
    end = 'early';
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    signal?.throwIfAborted();
    if (await answers(url, token)) return;
    if (end === 'early') {
      throw new Error(`The Jupyter server ended while it was starting. It said:\n${server.lastLines()}`);
    }
    if (performance.now() > deadline) {
      const seconds = START_TIMEOUT_MS / 1000;
      throw new Error(`The Jupyter server did not answer at ${url} within ${seconds} s. It said:\n${server.lastLines()}`);
    }
    await wait(POLL_MS, undefined, { signal });
  }
}

/** False while nothing listens there, or something does that does not take the token. */
async function answers(url: string, token: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}api/kernelspecs`, {
      headers: { authorization: `token ${token}` },
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // refused or reset: not up yet, and the deadline above says so if it never is
  }
}
