import { describe, expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { KernelSession, type KernelStatus } from '../../src/kernel/kernel-session.ts';
import { helperSource, kernelIds, startSession } from './support/jupyter-server.ts';
import { DEAF, ENDLESS, flagFile, going, run, untilFlag } from './support/session-runs.ts';
import { useJupyterServer } from './support/shared-server.ts';
import { startTunnel } from './support/tunnel.ts';

let server: KernelServer;

useJupyterServer((started) => { server = started; });

describe('a run', () => {
  it('hands over what the code sends, in order and while it runs, and ends with the time it took', async () => {
    const session = await startSession({ server });
    const flag = await flagFile();
    const { ended, messages } = await going(session, untilFlag(flag.path));
    expect(messages.text).toBe('going\n');
    await expect(session.execute('1', { message: () => undefined })).rejects.toThrow(RangeError);
    await flag.raise();
    const { outcome, seconds } = await ended;
    expect([outcome, messages.text]).toEqual(['ok', 'going\ntwo\nthree\n']);
    expect(messages.all.map(({ header }) => header.msg_type))
      .toEqual(['status', 'execute_input', 'stream', 'stream', 'stream', 'execute_result', 'status']);
    expect(seconds).toBeGreaterThan(0);
  });

  it('keeps state for the next one, and the helper adds no name to it', async () => {
    const session = await startSession({ server });
    expect((await run(session, 'print([name for name in globals() if "warpnotes" in name.lower()])')).text).toBe('[]\n');
    await run(session, 'a = 41');
    expect(await run(session, 'print(a + 1)')).toMatchObject({ outcome: 'ok', text: '42\n' });
  });

  it('finds the magics of its cell there, which a kernel gets with the first code that needs them, a restarted one again', async () => {
    const session = await startSession({ server });
    const has = 'print({"cuda", "shell", "torchrun", "kernel"} & {*get_ipython().magics_manager.magics["cell"]} or None, flush=True)';
    expect((await run(session, has)).text).toBe('None\n');
    expect(await run(session, '%%shell\necho there')).toMatchObject({ outcome: 'ok', text: 'there\n' });
    expect((await run(session, `print(sorted(${has.slice(6, has.indexOf(' or'))}))`)).text).toBe("['cuda', 'shell', 'torchrun']\n");
    await session.restart();
    expect((await run(session, has)).text).toBe('None\n');
    expect(await run(session, 'get_ipython().run_cell_magic("shell", "", "echo again")')).toMatchObject({ outcome: 'ok', text: 'again\n' });
  });

  it('whose magic cannot be had ends, and the next one goes on', async () => {
    let lost = true;
    const session = await startSession({ server, helperSource: (file) => {
      if (lost && file.endsWith('cuda_magic.py')) throw new Error('offline');
      return helperSource(file);
    } });
    expect(await run(session, '%%shell\necho there')).toMatchObject({ outcome: 'unknown' });
    expect(await run(session, 'print(1)')).toMatchObject({ outcome: 'ok', text: '1\n' });
    lost = false;
    expect(await run(session, '%%shell\necho there')).toMatchObject({ outcome: 'ok', text: 'there\n' });
  });

  it('of failing code ends as an error, and the next one is not skipped for it', async () => {
    const session = await startSession({ server });
    for (const value of [1, 2, 3]) {
      const failed = await run(session, 'raise ValueError("no")');
      expect(failed).toMatchObject({ outcome: 'error' });
      expect(failed.types).toContain('error');
      expect(await run(session, `print(${value})`)).toMatchObject({ outcome: 'ok', text: `${value}\n` });
    }
    expect(await run(session, '%%shell\nexit 3')).toMatchObject({ outcome: 'error' });
    expect(await run(session, 'raise KeyboardInterrupt')).toMatchObject({ outcome: 'error' });
  });
});

describe('Stop', () => {
  it('ends an endless loop as interrupted and keeps what the kernel had', async () => {
    const session = await startSession({ server, stopTimeoutSeconds: 60 });
    await run(session, 'kept = "yes"');
    const { ended } = await going(session, ENDLESS);
    await session.stop();
    expect((await ended).outcome).toBe('interrupted');
    expect((await run(session, 'print(kept)')).text).toBe('yes\n');
    await session.stop();
    expect((await run(session, 'print(kept)')).text).toBe('yes\n');
  });

  it('ends a program that a cell has started', async () => {
    const session = await startSession({ server, stopTimeoutSeconds: 60 });
    const { ended } = await going(session, '%%shell\necho going\nsleep 1000');
    await session.stop();
    expect((await ended).outcome).toBe('interrupted');
  });

  it('restarts the kernel when the code ignores the interrupt', async () => {
    const statuses: KernelStatus[] = [];
    const session = await startSession({ server, stopTimeoutSeconds: 0.2, onStatus: (status) => statuses.push(status) });
    const { ended } = await going(session, DEAF);
    await session.stop();
    expect((await ended).outcome).toBe('interrupted');
    expect(await run(session, '%%shell\necho $((40 + 2))')).toMatchObject({ outcome: 'ok', text: '42\n' });
    expect(statuses).toContain('restarting');
    expect(statuses.at(-1)).toBe('idle');
  });

  it('restarts at once when it is asked for twice', async () => {
    const session = await startSession({ server, stopTimeoutSeconds: 600 });
    const { ended } = await going(session, DEAF);
    await session.stop();
    await session.stop();
    expect((await ended).outcome).toBe('interrupted');
    expect(await run(session, 'print(1)')).toMatchObject({ outcome: 'ok' });
  });
});

describe('a restart', () => {
  it('loses the state and loads the helper again', async () => {
    const session = await startSession({ server });
    await run(session, 'a = 1');
    await session.restart();
    expect(await run(session, '%%shell\necho there')).toMatchObject({ outcome: 'ok', text: 'there\n' });
    expect(await run(session, 'a')).toMatchObject({ outcome: 'error' });
  });

  it('ends a run in progress, and a run asked for meanwhile waits for the helper', async () => {
    const session = await startSession({ server });
    const { ended } = await going(session, ENDLESS);
    await Promise.all([session.restart(), expect(ended).resolves.toMatchObject({ outcome: 'interrupted' })]);
    const restarted = session.restart();
    expect(await run(session, '%%shell\necho next')).toMatchObject({ outcome: 'ok', text: 'next\n' });
    await restarted;
  });

  it('is one restart for two that are asked for together', async () => {
    const statuses: KernelStatus[] = [];
    const session = await startSession({ server, onStatus: (status) => statuses.push(status) });
    await Promise.all([session.restart(), session.restart()]);
    expect(statuses.filter((status) => status === 'restarting')).toHaveLength(1);
    expect(await run(session, '%%shell\necho there')).toMatchObject({ outcome: 'ok' });
  });
});

describe('a kernel that dies', () => {
  it('ends the run as unknown; the next one has the helper, in the kernel that the server starts anew', async () => {
    const statuses: KernelStatus[] = [];
    const session = await startSession({ server, onStatus: (status) => statuses.push(status) });
    await run(session, 'a = 1');
    expect(await run(session, 'import os\nos._exit(1)')).toMatchObject({ outcome: 'unknown' });
    expect(statuses).toContain('restarting');
    expect(await run(session, '%%shell\necho alive')).toMatchObject({ outcome: 'ok', text: 'alive\n' });
    expect(await run(session, 'a')).toMatchObject({ outcome: 'error' });
    expect(statuses.at(-1)).toBe('idle');
  });

  it('can be shut down at once, and is not left on the server', async () => {
    const before = await kernelIds(server);
    const session = await KernelSession.start({ server, helperSource });
    expect(await run(session, 'import os\nos._exit(1)')).toMatchObject({ outcome: 'unknown' });
    await session.shutdown();
    expect(await kernelIds(server)).toEqual(before);
  });
});

describe('a connection that breaks', () => {
  it('is made again, and the run goes on without losing output', async () => {
    const tunnel = await startTunnel(server.url);
    const flag = await flagFile();
    const back = Promise.withResolvers<undefined>();
    const statuses: KernelStatus[] = [];
    const session = await startSession({
      server: { url: tunnel.url, token: server.token },
      onStatus: (status) => {
        if (statuses.at(-1) === 'reconnecting' && status === 'busy') back.resolve(undefined);
        statuses.push(status);
      },
    });
    const { ended, messages } = await going(session, untilFlag(flag.path));
    tunnel.cut();
    await back.promise;
    await flag.raise();
    expect((await ended).outcome).toBe('ok');
    expect(messages.text).toBe('going\ntwo\nthree\n');
    await run(session, '1');
    expect(statuses.at(-1)).toBe('idle');
  });

  it('for good does not keep a run that is stopped: it ends as unknown, for the code may go on', async () => {
    const tunnel = await startTunnel(server.url);
    const statuses: KernelStatus[] = [];
    const session = await KernelSession.start({
      server: { url: tunnel.url, token: server.token }, helperSource, onStatus: (status) => statuses.push(status),
    });
    const { ended } = await going(session, ENDLESS);
    tunnel.close();
    await expect(session.stop()).rejects.toMatchObject({ name: 'KernelError', code: 'unreachable', facts: { url: tunnel.url } });
    expect((await ended).outcome).toBe('unknown');
    expect(statuses.at(-1)).toBe('dead');
    await expect(session.shutdown()).rejects.toThrow();
  });
});

describe('a session', () => {
  it('reports that it starts, runs and is ready', async () => {
    const statuses: KernelStatus[] = [];
    const session = await startSession({ server, onStatus: (status) => statuses.push(status) });
    expect([statuses[0], statuses.at(-1)]).toEqual(['starting', 'idle']);
    await run(session, '1');
    expect(statuses.slice(-2)).toEqual(['busy', 'idle']);
  });

  it('leaves no kernel on the server when it is shut down, in the middle of a run too', async () => {
    const before = await kernelIds(server);
    const session = await KernelSession.start({ server, helperSource });
    expect(await kernelIds(server)).toHaveLength(before.length + 1);
    const { ended } = await going(session, ENDLESS);
    await session.shutdown();
    expect((await ended).outcome).toBe('interrupted');
    expect(await kernelIds(server)).toEqual(before);
  });

  it('that is left with its page leaves no kernel either', async () => {
    const before = await kernelIds(server);
    const session = await startSession({ server });
    session.leave();
    await expect.poll(() => kernelIds(server), { timeout: 20_000 }).toEqual(before);
  });

  it('leaves none either when the kernel does not take the helper', async () => {
    const before = await kernelIds(server);
    await expect(KernelSession.start({ server, helperSource: () => 'raise RuntimeError("too old")' })).rejects.toThrow('RuntimeError: too old');
    expect(await kernelIds(server)).toEqual(before);
  });
});
