import type { KernelSession } from '../../src/kernel/kernel-session.ts';
import { emptyOutputs, reduceMessages, type IOPubMessage, type OutputState } from '../../src/output/reduce-outputs.ts';
import { type Bench, type BenchContext, BenchUnavailable, medianRow } from './bench.ts';
import { byTurns } from './by-turns.ts';
import { type KernelPair, withKernelPair } from './kernel-pair.ts';
import type { RawKernel } from './raw-kernel.ts';

const LINES = 100_000;
/** Lines of 50 bytes. */
const CODE = `for i in range(${LINES}): print(f"step {i:6d}  loss 0.693147  1024 samples  32 banks")`;
const TURNS = { warmUps: 1, rounds: 5 };
/** How often the page folds what has arrived: once a frame. */
const FRAME_MS = 16;

export const flood: Bench = {
  name: 'flood',
  describe: `median time of ${LINES.toLocaleString('en')} printed lines, until all are in the cell's outputs, beside jupyter_client that only receives them`,
  run: (context) => withKernelPair(context, (pair) => measure(pair, context)),
};

async function measure({ session, raw }: KernelPair, { say }: BenchContext) {
  const { ours, peers } = await byTurns(TURNS, { ours: () => ourSeconds(session), peers: { raw: () => peerSeconds(raw) } }, say);
  const row = { name: 'flood', peerName: `${raw.name} over ZeroMQ`, unit: 's' } as const;
  return [medianRow(row, { ours, peer: peers.raw }, { ours: (seconds) => seconds, peer: (seconds) => seconds })];
}

async function peerSeconds(raw: RawKernel): Promise<number> {
  const { complete, text_lines } = await raw.run(CODE);
  expectLines(text_lines, raw.name);
  return complete;
}

async function ourSeconds(session: KernelSession): Promise<number> {
  const started = performance.now();
  let state = emptyOutputs;
  let arrived: IOPubMessage[] = [];
  const fold = (): void => {
    state = reduceMessages(state, arrived);
    arrived = [];
  };
  const frames = setInterval(fold, FRAME_MS);
  const message = (each: IOPubMessage): void => { arrived.push(each); };
  const { outcome } = await session.execute(CODE, { message }).finally(() => clearInterval(frames));
  fold();
  const seconds = (performance.now() - started) / 1000;
  if (outcome !== 'ok') throw new Error(`the flood ended as ${outcome}`);
  expectLines(lineFeeds(state), 'Warpnotes');
  return seconds;
}

function lineFeeds({ outputs }: OutputState): number {
  return outputs.reduce((sum, output) => sum + (output.output_type === 'stream' ? output.text.split('\n').length - 1 : 0), 0);
}

/** The time of a part is no result. */
function expectLines(count: number, where: string): void {
  if (count === LINES) return;
  throw new BenchUnavailable(
    `${where} received ${count} of ${LINES} lines: the server cuts floods off (ZMQChannelsWebsocketConnection.limit_rate, iopub_data_rate_limit)`,
  );
}
