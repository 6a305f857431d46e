import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../scripts/free-port.ts';
import { eachLine } from '../../scripts/run-command.ts';
import { KernelSession } from '../../src/kernel/kernel-session.ts';
import { helperSource, kernelIds } from '../kernel/support/jupyter-server.ts';
import { serverPython, type ServerSet } from '../kernel/support/real-server.ts';
import { run } from '../kernel/support/session-runs.ts';
import { projectPython } from '../support/project-python.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryRoot } from './temporary-root.ts';

const scripts = join(projectRoot, 'scripts');
const script = join(scripts, 'kernel.py');

/** Prints what a WebSocket's handler is told when it is opened, in place of a server that opens it. */
const NODELAY = `
import asyncio, sys
sys.path.append(sys.argv[1])
import kernel_server_config as shared
told = []
def handler(base):
    made = type("Handler", (base,), {"set_nodelay": lambda self, value: told.append(value)})
    return made.__new__(made)
async def nothing(self, *args): pass
if shared.ZMQChannelsWebsocketConnection is None:
    from jupyter_server.services.kernels.handlers import ZMQChannelsHandler
    ZMQChannelsHandler.open = nothing
    shared.server_config("127.0.0.1", 1, ["http://a"], "t")
    asyncio.run(ZMQChannelsHandler.open(handler(object), "id"))
else:
    from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
    shared.ZMQChannelsWebsocketConnection.connect = nothing
    opened = shared.server_config("127.0.0.1", 1, ["http://a"], "t").ServerApp.kernel_websocket_connection_class
    connection = opened.__new__(opened)
    connection.websocket_handler = handler(KernelWebsocketHandler)
    asyncio.run(connection.connect())
print(told == [True])
`;

interface Started {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly exited: Promise<number | null>;
  /** Resolves with the first line that begins so, or with nothing when the process has ended. */
  readonly line: (start: string) => Promise<string | undefined>;
}

/** Runs kernel.py in a folder of its own, away from the configuration of the machine. */
async function start(python: string, args: readonly string[], pythonArgs: readonly string[] = []): Promise<Started> {
  const folder = await temporaryRoot();
  const env = { ...process.env, JUPYTER_NO_CONFIG: '1', JUPYTER_DATA_DIR: join(folder, 'data'), JUPYTER_RUNTIME_DIR: join(folder, 'runtime') };
  const child = spawn(python, pythonArgs.includes('-c') ? pythonArgs : [...pythonArgs, script, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  eachLine([child.stdout, child.stderr], (text) => {
    lines.push(text);
    for (const look of waiting) look();
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const line = (wanted: string): Promise<string | undefined> => {
    const found = new Promise<string | undefined>((resolve) => {
      const look = (): void => {
        const match = lines.find((text) => text.startsWith(wanted));
        if (match !== undefined) resolve(match);
      };
      waiting.add(look);
      look();
    });
    return Promise.race([found, exited.then(() => undefined)]);
  };
  return { child, lines, exited, line };
}

const pythons: readonly (readonly [string, () => Promise<string>])[] = [
  ['jupyter-server 2', () => projectPython()],
  ['jupyter-server 1', () => serverPython('old' satisfies ServerSet)],
];

describe('kernel.py', { timeout: 240_000 }, () => {
  it.each(pythons)('starts a server of %s for the pages of two sites, which runs cells', async (_, python) => {
    const port = await findFreePort('127.0.0.1');
    const origins = ['--origin', 'https://notes.example/cuda/x/?a=b', '--origin', 'http://127.0.0.1:4321'];
    const { line, lines } = await start(await python(), ['--port', String(port), ...origins]);
    const token = (await line('Token'))?.split(/\s+/u)[1] ?? '';
    expect(token, lines.join('\n')).toMatch(/^[0-9a-f]{64}$/u);
    expect(await line('For')).toBe('For      https://notes.example, http://127.0.0.1:4321');
    const server = { url: `http://127.0.0.1:${port}/`, token };
    expect(await line('Address')).toBe(`Address  ${server.url}`);

    const session = await KernelSession.start({ server, helperSource });
    onTestFinished(() => session.shutdown());
    expect(await run(session, 'import os; print(6 * 7, "JUPYTER_TOKEN" in os.environ)')).toMatchObject({ text: '42 False\n' });

    for (const [origin, allowed] of [['https://notes.example', true], ['https://notes.example.evil', false]] as const) {
      const response = await fetch(`${server.url}api`, { headers: { origin } });
      expect(response.headers.get('access-control-allow-origin')).toBe(allowed ? origin : null);
    }
  });

  it.each(pythons)('sends each message of %s at once, without waiting for acknowledgements', async (_, python) => {
    const { lines, exited } = await start(await python(), [], ['-c', NODELAY, scripts]);
    expect(await exited, lines.join('\n')).toBe(0);
    expect(lines.at(-1)).toBe('True');
  });

  it('stops with its kernels when it is interrupted', async () => {
    const port = await findFreePort('127.0.0.1');
    const { child, exited, line } = await start(await projectPython(), ['--port', String(port), '--origin', 'http://127.0.0.1:4321']);
    const token = (await line('Token'))?.split(/\s+/u)[1] ?? '';
    const server = { url: `http://127.0.0.1:${port}/`, token };
    await fetch(`${server.url}api/kernels`, { method: 'POST', headers: { authorization: `token ${token}` }, body: '{}' });
    expect(await kernelIds({ ...server } as never)).toHaveLength(1);
    child.kill('SIGINT');
    expect(await exited).toBe(0);
  });

  it('says how to install what is missing, on a Python that has nothing', async () => {
    const { exited, lines } = await start('python3', ['--origin', 'https://notes.example'], ['-I', '-S']);
    expect(await exited).toBe(1);
    expect(lines.join('\n')).toContain('-m pip install jupyter-server ipykernel');
  });

  it('wants an origin that is an address', async () => {
    const { exited, lines } = await start('python3', ['--origin', 'notes.example']);
    expect(await exited).toBe(2);
    expect(lines.join('\n')).toContain('https://notes.example');
  });
});
