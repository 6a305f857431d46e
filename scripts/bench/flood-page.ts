import { type Bench, type BenchContext, BenchUnavailable, medianRow } from './bench.ts';
import { byTurns, type PeerTurns } from './by-turns.ts';
import { STAMP, type WatchedRun } from './click-watch.ts';
import { type ComparedCells, withComparedCells } from './compared-cells.ts';
import { RawKernel } from './raw-kernel.ts';
import { THEBE_NAME } from './thebe-cell.ts';

const LINES = 100_000;
/** Lines of 50 bytes, and the stamp as the last of them. */
const CODE = `for i in range(${LINES - 1}): print(f"step {i:6d}  loss 0.693147  1024 samples  32 banks")\n${STAMP}`;
const TURNS = { warmUps: 1, rounds: 3 };
const LIMITS = { settleMs: 500, timeoutMs: 180_000 };

export const floodPage: Bench = {
  name: 'flood-page',
  describe:
    `median time from the click on Run until the last of ${LINES.toLocaleString('en')} lines is painted, beside jupyter_client that ` +
    `only receives them; with the longest gap between two frames and the longest task, beside ${THEBE_NAME} in the same note on the same server`,
  run: (context) => withComparedCells({ server: 'own', code: CODE }, context, (cells) => measure(cells, context)),
};

/** A run of the raw kernel has its seconds alone. */
type PeerRun = WatchedRun | { readonly painted: number };

async function measure({ ours, openThebe, python }: ComparedCells, { say }: BenchContext) {
  await using ends = new AsyncDisposableStack();
  const raw = await RawKernel.start(python);
  ends.defer(() => raw.stop());
  const thebe = openThebe();
  await Promise.allSettled([thebe]); // a page in front would stop the frames of ours; the turn that awaits it tells why it failed
  const sides = {
    ours: () => ours.run(LIMITS),
    peers: { raw: () => rawFlood(raw), thebe: async (): Promise<PeerRun> => (await thebe).run(LIMITS) },
  };
  const { ours: runs, peers } = await byTurns<WatchedRun, PeerRun, 'raw' | 'thebe'>(TURNS, sides, say);
  const inSeconds = { ours: (run: WatchedRun) => run.painted / 1000, peer: (run: PeerRun) => run.painted / 1000 };
  const beside = { ours: runs, peer: watched(peers.thebe) };
  const read = (time: 'frameGap' | 'longTask') => ({ ours: (run: WatchedRun) => run[time], peer: (run: WatchedRun) => run[time] });
  return [
    medianRow({ name: 'flood-page', peerName: `${raw.name} over ZeroMQ`, unit: 's' }, { ours: runs, peer: peers.raw }, inSeconds),
    medianRow({ name: 'flood-page-thebe', peerName: THEBE_NAME, unit: 's' }, beside, inSeconds),
    medianRow({ name: 'flood-frame-gap', peerName: THEBE_NAME, unit: 'ms' }, beside, read('frameGap')),
    medianRow({ name: 'flood-long-task', peerName: THEBE_NAME, unit: 'ms' }, beside, read('longTask')),
  ];
}

async function rawFlood(raw: RawKernel): Promise<PeerRun> {
  const { complete, text_lines } = await raw.run(CODE);
  if (text_lines !== LINES) throw new BenchUnavailable(`${raw.name} received ${text_lines} of ${LINES} lines`);
  return { painted: 1000 * complete };
}

function watched(turns: PeerTurns<PeerRun>): PeerTurns<WatchedRun> {
  return turns.kind === 'failed' ? turns : { kind: 'measured', values: turns.values.filter((run) => 'frameGap' in run) };
}
