import { describe, expect, it, onTestFinished } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { KernelSession, type KernelTicket } from '../../src/kernel/kernel-session.ts';
import type { ServerAccess } from '../../src/kernel/server-access.ts';
import { helperSource, kernelIds } from './support/jupyter-server.ts';
import { flagFile, going, Messages, run, untilFlag } from './support/session-runs.ts';
import { useJupyterServer } from './support/shared-server.ts';

let server: KernelServer;

useJupyterServer((started) => { server = started; });

/** A run that an earlier page began and left: its ticket, its id and the file that lets it go on. */
async function leftRun() {
  const session = await KernelSession.start({ server, helperSource });
  await run(session, 'kept = "yes"');
  const flag = await flagFile();
  let requestId = '';
  const { messages } = await going(session, untilFlag(flag.path), { sent: (id) => { requestId = id; } });
  session.detach();
  return { ticket: session.ticket, requestId, flag, before: messages };
}

async function attach(ticket: KernelTicket): Promise<KernelSession> {
  const session = await KernelSession.attach({ server, helperSource, ticket, watchSeconds: 0.2 });
  onTestFinished(() => session.shutdown());
  await session.ready();
  return session;
}

/** Takes a run up and collects what comes of it. */
function resumed(session: KernelSession, requestId: string) {
  const messages = new Messages();
  let gaps = 0;
  const ended = session.resume(requestId, { message: messages.add, gap: () => { gaps += 1; } });
  return { messages, ended: ended.then((result) => ({ ...result, text: messages.text, gaps })) };
}

describe('a kernel that an earlier page left', () => {
  it('is taken up with the run that goes on, whose further output comes, with the place where some may be missing', async () => {
    const { ticket, requestId, flag } = await leftRun();
    const session = await attach(ticket);
    const { ended } = resumed(session, requestId);
    await flag.raise();
    expect(await ended).toMatchObject({ outcome: 'ok', text: 'two\nthree\n', gaps: 1 });
    expect(await run(session, 'print(kept)')).toMatchObject({ outcome: 'ok', text: 'yes\n' });
    expect(await run(session, '%%shell\necho there')).toMatchObject({ outcome: 'ok', text: 'there\n' });
  });

  it('hands over what came while nobody listened, the end of the run too', async () => {
    const { ticket, requestId, flag } = await leftRun();
    await flag.raise();
    await expect.poll(async () => (await kernelModel(ticket)).execution_state, { timeout: 10_000 }).toBe('idle');
    const session = await attach(ticket);
    expect(await resumed(session, requestId).ended).toMatchObject({ outcome: 'ok', text: 'two\nthree\n', gaps: 1 });
  });

  it('misses nothing of a run that had not begun when it was left', async () => {
    const session = await KernelSession.start({ server, helperSource });
    const { ticket } = session;
    const other = await attach({ ...ticket, clientId: 'another-page' });
    const flag = await flagFile();
    await going(other, untilFlag(flag.path));
    const requestId = await new Promise<string>((sent) => { void run(session, 'print("second")', { sent }); });
    other.detach();
    await expect.poll(async () => (await kernelModel(ticket)).connections).toBe(1);
    session.detach();
    await expect.poll(async () => (await kernelModel(ticket)).connections).toBe(0);
    await flag.raise();
    // The server loses what comes while it hands its buffer over: all of it is in there first.
    await expect.poll(async () => (await kernelModel(ticket)).execution_state).toBe('idle');
    expect(await resumed(await attach(ticket), requestId).ended).toMatchObject({ outcome: 'ok', text: 'second\n', gaps: 0 });
  });

  it('ends the run as unknown where the server has not kept its end', async () => {
    const { ticket, requestId, flag } = await leftRun();
    const other = await attach({ ...ticket, clientId: 'another-page' });
    await flag.raise();
    await other.environment();
    const session = await KernelSession.attach({ server, helperSource, ticket, watchSeconds: 0.2 });
    await session.ready();
    expect(await resumed(session, requestId).ended).toMatchObject({ outcome: 'unknown', text: '', gaps: 1 });
    session.detach();
  });

  it('can be stopped', async () => {
    const { ticket, requestId } = await leftRun();
    const session = await attach(ticket);
    const { ended } = resumed(session, requestId);
    await session.stop();
    expect((await ended).outcome).toBe('interrupted');
  });

  it('that is gone says so, and so does a token that is not taken', async () => {
    const { ticket } = await leftRun();
    await expect(KernelSession.attach({ server: { url: server.url, token: 'wrong' }, helperSource, ticket }))
      .rejects.toMatchObject({ name: 'KernelError', code: 'unauthorized' });
    const access = (it: ServerAccess['server']) => Promise.resolve({ server: it, tokenPlace: 'header' as const, kernelName: 'python3', origin: 'https://notes.example' });
    await expect(KernelSession.attach({ server: { url: server.url, token: 'wrong', kind: 'hub' }, helperSource, ticket, access }))
      .rejects.toMatchObject({ code: 'unauthorized', facts: { url: server.url, kind: 'hub', origin: 'https://notes.example' } });
    await (await attach(ticket)).shutdown();
    expect(await kernelIds(server)).not.toContain(ticket.kernelId);
    await expect(KernelSession.attach({ server, helperSource, ticket })).rejects.toMatchObject({ name: 'KernelError', code: 'kernel-dead' });
  });
});

async function kernelModel({ kernelId }: KernelTicket): Promise<{ readonly execution_state: string; readonly connections: number }> {
  const response = await fetch(`${server.url}api/kernels/${kernelId}`, { headers: { authorization: `token ${server.token}` } });
  return (await response.json()) as { readonly execution_state: string; readonly connections: number };
}
