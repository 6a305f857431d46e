import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { KernelFrame } from '../../src/kernel/kernel-frames.ts';
import { reconnectDelay, refusalDelay } from '../../src/kernel/reconnect-delay.ts';
import { KernelSession } from '../../src/kernel/kernel-session.ts';
import { jsonFrame, oldBinaryFrame, startFakeKernel, V1, v1BinaryFrame, type FakeKernelOptions } from './support/fake-kernel.ts';
import { run } from './support/session-runs.ts';

type Execute = FakeKernelOptions['execute'];

beforeAll(() => {
  for (const method of ['debug', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

/** A session with a kernel that does this with the code it gets. */
async function fakeSession(options: FakeKernelOptions) {
  const server = await startFakeKernel(options);
  const problems: string[] = [];
  const session = await KernelSession.start({
    server, helperSource: () => '', watchSeconds: 0.1, onProblem: ({ code, cause }) => { problems.push(`${code}: ${String(cause)}`); },
  });
  return { session, problems };
}

const status = (parent: KernelFrame, state: string) => ({ channel: 'iopub', type: 'status', content: { execution_state: state }, parent }) as const;
const stream = (parent: KernelFrame, text: string) => ({ channel: 'iopub', type: 'stream', content: { name: 'stdout', text }, parent }) as const;
const reply = (parent: KernelFrame, content: object) => ({ channel: 'shell', type: 'execute_reply', content, parent }) as const;

const prints: Execute = (request, send) => {
  send(status(request, 'busy'));
  send({ channel: 'iopub', type: 'display_data', content: { data: {}, metadata: {} }, parent: request, buffers: [Uint8Array.of(1, 2), Uint8Array.of(255)] });
  send(stream(request, 'out\n'));
  send(reply(request, { status: 'ok', execution_count: 1 }));
  send(status(request, 'idle'));
};

describe('frames', () => {
  it.each([
    ['text, as agreed to be binary', V1, jsonFrame],
    ['text, with no subprotocol', '', jsonFrame],
    ['binary of the old format, with no subprotocol', '', oldBinaryFrame],
    ['binary of the new format', V1, v1BinaryFrame],
    ['binary of the old format, as agreed to be new', V1, oldBinaryFrame],
  ] as const)('are read: %s', async (_, subprotocol, encode) => {
    const { session, problems } = await fakeSession({ subprotocol, encode, execute: prints });
    const buffers: unknown[] = [];
    const { outcome, text } = await run(session, '1', { gap: () => { throw new Error('nothing is missing'); } });
    expect({ outcome, text, problems }).toEqual({ outcome: 'ok', text: 'out\n', problems: [] });
    await session.execute('1', { message: (message) => { buffers.push(message.buffers); } });
    if (encode !== jsonFrame) expect(buffers).toContainEqual([Uint8Array.of(1, 2), Uint8Array.of(255)]);
    await session.shutdown();
  });

  it('that cannot be read are counted and told, and the later ones are taken', async () => {
    const { session, problems } = await fakeSession({
      execute: (request, send) => {
        send({ raw: 'not a message' });
        send({ raw: '{"channel": "iopub"}' });
        prints(request, send);
      },
    });
    let gaps = 0;
    const messages: string[] = [];
    const { outcome } = await session.execute('1', { message: ({ header }) => { messages.push(header.msg_type); }, gap: () => { gaps += 1; } });
    expect(outcome).toBe('ok');
    expect(messages).toEqual(['status', 'display_data', 'stream', 'status']);
    expect(problems).toHaveLength(2);
    expect(problems[1]).toMatch(/^websocket-protocol: .*2 messages could not be read/u);
    expect(gaps).toBe(2);
    await session.shutdown();
  });
});

describe('the end of a run', () => {
  it.each([
    ['aborted', { status: 'aborted' }, 'skipped'],
    ['an error of that name, without an idle status', { status: 'error', ename: 'Aborted', evalue: '' }, 'skipped'],
    ['an error', { status: 'error', ename: 'ValueError', evalue: 'no', traceback: [] }, 'error'],
  ] as const)('is told by the reply: %s', async (_, content, outcome) => {
    const { session } = await fakeSession({
      execute: (request, send) => {
        send(reply(request, content));
        if (outcome === 'error') send(status(request, 'idle'));
      },
    });
    expect((await run(session, '1')).outcome).toBe(outcome);
    await session.shutdown();
  });

  it('needs both the reply and the idle status, in any order', async () => {
    const { session } = await fakeSession({
      execute: (request, send) => {
        send(status(request, 'idle'));
        send(stream(request, 'late'));
        send(reply(request, { status: 'ok' }));
      },
    });
    expect(await run(session, '1')).toMatchObject({ outcome: 'ok', text: 'late' });
    await session.shutdown();
  });

  it.each([
    ['the reply', 'unknown', (request, send) => { send(status(request, 'busy')); send(status(request, 'idle')); }],
    ['the idle status', 'ok', (request, send) => { send(status(request, 'busy')); send(reply(request, { status: 'ok' })); }],
    ['everything', 'unknown', () => undefined],
  ] as const satisfies readonly (readonly [string, string, Execute])[])('comes without %s too, and output may be missing', async (_, outcome, execute) => {
    const { session } = await fakeSession({ execute });
    let gaps = 0;
    expect((await run(session, '1', { gap: () => { gaps += 1; } })).outcome).toBe(outcome);
    expect(gaps).toBe(1);
    await session.shutdown();
  });
});

describe('messages', () => {
  it('come to the run that is their parent, after its end too, and to no other', async () => {
    const requests: KernelFrame[] = [];
    const { session } = await fakeSession({
      execute: (request, send) => {
        requests.push(request);
        const [first] = requests;
        if (first && first !== request) send(stream(first, 'thread of the first\n'));
        send(stream({ ...request, header: { ...request.header, msg_id: 'of-another-client' } }, 'not ours\n'));
        prints(request, send);
      },
    });
    const first: string[] = [];
    await session.execute('1', { message: ({ content }) => { first.push(JSON.stringify(content)); } });
    const second = await run(session, '2');
    expect(first.join('')).toContain('thread of the first');
    expect(second.text).toBe('out\n');
    await session.shutdown();
  });

  it('that a server sends twice are taken once', async () => {
    const { session } = await fakeSession({
      execute: (request, send) => {
        const twice = { ...stream(request, 'once\n'), id: 'the-same' };
        send(status(request, 'busy'));
        send(twice);
        send(twice);
        send(reply(request, { status: 'ok' }));
        send(status(request, 'idle'));
      },
    });
    expect((await run(session, '1')).text).toBe('once\n');
    await session.shutdown();
  });
});

describe('the tries to connect again', () => {
  it('come at once, then ever later, and not all clients at the same time', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 60].map((tries) => reconnectDelay(tries, () => 0.5));
    expect(delays).toEqual([0, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect([reconnectDelay(6, () => 0), reconnectDelay(6, () => 0.75)]).toEqual([12_000, 16_500]);
  });

  it('ask a server that refuses for a WebSocket no more than five times a minute', () => {
    expect(refusalDelay([1000, 2000, 3000, 4000], 5000)).toBe(0);
    expect(refusalDelay([1000, 2000, 3000, 4000, 5000], 5000)).toBe(56_000);
    expect(refusalDelay([1000, 2000, 3000, 4000, 5000], 61_000)).toBe(0);
  });
});
