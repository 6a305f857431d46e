import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startKernelServer, type KernelServer } from '../../scripts/kernel-server.ts';
import { listenFrom } from '../../scripts/free-port.ts';
import { DEAF, executeCode, startKernel } from './execute-code.ts';
import { commandLines, isRunning } from './processes.ts';
import { projectPython } from '../support/project-python.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryRoot } from './temporary-root.ts';

const ORIGIN = 'http://127.0.0.1:4321';
const quiet = () => undefined;
let python = '';

beforeAll(async () => {
  python = await projectPython();
}, 600_000);

async function start(origins: readonly [string, ...string[]] = [ORIGIN]): Promise<KernelServer & { readonly root: string }> {
  const root = await temporaryRoot();
  const server = await startKernelServer({ root, python, origins, log: quiet });
  onTestFinished(() => server.stop());
  return { ...server, root };
}

/** Status and CORS header of a request that a page of `origin` makes. */
async function ask(server: KernelServer, path: string, token: string | undefined, origin = ORIGIN) {
  const authorization = token === undefined ? {} : { authorization: `token ${token}` };
  const response = await fetch(`${server.url}${path}`, { headers: { origin, ...authorization } });
  await response.body?.cancel();
  return { status: response.status, allowed: response.headers.get('access-control-allow-origin') };
}

/** In the kernel: two processes that sleep, one in a session of its own and one whose parent has ended. */
const LEAVE_PROCESSES = `
import subprocess, os
held = subprocess.Popen(['sleep', '1000'], start_new_session=True).pid
orphan = int(subprocess.run(['bash', '-c', 'setsid sleep 1000 >/dev/null 2>&1 & echo $!'], stdout=subprocess.PIPE).stdout)
print(os.getpid(), held, orphan, 'JUPYTER_TOKEN' in os.environ)
`;

async function leaveProcesses(server: { readonly url: string; readonly token: string }): Promise<readonly number[]> {
  const printed = (await executeCode(server, await startKernel(server), LEAVE_PROCESSES)).trim().split(' ');
  expect(printed.at(-1), 'kernels do not inherit the token').toBe('False');
  const pids = printed.slice(0, 3).map(Number);
  expect(pids.map(isRunning)).toEqual([true, true, true]);
  return pids;
}

describe('the kernel server', { timeout: 60_000 }, () => {
  it('answers with the token alone, and grants its one origin alone', async () => {
    const server = await start();
    expect(server.token).toMatch(/^[0-9a-f]{64}$/);
    expect(await ask(server, 'api/kernels', server.token)).toEqual({ status: 200, allowed: ORIGIN });
    expect(await ask(server, 'api/kernels', undefined)).toMatchObject({ status: 403 });
    expect(await ask(server, 'api/kernels', 'f'.repeat(64))).toMatchObject({ status: 403 });
    for (const other of ['http://localhost:4321', 'http://127.0.0.1:43210', 'https://127.0.0.1:4321', 'null']) {
      expect((await ask(server, 'api/kernels', server.token, other)).allowed, other).not.toBe(other);
      expect((await ask(server, 'api/kernels', server.token, other)).allowed, other).not.toBe('*');
    }
    expect(commandLines().filter((line) => line.includes(server.token))).toEqual([]);
  });

  it('grants each of several origins, and nothing that only begins or ends like one', async () => {
    const origins = ['https://notes.example', ORIGIN] as const;
    const server = await start(origins);
    for (const origin of origins) expect((await ask(server, 'api', server.token, origin)).allowed).toBe(origin);
    for (const other of ['https://notes.example.evil.example', 'https://notesXexample', 'https://evil.example']) {
      expect((await ask(server, 'api', server.token, other)).allowed, other).toBeNull();
    }
  });

  it('leaves no kernel, no process a kernel started and no file when it is stopped', async () => {
    const server = await start();
    const pids = await leaveProcesses(server);
    await server.stop();
    expect(pids.map(isRunning)).toEqual([false, false, false]);
    expect(commandLines().filter((line) => line.includes(server.root))).toEqual([]);
    expect(await readdir(join(server.root, '.warpnotes'))).toEqual([]);
    await server.stop();
  });

  it('is ended at once by a kill, while it still waits for a kernel that does not listen', async () => {
    const server = await start();
    const asked = join(server.root, 'asked');
    // Jupyter sends SIGTERM to such a kernel after half of its 5 s of patience.
    const code = DEAF.replace('print(', `signal.signal(signal.SIGTERM, lambda *_: open(${JSON.stringify(asked)}, 'w').close())\nprint(`);
    const pid = Number(await executeCode(server, await startKernel(server), code, 'first-output'));
    const stopped = server.stop();
    server.kill();
    await stopped;
    expect(existsSync(asked)).toBe(false);
    expect(isRunning(pid)).toBe(false);
    expect(await readdir(join(server.root, '.warpnotes'))).toEqual([]);
  });

  it('leaves none either when the process that started it is killed', async () => {
    const root = await temporaryRoot();
    const module = join(projectRoot, 'scripts', 'kernel-server.ts');
    const options = JSON.stringify({ root, python, origins: [ORIGIN] });
    const code = `import { startKernelServer } from ${JSON.stringify(module)};
      const { url, token } = await startKernelServer({ ...${options}, log() {} });
      console.log(JSON.stringify({ url, token }));`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    const line = await firstLine(parent.stdout);
    const pids = await leaveProcesses(JSON.parse(line) as { readonly url: string; readonly token: string });
    parent.kill('SIGKILL');
    await expect.poll(() => pids.some(isRunning), { timeout: 20_000 }).toBe(false);
    await expect.poll(() => commandLines().filter((text) => text.includes(root)), { timeout: 20_000 }).toEqual([]);
    expect(await readdir(join(root, '.warpnotes'))).toEqual([]);
  });

  it('says why it did not start, without the token', async () => {
    const root = await temporaryRoot();
    const taken = createServer((_request, response) => response.writeHead(404).end());
    const port = await listenFrom(taken, 20_000, '127.0.0.1');
    onTestFinished(() => void taken.close());
    const log: string[] = [];
    const started = startKernelServer({ root, python, origins: [ORIGIN], port, log: (line) => log.push(line) });
    await expect(started).rejects.toThrow(`port ${port} is not available`);

    const fake = join(root, 'fake-python');
    await writeFile(fake, '#!/bin/sh\necho "token is $JUPYTER_TOKEN" >&2\nexit 3\n', { mode: 0o755 });
    await expect(startKernelServer({ root, python: fake, origins: [ORIGIN], log: quiet })).rejects.toThrow('token is …');
    await expect(startKernelServer({ root, python: join(root, 'none'), origins: [ORIGIN], log: quiet })).rejects.toThrow('ENOENT');
  });
});

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error('The process ended without a line.');
}
