import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { tendLeftKernel } from '../../src/offline/left-kernels.ts';
import type { EndKernel, KeepKernel } from '../../src/offline/worker-messages.ts';
import { startOtherServer } from '../kernel/support/jupyter-server.ts';

interface Seen {
  readonly url: string;
  readonly requests: readonly string[];
}

/** A server that answers with these statuses in turn, the last for ever, and notes what it was asked. */
async function startServer(...statuses: readonly number[]): Promise<Seen> {
  const requests: string[] = [];
  const listener: RequestListener = ({ method, headers }, response) => {
    requests.push(`${method} ${headers.authorization}`);
    response.writeHead(statuses[requests.length - 1] ?? statuses.at(-1) ?? 204).end();
  };
  return { url: `${await startOtherServer(listener)}api/kernels/1`, requests };
}

/** Gives the worker a message; resolves once it has done what it keeps itself alive for. */
async function tell(data: EndKernel | KeepKernel): Promise<void> {
  const lives: Promise<unknown>[] = [];
  const event = { data, waitUntil: (life: Promise<unknown>) => { lives.push(life); } };
  tendLeftKernel(event as unknown as ExtendableMessageEvent);
  await Promise.all(lives);
}

const end = (kernelId: string, graceMs: number, url: string | null, leftAt = 1000): EndKernel => (
  { type: 'end-kernel', kernelId, graceMs, leftAt, request: url === null ? null : { url, headers: { authorization: 'token abc' } } }
);

it('shuts a kernel down at once whose page cannot come back', async () => {
  const { url, requests } = await startServer(204);
  await tell(end('a', 0, url));
  expect(requests).toEqual(['DELETE token abc']);
});

it('asks again where the server fails, and not where the kernel is gone', async () => {
  const failing = await startServer(500, 503, 404);
  await tell(end('b', 0, failing.url));
  expect(failing.requests).toHaveLength(3);
});

it('leaves a kernel alone whose page comes back in time, and ends it with the request that it has when the page is left again', async () => {
  const { url, requests } = await startServer(204);
  const left = tell(end('c', 60_000, url));
  await tell({ type: 'keep-kernel', kernelId: 'c', cameAt: 1100 });
  await left;
  expect(requests).toEqual([]);
  await tell(end('c', 0, null));
  expect(requests).toEqual(['DELETE token abc']);
});

it('knows a page that has come from one that was left again, in whatever order they are heard', async () => {
  const { url, requests } = await startServer(204);
  await tell({ type: 'keep-kernel', kernelId: 'e', cameAt: 1100 });
  await tell(end('e', 60_000, url));
  expect(requests).toEqual([]);
  await tell(end('e', 1, url, 1200));
  expect(requests).toHaveLength(1);
});

it('asks once where a page is left twice', async () => {
  const { url, requests } = await startServer(204);
  await Promise.all([tell(end('f', 60_000, url)), tell(end('f', 0, url)), tell(end('f', 0, url))]);
  expect(requests).toHaveLength(1);
});

it('has nothing to end where it does not know how', async () => {
  await expect(tell(end('d', 0, null))).resolves.toBeUndefined();
});
