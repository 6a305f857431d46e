import type { KernelSession } from '../../src/kernel/kernel-session.ts';
import { type Bench, type BenchContext, medianRow } from './bench.ts';
import { byTurns } from './by-turns.ts';
import { type KernelPair, withKernelPair } from './kernel-pair.ts';
import type { RawKernel } from './raw-kernel.ts';

const CODE = 'print(1)';
const TURNS = { warmUps: 5, rounds: 40 };

/** Milliseconds from sending. */
interface WarmTimes {
  readonly first: number;
  readonly complete: number;
}

export const warmRun: Bench = {
  name: 'warm-run',
  describe: `median round trip of ${CODE} on a warm kernel, to the first output and to the end, beside jupyter_client without a server`,
  run: (context) => withKernelPair(context, (pair) => measure(pair, context)),
};

async function measure({ session, raw }: KernelPair, { say }: BenchContext) {
  const { ours, peers } = await byTurns(TURNS, { ours: () => ourTimes(session), peers: { raw: () => peerTimes(raw) } }, say);
  const row = (name: string, time: keyof WarmTimes) =>
    medianRow({ name, peerName: `${raw.name} over ZeroMQ`, unit: 'ms' }, { ours, peer: peers.raw }, { ours: (of) => of[time], peer: (of) => of[time] });
  return [row('warm-first-output', 'first'), row('warm-complete', 'complete')];
}

async function peerTimes(raw: RawKernel): Promise<WarmTimes> {
  const { first, complete } = await raw.run(CODE);
  return { first: 1000 * reached(first), complete: 1000 * complete };
}

async function ourTimes(session: KernelSession): Promise<WarmTimes> {
  const started = performance.now();
  let first: number | null = null;
  const { outcome } = await session.execute(CODE, {
    message: ({ header }) => {
      if (header.msg_type === 'stream') first ??= performance.now() - started;
    },
  });
  const complete = performance.now() - started;
  if (outcome !== 'ok') throw new Error(`${CODE} ended as ${outcome}`);
  return { first: reached(first), complete };
}

function reached(first: number | null): number {
  if (first === null) throw new Error(`${CODE} had no output`);
  return first;
}
