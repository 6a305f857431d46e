import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parseKernelPlace, reachPlace, tokenComesBack, type KernelPlace, type PlaceProgress } from '../../src/kernel/kernel-place.ts';
import { startOtherServer } from './support/jupyter-server.ts';
import { startTunnel } from './support/tunnel.ts';

const SPEC = 'gh/owner/repository/main';

/** A BinderHub that says what it is given to say, and what was asked of it. */
async function startBinder(say: (response: ServerResponse) => void) {
  const requests: { readonly url: string | undefined; readonly authorization: string | undefined }[] = [];
  const url = await startOtherServer((request, response) => {
    requests.push({ url: request.url, authorization: request.headers.authorization });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    say(response);
  });
  return { url, requests };
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const place = (address: string, more: object = {}): KernelPlace => ({ kind: 'binder', address, token: '', spec: SPEC, ...more });

describe('a binder', () => {
  it('is followed through all phases to the server that it launched', async () => {
    const binder = await startBinder((response) => {
      response.write(`${event({ phase: 'waiting', message: 'Waiting for build to start...\n' })}:keepalive\n\n`);
      response.write(event({ phase: 'fetching', message: 'Cloning into /tmp/repo2docker\n' }));
      response.write(event({ phase: 'building', message: 'Step 1/40\n\u001b[32mStep 2/40\u001b[0m : RUN pip\n' }));
      response.write(event({ phase: 'pushing', message: 'Pushing image\n', progress: { a: { current: 30, total: 100 }, b: 'Pushed' } }));
      // An event in pieces, with carriage returns.
      const built = `data: ${JSON.stringify({ phase: 'built', imageName: 'x', message: 'Built image, launching...\n' })}\r\n\r\n`;
      response.write(built.slice(0, 9), () => { response.write(built.slice(9)); });
      setImmediate(() => {
        response.write(event({ phase: 'launching', message: 'Launching server...\n' }));
        response.write(event({ phase: 'ready', message: 'server running\n', url: 'https://user-1.example.org/user/x-y', token: 'abc' }));
      });
    });
    const told: PlaceProgress[] = [];
    const server = await reachPlace(place(binder.url), { progress: (progress) => told.push(progress) });
    expect(server).toEqual({ url: 'https://user-1.example.org/user/x-y/', token: 'abc', kind: 'binder' });
    expect(told).toEqual([
      { phase: 'waiting', message: 'Waiting for build to start...' },
      { phase: 'building', message: 'Cloning into /tmp/repo2docker' },
      { phase: 'building', message: 'Step 2/40 : RUN pip' },
      { phase: 'building', fraction: 0.3, message: 'Pushing image' },
      { phase: 'starting', message: 'Built image, launching...' },
      { phase: 'starting', message: 'Launching server...' },
      { phase: 'ready', message: 'server running' },
    ]);
    expect(binder.requests).toEqual([{ url: `/build/${SPEC}`, authorization: undefined }]);
  });

  it('that fails says why', async () => {
    const { url } = await startBinder((response) => {
      response.write(event({ phase: 'waiting' }));
      response.write(event({ phase: 'failed', message: 'Could not resolve ref for gh:owner/repository/main\n' }));
    });
    await expect(reachPlace(place(url))).rejects.toMatchObject({
      code: 'build-failed', facts: { kind: 'binder', said: 'Could not resolve ref for gh:owner/repository/main' },
    });
  });

  it('that ends its stream early has failed', async () => {
    const { url } = await startBinder((response) => { response.end(event({ phase: 'building', message: 'Step 1' })); });
    await expect(reachPlace(place(url))).rejects.toMatchObject({ code: 'build-failed' });
  });

  it('passes over what is no event that it knows', async () => {
    const { url } = await startBinder((response) => {
      response.write(`data: no JSON\n\nevent: other\ndata: 1\n\n${event({ phase: 'unheard-of', message: 'x' })}`);
      response.write(event({ phase: 'ready', url: '/user/a/', token: 'b' }));
    });
    expect(await reachPlace(place(url))).toEqual({ url: `${url}user/a/`, token: 'b', kind: 'binder' });
  });

  it('is given a token as a bearer, never in an address', async () => {
    const binder = await startBinder((response) => response.write(event({ phase: 'ready', url: '/user/a/', token: 'b' })));
    await reachPlace(place(binder.url, { token: 'secret' }));
    expect(binder.requests).toEqual([{ url: `/build/${SPEC}`, authorization: 'Bearer secret' }]);
  });

  it('launches nothing for a kernel that exists: the token of its server is not there any more', async () => {
    const binder = await startBinder((response) => response.write(event({ phase: 'ready', url: '/user/a/', token: 'b' })));
    await expect(reachPlace(place(binder.url), { mode: 'existing' })).rejects.toMatchObject({ code: 'kernel-dead', facts: { url: binder.url, kind: 'binder' } });
    expect(binder.requests).toEqual([]);
    expect(tokenComesBack(place(binder.url))).toBe(false);
    expect(tokenComesBack({ kind: 'jupyter', address: binder.url, token: '' })).toBe(true);
  });

  it('can be given up while it builds', async () => {
    const { url } = await startBinder((response) => response.write(event({ phase: 'building', message: 'Step 1' })));
    const controller = new AbortController();
    const reached = reachPlace(place(url), { signal: controller.signal, progress: () => { controller.abort(new Error('given up')); } });
    await expect(reached).rejects.toThrow('given up');
  });

  it('is told from what is none', async () => {
    const url = await startOtherServer((_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<p>nothing'));
    await expect(reachPlace(place(url))).rejects.toMatchObject({ code: 'not-binder', facts: { status: 404 } });
    const refusing = await startOtherServer((_request, response) => response.writeHead(403).end());
    await expect(reachPlace(place(refusing))).rejects.toMatchObject({ code: 'unauthorized', facts: { kind: 'binder' } });
    const tunnel = await startTunnel(url);
    tunnel.close();
    await expect(reachPlace(place(tunnel.url))).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('parseKernelPlace', () => {
  it.each(['https://hub.example.org/user/50%/', 'https://hub.example.org/user/li/%e4/'])('refuses %s, in which a %% begins nothing', (address) => {
    expect(() => parseKernelPlace({ kind: 'hub', address })).toThrow(expect.objectContaining({ code: 'address-invalid' }) as Error);
  });

  it('takes a binder’s link apart', () => {
    expect(parseKernelPlace({ kind: 'binder', address: 'https://mybinder.org/v2/gh/owner/repository/main', spec: '' }))
      .toEqual({ kind: 'binder', address: 'https://mybinder.org/', spec: SPEC, token: '' });
    expect(parseKernelPlace({ kind: 'binder', address: 'https://mybinder.org', spec: `/${SPEC}/` })).toMatchObject({ spec: SPEC });
  });

  it.each(['', 'repository', 'https://github.com/owner/repository'])('refuses the repository %j', (spec) => {
    expect(() => parseKernelPlace({ kind: 'binder', address: 'https://mybinder.org', spec }))
      .toThrow(expect.objectContaining({ code: 'address-invalid', facts: { url: 'https://mybinder.org/', addressProblem: 'spec' } }) as Error);
  });

  it('takes the token out of a pasted address', () => {
    expect(parseKernelPlace({ kind: 'jupyter', address: 'http://127.0.0.1:8888/lab?token=abc' }))
      .toEqual({ kind: 'jupyter', address: 'http://127.0.0.1:8888/', token: 'abc' });
  });

  it('takes user and server out of an address of a hub', () => {
    expect(parseKernelPlace({ kind: 'hub', address: 'https://hub.example.org/jupyter/user/li%20lei/gpu/lab', token: 'a' }))
      .toEqual({ kind: 'hub', address: 'https://hub.example.org/jupyter/', token: 'a', user: 'li lei', serverName: 'gpu' });
    expect(parseKernelPlace({ kind: 'hub', address: 'https://hub.example.org/hub/home', token: 'a' })).toMatchObject({ address: 'https://hub.example.org/' });
  });
});
