import { type Bench, type BenchContext, medianRow } from './bench.ts';
import { byTurns } from './by-turns.ts';
import { STAMP } from './click-watch.ts';
import { type ComparedCells, withComparedCells } from './compared-cells.ts';
import { RawKernel } from './raw-kernel.ts';
import { SOCKET_NAME } from './socket-cell.ts';
import { THEBE_NAME } from './thebe-cell.ts';

const TURNS = { warmUps: 5, rounds: 30 };
const LIMITS = { settleMs: 100, timeoutMs: 60_000 };

export const warmClick: Bench = {
  name: 'warm-click',
  describe:
    'median time from the click on Run, as the page hears of it, to the output of a warm cell in the document, and to its frame, ' +
    'on the server of npm run kernel, ' +
    'beside the round trip of jupyter_client without server and page, and beside the least that a page can do in the same browser',
  run: (context) => withComparedCells({ server: 'own', code: STAMP }, context, (cells) => besideRaw(cells, context)),
};

async function besideRaw({ ours, openSocket, python }: ComparedCells, { say }: BenchContext) {
  await using ends = new AsyncDisposableStack();
  const raw = await RawKernel.start(python);
  ends.defer(() => raw.stop());
  const socket = await openSocket();
  const own = await byTurns(TURNS, { ours: () => ours.run(LIMITS), peers: { raw: () => firstOutputMs(raw) } }, say);
  const bare = await byTurns(TURNS, { ours: () => ours.run(LIMITS), peers: { socket: () => socket.run(LIMITS) } }, say);
  const overSocket = (name: string, time: 'inDocument' | 'painted') =>
    medianRow({ name, peerName: SOCKET_NAME, unit: 'ms' }, { ours: bare.ours, peer: bare.peers.socket }, { ours: (run) => run[time], peer: (run) => run[time] });
  const overRaw = (name: string, time: 'inDocument' | 'painted') =>
    medianRow({ name, peerName: `${raw.name} over ZeroMQ`, unit: 'ms' }, { ours: own.ours, peer: own.peers.raw }, { ours: (run) => run[time], peer: (ms) => ms });
  return [
    overRaw('warm-click', 'inDocument'), overRaw('warm-click-painted', 'painted'),
    overSocket('warm-click-socket', 'inDocument'), overSocket('warm-click-socket-painted', 'painted'),
  ];
}

async function firstOutputMs(raw: RawKernel): Promise<number> {
  const { first } = await raw.run(STAMP);
  if (first === null) throw new Error(`${STAMP} had no output`);
  return 1000 * first;
}

export const stockClick: Bench = {
  name: 'stock-click',
  describe: `the same click on a Jupyter server with its defaults, beside ${THEBE_NAME} in the same note on the same server`,
  run: (context) => withComparedCells({ server: 'stock', code: STAMP }, context, (cells) => besideThebe(cells, context)),
};

async function besideThebe({ ours, openThebe }: ComparedCells, { say }: BenchContext) {
  const thebe = openThebe();
  await Promise.allSettled([thebe]); // a page in front would stop the frames of ours; the turn that awaits it tells why it failed
  const peers = { thebe: async () => (await thebe).run(LIMITS) };
  const result = await byTurns(TURNS, { ours: () => ours.run(LIMITS), peers }, say);
  const sides = { ours: result.ours, peer: result.peers.thebe };
  const row = (name: string, time: 'inDocument' | 'painted') =>
    medianRow({ name, peerName: `${THEBE_NAME}, stock server`, unit: 'ms' }, sides, { ours: (run) => run[time], peer: (run) => run[time] });
  return [row('stock-click', 'inDocument'), row('stock-click-painted', 'painted')];
}
