/** One figure beside the same figure of a peer, both measured in this run on this machine. Smaller is better in every unit. */
export interface BenchRow {
  readonly name: string;
  readonly ours: number;
  readonly peer: number;
  /** What the peer is, with its version. */
  readonly peerName: string;
  /** ours / peer, to three significant digits: below 1 we are ahead. */
  readonly ratio: number;
  readonly unit: BenchUnit;
}

export type BenchUnit = 'bytes' | 'ms' | 's';

/** What a bench is given. */
export interface BenchContext {
  /** The checkout. */
  readonly root: string;
  /** Says what is being done now, a few words. */
  readonly say: (text: string) => void;
}

/** A measurement of its own. `run` throws a BenchUnavailable where this machine lacks what it needs. */
export interface Bench {
  /** Kebab-case; where the bench has one row, also the name of the row. */
  readonly name: string;
  /** One sentence: what is measured, and beside what. */
  readonly describe: string;
  readonly run: (context: BenchContext) => Promise<readonly BenchRow[]>;
}

/** A bench cannot be run here. The message says why and what to do. */
export class BenchUnavailable extends Error {
  override readonly name = 'BenchUnavailable';
}

/** Bytes stay whole; times are rounded to four significant digits before the ratio is taken, so that a row agrees with itself. */
export function benchRow(row: Omit<BenchRow, 'ratio'>): BenchRow {
  const ours = rounded(row.ours, row.unit);
  const peer = rounded(row.peer, row.unit);
  if (!(ours >= 0 && peer > 0)) throw new RangeError(`${row.name}: ${ours} against ${peer} ${row.unit} is no comparison`);
  return { name: row.name, ours, peer, peerName: row.peerName, ratio: significant(ours / peer, 3), unit: row.unit };
}

function rounded(value: number, unit: BenchUnit): number {
  return unit === 'bytes' ? Math.round(value) : significant(value, 4);
}

function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
