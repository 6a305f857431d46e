import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { ConsoleMessage } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../scripts/free-port.ts';
import type { KernelServer } from '../../src/kernel/server-address.ts';
import { launchChromium } from '../support/chromium.ts';
import { projectPython } from '../support/project-python.ts';
import { temporaryProject } from '../note/note-text.ts';
import { startTunnel } from './support/tunnel.ts';

declare global {
  interface Window {
    KernelSession: typeof import('../../src/kernel/kernel-session.ts').KernelSession;
  }
}

/** A Jupyter server as it is installed: nothing is configured but its token. */
async function startPlainServer(): Promise<KernelServer> {
  const folder = await temporaryProject({});
  const port = await findFreePort('127.0.0.1');
  const token = randomBytes(16).toString('hex');
  const folders = Object.fromEntries(['JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'JUPYTER_RUNTIME_DIR', 'IPYTHONDIR'].map((name) => [name, join(folder, name)]));
  const args = ['-m', 'jupyter_server', '--allow-root', '--no-browser', '--port', String(port), '--ServerApp.root_dir', folder];
  const child = spawn(await projectPython(), args, { cwd: folder, env: { ...process.env, ...folders, JUPYTER_TOKEN: token }, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}/`;
  await expect.poll(() => fetch(`${url}api`).then(({ ok }) => ok, () => false), { timeout: 60_000 }).toBe(true);
  return { url, token };
}

/** A page of another origin with the client in it, and all that its console says but for the browser's own words on requests. */
async function openPage() {
  const { outputFiles: [script] } = await build({
    stdin: { contents: "import { KernelSession } from './kernel-session.ts'; window.KernelSession = KernelSession;", resolveDir: 'src/kernel', loader: 'ts' },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  });
  const http = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>Page</title>'));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    http.close();
  });
  const page = await browser.newPage();
  const said: ConsoleMessage[] = [];
  page.on('console', (message) => said.push(message));
  await page.goto(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  await page.addScriptTag({ content: script?.text ?? '' });
  return { page, said };
}

describe('a server without any CORS configuration', () => {
  it('starts, runs, stops, restarts and ends a kernel for a page, and nothing that is said has the token', { timeout: 120_000 }, async () => {
    const plain = await startPlainServer();
    const tunnel = await startTunnel(plain.url);
    const { page, said } = await openPage();
    const results = await page.evaluate(async ({ url, token }) => {
      const server = { url, token };
      const session = await window.KernelSession.start({
        server, helperSource: () => '', access: () => Promise.resolve({ server, tokenPlace: 'query', kernelName: 'python3' }),
      });
      const outcomes: string[] = [];
      const run = async (code: string, onText: (text: string) => void = () => undefined): Promise<void> => {
        const { outcome } = await session.execute(code, {
          message: ({ header, content }) => { if (header.msg_type === 'stream') onText((content as { readonly text: string }).text); },
        });
        outcomes.push(outcome);
      };
      await run('print(1)', (text) => outcomes.push(text));
      await run('import time\nprint(2, flush=True)\nwhile True: time.sleep(0.01)', () => { void session.stop(); });
      await session.restart();
      await run('print(3)', (text) => outcomes.push(text));
      const first = session.ticket;
      await session.shutdown();
      const second = await window.KernelSession.attach({
        server, helperSource: () => '', ticket: first, access: () => Promise.resolve({ server, tokenPlace: 'query', kernelName: 'python3' }),
      }).catch((error: unknown) => String(error));
      outcomes.push(typeof second === 'string' ? second : 'attached');
      return outcomes;
    }, { url: tunnel.url, token: plain.token });
    expect(results).toEqual(['1\n', 'ok', 'interrupted', '3\n', 'ok', `KernelError: ${tunnel.url}: the kernel died, or its server ended it`]);
    expect(said.map((message) => message.text()).join('\n')).not.toContain(plain.token);
    const heads = tunnel.requests.join('');
    expect(heads).not.toMatch(/^(?:authorization|x-xsrftoken|content-type: application)/imu);
    expect(tunnel.requests.filter((head) => head.startsWith('OPTIONS ')).every((head) => head.includes('access-control-request-method: DELETE') ||
      head.includes('Access-Control-Request-Method: DELETE'))).toBe(true);
  });

  it('ends the kernel of a page that is left', { timeout: 120_000 }, async () => {
    const server = await startPlainServer();
    const { page } = await openPage();
    await page.evaluate(async (server) => {
      const session = await window.KernelSession.start({
        server, helperSource: () => '', access: () => Promise.resolve({ server, tokenPlace: 'query', kernelName: 'python3' }),
      });
      window.addEventListener('pagehide', () => { session.leave(); });
    }, server);
    await page.goto('about:blank');
    const kernels = () => fetch(`${server.url}api/kernels?token=${server.token}`).then((response) => response.json());
    await expect.poll(kernels, { timeout: 20_000 }).toEqual([]);
  });
});
