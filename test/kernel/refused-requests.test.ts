import { describe, expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { KernelSession } from '../../src/kernel/kernel-session.ts';
import { helperSource, startJupyterServer, startSession } from './support/jupyter-server.ts';
import { ENDLESS, flagFile, going, untilFlag } from './support/session-runs.ts';
import { useJupyterServer } from './support/shared-server.ts';
import { startTunnel } from './support/tunnel.ts';
import { gaps, Statuses, tunnelled } from './support/tunnelled-session.ts';

let server: KernelServer;

useJupyterServer((started) => { server = started; });

describe('a token that the server no longer takes while the connection stays', () => {
  it('lets nothing be stopped or restarted, and ends nothing; a new one goes on', async () => {
    const { tunnel, session, statuses } = await tunnelled(server);
    const elsewhere = await startJupyterServer();
    const flag = await flagFile();
    const missing = gaps();
    const { ended, messages } = await going(session, untilFlag(flag.path), missing.handlers);
    tunnel.leadTo(elsewhere.url, 'requests');
    await expect(session.stop()).rejects.toMatchObject({ name: 'KernelError', code: 'unauthorized', facts: { url: tunnel.url } });
    expect([statuses.all.at(-1), statuses.error?.code]).toEqual(['unauthorized', 'unauthorized']);
    await expect(session.restart()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(statuses.all.at(-1)).toBe('unauthorized');
    await flag.raise();
    expect((await ended).outcome).toBe('ok');
    expect(messages.text).toBe('going\ntwo\nthree\n');
    await expect(session.renew({ url: tunnel.url, token: 'wrong' })).rejects.toMatchObject({ code: 'unauthorized' });
    tunnel.leadTo(server.url, 'requests');
    await session.renew({ url: tunnel.url, token: server.token });
    expect(statuses.all.at(-1)).toBe('idle');
    expect({ upgrades: tunnel.upgrades, gaps: missing.count }).toEqual({ upgrades: 1, gaps: 0 });
    await elsewhere.stop();
  });
});

describe('a server that was started again with another token', () => {
  it('has no kernel for the new token to go on with', async () => {
    const { tunnel, session, statuses } = await tunnelled(server);
    const elsewhere = await startJupyterServer();
    const refused = statuses.next('unauthorized');
    tunnel.leadTo(elsewhere.url);
    await refused;
    await expect(session.renew(elsewhere)).rejects.toMatchObject({ code: 'kernel-dead' }); // under another address
    expect(statuses.all.at(-1)).toBe('unauthorized');
    await expect(session.renew({ url: tunnel.url, token: elsewhere.token })).rejects.toMatchObject({ name: 'KernelError', code: 'kernel-dead' });
    expect([statuses.all.at(-1), statuses.error?.code]).toEqual(['dead', 'kernel-dead']);
    await elsewhere.stop();
  });
});

describe('a server that', () => {
  it('swallows requests does not keep a run that is stopped, nor a kernel that is shut down', async () => {
    const tunnel = await startTunnel(server.url);
    const statuses = new Statuses();
    const session = await KernelSession.start({
      server: { url: tunnel.url, token: server.token }, helperSource, onStatus: statuses.add, stopTimeoutSeconds: 0.1, requestSeconds: 0.2,
    });
    const { ended } = await going(session, ENDLESS);
    tunnel.swallowRequests();
    await expect(session.stop()).rejects.toMatchObject({ name: 'KernelError', code: 'timeout', facts: { url: tunnel.url, seconds: 0.2 } });
    expect((await ended).outcome).toBe('unknown');
    expect([statuses.all.at(-1), statuses.error?.code]).toEqual(['dead', 'timeout']);
    await expect(session.shutdown()).rejects.toMatchObject({ code: 'timeout' });
  });

  it('stays out of reach is given up as unreachable: its kernel may live', async () => {
    const tunnel = await startTunnel(server.url);
    const statuses = new Statuses();
    await startSession({
      server: { ...server, url: tunnel.url, kind: 'hub' },
      access: (it) => Promise.resolve({ server: it, tokenPlace: 'header', kernelName: 'python3', origin: 'https://notes.example' }),
      onStatus: statuses.add,
      random: () => -2, // no wait between tries
    });
    const dead = statuses.next('dead');
    tunnel.close();
    await dead;
    expect(statuses.error).toMatchObject({ code: 'unreachable', facts: { url: tunnel.url, kind: 'hub', origin: 'https://notes.example' } });
    tunnel.reopen();
  });
});
