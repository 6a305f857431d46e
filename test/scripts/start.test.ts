import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DEAF, executeCode, startKernel } from './execute-code.ts';
import { commandLines, isRunning } from './processes.ts';
import { projectPython } from '../support/project-python.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryRoot } from './temporary-root.ts';

beforeAll(() => projectPython(), 600_000);

/** A checkout with a site of one page: these scripts, packages and Python, and a source that builds in a second. */
async function smallCheckout(): Promise<string> {
  const root = await temporaryRoot();
  await cp(join(projectRoot, 'scripts'), join(root, 'scripts'), { recursive: true });
  // What the site's server takes from the source.
  await cp(join(projectRoot, 'src', 'security'), join(root, 'src', 'security'), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  await symlink(join(projectRoot, '.venv'), join(root, '.venv'));
  await mkdir(join(root, 'src', 'pages'), { recursive: true });
  const manifest = { name: 'small', type: 'module', scripts: { start: 'node scripts/start.ts' } };
  await writeFile(join(root, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(root, 'src', 'pages', 'index.astro'), '<h1>First text</h1>\n');
  return root;
}

interface Started {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly origin: string;
}

function launch(root: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.ts'), '--port', '0', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Resolves when the address is printed, which is the last line. */
async function start(root: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Started> {
  return untilAddress(launch(root, args, env));
}

async function untilAddress(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Started> {
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const origin = /^Warpnotes is at (http:\/\/127\.0\.0\.1:\d+)\/$/.exec(line)?.[1];
    if (origin !== undefined) return { child, lines, origin };
  }
  throw new Error(`npm start ended without an address:\n${lines.join('\n')}`);
}

async function localKernel(origin: string): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-warpnotes': '1' };
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/local-kernel.json`, { headers, agent: false }, (response) => {
      const chunks: string[] = [];
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: chunks.join('') }));
    });
    sent.on('error', reject).end();
  });
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

const processesOf = (root: string) => commandLines().filter((line) => line.includes(root));

describe('npm start', { timeout: 60_000 }, () => {
  it('serves the site with a kernel of its own, and Ctrl-C leaves neither behind', async () => {
    const root = await smallCheckout();
    const { child, lines, origin } = await start(root);
    const done = lines.filter((line) => line.startsWith('✓')).map((line) => line.replace(/ \([\d.]+ s\)$/, ''));
    expect(done.toSorted()).toEqual(['✓ Jupyter server is up', '✓ Python is ready', '✓ Site built']);
    expect(await (await fetch(origin)).text()).toContain('First text');

    const kernel = JSON.parse((await localKernel(origin)).body) as { readonly url: string; readonly token: string };
    expect(lines.join('\n')).not.toContain(kernel.token);
    const headers = { origin, authorization: `token ${kernel.token}` };
    const response = await fetch(`${kernel.url}api/kernelspecs`, { headers });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    const pid = Number(await executeCode(kernel, await startKernel(kernel), 'import os; print(os.getpid())'));

    child.kill('SIGINT');
    child.kill('SIGINT'); // as npm does: it passes on the Ctrl-C that the terminal has sent to everyone already
    expect(await exitCode(child)).toBe(0);
    expect(isRunning(pid)).toBe(false);
    expect(processesOf(root)).toEqual([]);
    expect(await readdir(join(root, '.warpnotes'))).toEqual(['build.json']);
    expect(await readFile(join(root, '.warpnotes', 'build.json'), 'utf8')).not.toContain(kernel.token);
  });

  it('ends at once on a second Ctrl-C, though a kernel does not listen', async () => {
    const root = await smallCheckout();
    const { child, origin } = await start(root);
    const kernel = JSON.parse((await localKernel(origin)).body) as { readonly url: string; readonly token: string };
    const pid = Number(await executeCode(kernel, await startKernel(kernel), DEAF, 'first-output'));
    const pressAgain = () => {
      child.kill('SIGINT');
      return child.exitCode;
    };
    await expect.poll(pressAgain, { interval: 300, timeout: 30_000 }).toBe(130);
    expect(isRunning(pid)).toBe(false);
    expect(processesOf(root)).toEqual([]);
  });

  it("ends when npm is told to end, though npm's shell keeps the signal to itself", async () => {
    const root = await smallCheckout();
    const args = ['start', '--', '--port', '0'];
    const npm = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    await untilAddress(npm);
    expect(processesOf(root)).not.toEqual([]);
    npm.kill('SIGTERM');
    await expect.poll(() => processesOf(root), { timeout: 20_000 }).toEqual([]);
  });

  it('builds again only when the source, or what was built, has changed', async () => {
    const root = await smallCheckout();
    const page = join(root, 'src', 'pages', 'index.astro');
    const run = async () => {
      const { child, lines, origin } = await start(root, ['--no-kernel']);
      const text = await (await fetch(origin)).text();
      expect((await localKernel(origin)).status).toBe(404);
      child.kill('SIGINT');
      expect(await exitCode(child)).toBe(0);
      return { text, built: lines.some((line) => line.startsWith('✓ Site built (')) };
    };
    expect(await run()).toMatchObject({ built: true });
    const later = new Date(Date.now() + 5_000);
    await utimes(page, later, later);
    expect(await run(), 'a new time on the same source').toMatchObject({ built: false });
    await writeFile(page, '<h1>Second text</h1>\n');
    expect(await run()).toEqual({ built: true, text: expect.stringContaining('Second text') as string });
    await writeFile(join(root, 'dist', 'index.html'), 'built by something else');
    expect(await run()).toEqual({ built: true, text: expect.stringContaining('Second text') as string });
  });

  it('serves the site without Python, and says what is missing and how to get it', async () => {
    const root = await smallCheckout();
    await rm(join(root, '.venv'));
    const { child, lines, origin } = await start(root, [], { PATH: join(root, 'nothing') });
    expect(lines.join('\n')).toContain('No Python 3.9 or newer was found.');
    expect(lines.join('\n')).toContain('sudo apt install python3');
    expect(lines.at(-1)).toBe(`Warpnotes is at ${origin}/`);
    expect((await localKernel(origin)).status).toBe(404);
    child.kill('SIGTERM');
    expect(await exitCode(child)).toBe(143);
  });

  it('ends with what the build said when it fails, and gives up what it had begun', async () => {
    const root = await smallCheckout();
    await writeFile(join(root, 'src', 'pages', 'index.astro'), "---\nthrow new Error('no such figure');\n---\n");
    await expect(start(root)).rejects.toThrow('no such figure');
    await expect.poll(() => processesOf(root)).toEqual([]);
  });

  it('is stopped by Ctrl-C while it builds, with nothing left', async () => {
    const root = await smallCheckout();
    await writeFile(join(root, 'src', 'pages', 'index.astro'), '---\nawait new Promise(() => setInterval(() => {}, 1e3));\n---\n');
    const child = launch(root, ['--no-kernel'], {});
    await expect.poll(() => processesOf(root).some((line) => line.includes('astro.mjs')), { timeout: 20_000 }).toBe(true);
    child.kill('SIGINT');
    expect(await exitCode(child)).toBe(0);
    expect(processesOf(root)).toEqual([]);
    expect(await readdir(root)).not.toContain('.warpnotes');
  });

  it.each([
    [['--port', 'abc'], '--port takes a number'],
    [['--pyton', 'x'], '--pyton'],
  ])('refuses the arguments %j', async (args, message) => {
    const child = spawn(process.execPath, [join(projectRoot, 'scripts', 'start.ts'), ...args], { stdio: 'pipe' });
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) lines.push(line);
    expect(await exitCode(child)).toBe(1);
    expect(lines.join('\n')).toContain(message);
  });
});
