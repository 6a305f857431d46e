import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { LocalKernel } from '../site-server.ts';
import { clickAndWatch } from './click-watch.ts';
import type { PageCell } from './our-cell.ts';

export const SOCKET_NAME = 'a page that is a button and a WebSocket';

const FOLDER = 'bare-socket';
const PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>WebSocket</title></head><body><button>Run</button><pre></pre></body></html>';

/**
 * The least that a page can do for a cell: it sends one execute_request and shows the text of the stream. What it takes is the
 * browser's, the server's and the kernel's time. Frames: https://jupyter-server.readthedocs.io/en/latest/developers/websocket-protocols.html.
 * @param directory the folder that is served as `origin`
 */
export async function openSocketCell(page: Page, origin: string, directory: string, kernel: LocalKernel, code: string): Promise<PageCell> {
  await mkdir(join(directory, FOLDER));
  await writeFile(join(directory, FOLDER, 'index.html'), PAGE);
  await page.goto(`${origin}/${FOLDER}/`);
  await page.evaluate(connect, { socket: await channelsOf(kernel), code });
  return {
    async run(limits) {
      await page.bringToFront();
      const watched = await clickAndWatch(page, { button: 'button', area: 'pre' }, limits);
      await page.waitForSelector('button[data-idle]');
      return watched;
    },
  };
}

/** Address of the channels of a new kernel. */
async function channelsOf({ url, token }: LocalKernel): Promise<string> {
  const answer = await fetch(`${url}api/kernels`, { method: 'POST', headers: { Authorization: `token ${token}` } });
  if (!answer.ok) throw new Error(`the server started no kernel: ${answer.status}`);
  const { id } = await answer.json() as { readonly id: string };
  return `${url.replace(/^http/u, 'ws')}api/kernels/${id}/channels?session_id=bare&token=${token}`;
}

/** Resolves once the kernel has answered a first time. Runs in the page: it can use nothing of this file. */
async function connect({ socket: address, code }: { readonly socket: string; readonly code: string }): Promise<void> {
  const [button, area] = [document.querySelector('button'), document.querySelector('pre')];
  if (!button || !area) throw new Error('the page has no cell');
  const socket = new WebSocket(address, 'v1.kernel.websocket.jupyter.org');
  socket.binaryType = 'arraybuffer';
  const { promise: answered, resolve } = Promise.withResolvers<undefined>();
  let request = '';
  const send = (): void => {
    request = crypto.randomUUID();
    const header = {
      ...{ msg_id: request, msg_type: 'execute_request', version: '5.3' }, session: 'bare', username: '', date: new Date().toISOString(),
    };
    const content = { code, silent: false, store_history: true, user_expressions: {}, allow_stdin: false, stop_on_error: true };
    const parts = ['shell', ...[header, {}, {}, content].map((part) => JSON.stringify(part))];
    const places = parts.reduce((ends, part) => [...ends, (ends.at(-1) ?? 0) + part.length], [8 * (parts.length + 2)]);
    const numbers = new BigUint64Array([parts.length + 1, ...places].map(BigInt));
    const frame = new Uint8Array(places.at(-1) ?? 0);
    frame.set(new Uint8Array(numbers.buffer));
    new TextEncoder().encodeInto(parts.join(''), frame.subarray(numbers.byteLength));
    socket.send(frame);
  };
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    const places = new BigUint64Array(data, 8, Number(new BigUint64Array(data, 0, 1)[0]));
    const part = (index: number): unknown =>
      JSON.parse(new TextDecoder().decode(data.slice(Number(places[index]), Number(places[index + 1]))));
    const { msg_id: parent } = part(2) as { readonly msg_id?: string };
    if (parent !== request) return;
    const content = part(4) as { readonly text?: string; readonly execution_state?: string };
    if (content.text !== undefined) area.textContent = content.text;
    if (content.execution_state !== 'idle') return;
    button.dataset['idle'] = request;
    resolve(undefined);
  };
  button.onclick = () => {
    delete button.dataset['idle'];
    send();
  };
  await new Promise((opened, refused) => Object.assign(socket, { onopen: opened, onerror: refused }));
  send();
  await answered;
}
