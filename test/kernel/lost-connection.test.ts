import { describe, expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { KernelSession } from '../../src/kernel/kernel-session.ts';
import { helperSource, startJupyterServer, startSession } from './support/jupyter-server.ts';
import { ENDLESS, flagFile, going, run, untilFlag } from './support/session-runs.ts';
import { useJupyterServer } from './support/shared-server.ts';
import { startTunnel } from './support/tunnel.ts';
import { gaps, Statuses, tunnelled } from './support/tunnelled-session.ts';

let server: KernelServer;

useJupyterServer((started) => { server = started; });

describe('a connection that was away while the kernel went on', () => {
  it('comes back soon, and the server sends what was printed meanwhile', async () => {
    const { tunnel, session, statuses } = await tunnelled(server);
    const flag = await flagFile();
    const missing = gaps();
    const { ended, messages } = await going(session, untilFlag(flag.path), missing.handlers);
    const reconnecting = statuses.next('reconnecting');
    tunnel.close();
    await reconnecting;
    await flag.raise();
    tunnel.reopen();
    expect((await ended).outcome).toBe('ok');
    expect(messages.text).toBe('going\ntwo\nthree\n');
    expect(new Set(messages.all.map((message) => JSON.stringify(message))).size).toBe(messages.all.length);
    expect(missing.count).toBe(1);
    expect(statuses.all.slice(-3)).toEqual(['reconnecting', 'busy', 'idle']);
  });

  it('ends the run as unknown where another client was there and the server kept nothing', async () => {
    const { tunnel, session, statuses } = await tunnelled(server);
    const other = await KernelSession.attach({ server, helperSource, ticket: { ...session.ticket, clientId: 'another-client' } });
    await other.ready();
    const flag = await flagFile();
    const missing = gaps();
    const { ended, messages } = await going(session, untilFlag(flag.path), missing.handlers);
    const reconnecting = statuses.next('reconnecting');
    tunnel.close();
    await reconnecting;
    await flag.raise();
    await other.environment();
    tunnel.reopen();
    expect((await ended).outcome).toBe('unknown');
    expect(messages.text).toBe('going\n');
    expect(missing.count).toBeGreaterThan(0);
    expect(await run(session, 'print(1)')).toMatchObject({ outcome: 'ok', text: '1\n' });
  });

  it('is tried again at once when there is reason to', async () => {
    const tunnel = await startTunnel(server.url);
    const statuses = new Statuses();
    let wake = (): void => undefined;
    const session = await startSession({
      server: { url: tunnel.url, token: server.token },
      onStatus: statuses.add,
      random: () => 1e6,
      wake: (listener) => {
        wake = listener;
        return () => undefined;
      },
    });
    const silence = statuses.next('reconnecting');
    tunnel.close();
    await silence;
    await expect.poll(() => tunnel.requests.at(-1)).toBeDefined();
    tunnel.reopen();
    const back = statuses.next('idle');
    const waking = setInterval(() => { wake(); }, 50);
    await back;
    clearInterval(waking);
    expect(await run(session, 'print(1)')).toMatchObject({ outcome: 'ok' });
  });
});

describe('a connection that is half open', () => {
  it('is found by its silence during a run, and replaced', async () => {
    const { tunnel, session } = await tunnelled(server, 0.3);
    const flag = await flagFile();
    const missing = Promise.withResolvers<undefined>();
    const { ended, messages } = await going(session, untilFlag(flag.path), { gap: () => { missing.resolve(undefined); } });
    tunnel.freeze();
    await missing.promise;
    expect(tunnel.upgrades).toBe(2);
    await flag.raise();
    expect((await ended).outcome).toBe('ok');
    expect(messages.text).toBe('going\ntwo\nthree\n');
  });

  it('is found before a run is sent into it', async () => {
    const tunnel = await startTunnel(server.url);
    let later = 0;
    const session = await startSession({ server: { url: tunnel.url, token: server.token }, now: () => performance.now() + later });
    tunnel.freeze();
    later = 60_000;
    expect(await run(session, 'print(1)')).toMatchObject({ outcome: 'ok', text: '1\n' });
  });

  it('that takes a request with it ends that run as unknown: it is not sent again', async () => {
    const { tunnel, session } = await tunnelled(server, 0.5);
    await run(session, 'count = 0');
    tunnel.freeze();
    expect((await run(session, 'count += 1')).outcome).toBe('unknown');
    expect((await run(session, 'print(count)')).text).toBe('0\n');
  });
});

describe('a kernel that cannot answer while it is busy', () => {
  it('is not taken for lost: its run ends as it should, with nothing said to be missing', async () => {
    const { tunnel, session, statuses } = await tunnelled(server, 0.2);
    const missing = gaps();
    // PyDLL keeps Python's lock: no thread of the kernel can answer.
    const code = 'import ctypes\nprint("going", flush=True)\nctypes.PyDLL(None).sleep(3)\nprint("done")';
    const { ended, messages } = await going(session, code, missing.handlers);
    expect((await ended).outcome).toBe('ok');
    expect(messages.text).toBe('going\ndone\n');
    expect(missing.count).toBe(0);
    expect(tunnel.upgrades).toBeLessThanOrEqual(3);
    expect(statuses.all).not.toContain('dead');
  });
});

describe('a token that the server no longer takes', () => {
  it('stops the tries, and a new one goes on with the kernel and its run', async () => {
    const { tunnel, session, statuses } = await tunnelled(server);
    const elsewhere = await startJupyterServer();
    const flag = await flagFile();
    const { ended, messages } = await going(session, untilFlag(flag.path));
    const before = tunnel.upgrades;
    const refused = statuses.next('unauthorized');
    tunnel.leadTo(elsewhere.url);
    await refused;
    await expect(session.renew({ url: tunnel.url, token: 'wrong' })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(tunnel.upgrades).toBe(before);
    tunnel.leadTo(server.url);
    await session.renew({ url: tunnel.url, token: server.token });
    await flag.raise();
    expect((await ended).outcome).toBe('ok');
    expect(messages.text).toBe('going\ntwo\nthree\n');
    expect(statuses.all.at(-1)).toBe('idle');
    await elsewhere.stop();
  });
});

describe('a kernel that somebody else ends', () => {
  const end = (ticket: { readonly kernelId: string }, path = '', method = 'DELETE') =>
    fetch(`${server.url}api/kernels/${ticket.kernelId}${path}`, { method, headers: { authorization: `token ${server.token}` } });

  it('while it is away ends the run as unknown and the session as dead', async () => {
    const { tunnel, session, statuses } = await tunnelled(server);
    const { ended } = await going(session, ENDLESS);
    const reconnecting = statuses.next('reconnecting');
    tunnel.close();
    await reconnecting;
    await end(session.ticket);
    tunnel.reopen();
    expect((await ended).outcome).toBe('unknown');
    expect(statuses.all.at(-1)).toBe('dead');
    expect((await run(session, '1')).outcome).toBe('unknown');
  });

  it('during a run ends that run', async () => {
    const { session, statuses } = await tunnelled(server);
    const { ended } = await going(session, ENDLESS);
    const dead = statuses.next('dead');
    await end(session.ticket);
    expect(['error', 'unknown']).toContain((await ended).outcome);
    if (statuses.all.at(-1) !== 'dead') void run(session, '1');
    await dead;
  });

  it('while nothing runs is noticed by the next run', async () => {
    const { session, statuses } = await tunnelled(server);
    await end(session.ticket);
    expect((await run(session, '1')).outcome).toBe('unknown');
    expect(statuses.all.at(-1)).toBe('dead');
  });

  it('and starts anew ends the run as unknown; the next one has the helper', async () => {
    const { session, statuses } = await tunnelled(server);
    const { ended } = await going(session, ENDLESS);
    await end(session.ticket, '/restart', 'POST');
    expect(['error', 'unknown']).toContain((await ended).outcome);
    // Nothing may have been heard of the new process before it answers.
    expect((await run(session, '1')).outcome).toBe('ok');
    expect(await run(session, '%%shell\necho there')).toMatchObject({ outcome: 'ok', text: 'there\n' });
    expect(statuses.all).toContain('restarting');
    expect(statuses.all.at(-1)).toBe('idle');
  });
});

describe('a run that is stopped before it is sent', () => {
  it('ends as interrupted, and the kernel never sees it', async () => {
    const { session } = await tunnelled(server);
    const ended = run(session, 'seen = True');
    await session.stop();
    expect((await ended).outcome).toBe('interrupted');
    expect((await run(session, 'seen')).outcome).toBe('error');
  });
});
