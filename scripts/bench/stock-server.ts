import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../free-port.ts';
import { ownFolders, untilServerAnswers } from '../kernel-server.ts';
import { eachLine } from '../run-command.ts';
import type { LocalKernel } from '../site-server.ts';

const SHOWN_LINES = 12;

/** A server as `jupyter server` starts it: all its defaults, but an address, a token, and the origin of a page. */
export async function startStockServer(root: string, python: string, origin: string): Promise<LocalKernel & { stop(): Promise<void> }> {
  await mkdir(join(root, '.warpnotes'), { recursive: true });
  const workspace = await mkdtemp(join(root, '.warpnotes', 'stock-server-'));
  const token = randomBytes(32).toString('hex');
  const port = await findFreePort('127.0.0.1');
  const options = { ip: '127.0.0.1', port, port_retries: 0, root_dir: workspace, open_browser: false, allow_root: true, allow_origin: origin };
  const child = spawn(
    python,
    [join(import.meta.dirname, 'stock_server.py'), ...Object.entries(options).map(([name, value]) => `--ServerApp.${name}=${pythonLiteral(value)}`)],
    { cwd: workspace, env: { ...process.env, ...ownFolders(workspace, workspace), JUPYTER_TOKEN: token }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const lines: string[] = [];
  eachLine([child.stdout, child.stderr], (line) => lines.push(line.replaceAll(token, '…')));
  child.stdin.on('error', (error) => lines.push(error.message));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      lines.push(error.message);
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    await rm(workspace, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}/`;
  try {
    await untilServerAnswers(url, token, { ended, lastLines: () => lines.slice(-SHOWN_LINES).join('\n') });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, token, stop };
}

function pythonLiteral(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
}
