import type { KernelSession } from '../../src/kernel/kernel-session.ts';
import { type Bench, benchRow, type BenchContext } from './bench.ts';
import { byTurns } from './by-turns.ts';
import { type KernelPair, withKernelPair } from './kernel-pair.ts';
import { median } from './percentile.ts';
import type { RawKernel } from './raw-kernel.ts';

const CODE = 'print(1)';
const WARM_UPS = 5;
const REPEATS = 40;

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
  const { ours, peer } = await byTurns(WARM_UPS + REPEATS, { ours: () => ourTimes(session), peer: () => peerTimes(raw) }, say);
  const row = (name: string, time: keyof WarmTimes) => benchRow({
    name,
    ours: medianOf(ours, time),
    peer: medianOf(peer, time),
    peerName: `${raw.name} over ZeroMQ`,
    unit: 'ms',
  });
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

function medianOf(times: readonly WarmTimes[], time: keyof WarmTimes): number {
  return median(times.slice(WARM_UPS).map((of) => of[time]));
}
