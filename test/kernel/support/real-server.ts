import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../../scripts/free-port.ts';
import { ensurePythonEnvironment } from '../../../scripts/python-environment.ts';
import { eachLine, killGroup } from '../../../scripts/run-command.ts';
import { projectRoot } from '../../support/project-root.ts';

/** Python packages of a set of servers: those of today, and those of the time of jupyter-server 1. */
export type ServerSet = 'real' | 'old';

/** The Python with a set of servers, made once under `.warpnotes/` (about 50 s). */
export async function serverPython(set: ServerSet): Promise<string> {
  const root = join(projectRoot, '.warpnotes', `${set}-servers`);
  await mkdir(root, { recursive: true });
  const requirements = join(import.meta.dirname, `${set}-servers-requirements.txt`);
  const environment = await ensurePythonEnvironment({ root, requirements, log: () => undefined });
  if (environment.kind === 'unavailable') throw new Error(`the servers could not be installed: ${environment.reason} ${environment.cure}`);
  return environment.python;
}

/** A server as a test uses it. */
export interface RealServer {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

interface ServerPlan {
  readonly python: string;
  /** Arguments of Python; the port is in `env` or in them. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly port: number;
  /** Path that is answered once the server is up; before that a hub's proxy says 404 or 503. */
  readonly ready: string;
  /** Written into the server's folder, which it works in. */
  readonly files?: Readonly<Record<string, string>>;
}

const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 15_000;
export const TOKEN = 'token-of-the-tests-0123456789';

/** Starts a server in a folder of its own, away from the configuration of the machine and the user. */
export async function startRealServer({ python, args, env, port, ready, files = {} }: ServerPlan): Promise<RealServer> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'warpnotes-server-')));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const child = spawn(python, args, {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(python)}${delimiter}${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`, ...own(folder), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  eachLine([child.stdout, child.stderr], (line) => { lines.push(line); });
  const exited = new Promise<void>((resolve) => child.once('exit', () => { resolve(); }));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await Promise.race([exited, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    killGroup(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = `http://127.0.0.1:${port}/`;
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${url}${ready}`).then(({ status }) => status !== 404 && status !== 503, () => false))) {
    if (child.exitCode === null && performance.now() < deadline) await wait(100);
    else {
      await stop();
      throw new Error(`${args.join(' ')} did not come up:\n${lines.slice(-30).join('\n')}`);
    }
  }
  return { url, token: TOKEN, stop };
}

function own(folder: string): NodeJS.ProcessEnv {
  return {
    JUPYTER_NO_CONFIG: '1', JUPYTER_CONFIG_DIR: join(folder, 'config'), JUPYTER_DATA_DIR: join(folder, 'data'),
    JUPYTER_RUNTIME_DIR: join(folder, 'runtime'), IPYTHONDIR: join(folder, 'ipython'), PYTHONUNBUFFERED: '1',
  };
}

/** `jupyter server` with flags; its token is TOKEN unless the flags set another. */
export async function startJupyter(set: ServerSet, ...flags: readonly string[]): Promise<RealServer> {
  const port = await findFreePort('127.0.0.1');
  const args = ['-m', 'jupyter_server', '--no-browser', '--allow-root', `--ServerApp.port=${port}`, '--ServerApp.port_retries=0', ...flags];
  return startRealServer({ python: await serverPython(set), args, env: { JUPYTER_TOKEN: TOKEN }, port, ready: 'api' });
}

/** A kernel gateway, or an enterprise gateway with its local process proxy. */
export async function startGateway(kind: 'kernel' | 'enterprise', settings: Readonly<Record<string, string>> = {}): Promise<RealServer> {
  const port = await findFreePort('127.0.0.1');
  const prefix = kind === 'kernel' ? 'KG' : 'EG';
  const all = { AUTH_TOKEN: TOKEN, PORT: String(port), PORT_RETRIES: '0', ...settings };
  const env = Object.fromEntries(Object.entries(all).map(([name, value]) => [`${prefix}_${name}`, value]));
  const module = kind === 'kernel' ? 'kernel_gateway' : 'enterprise_gateway';
  return startRealServer({ python: await serverPython(kind === 'kernel' ? 'real' : 'old'), args: ['-m', module], env, port, ready: 'api' });
}
