import type { PeerTurns } from './by-turns.ts';
import { median } from './percentile.ts';

/** One figure beside the same figure of a peer, both measured in this run on this machine. Smaller is better in every unit. */
export interface BenchRow {
  readonly name: string;
  readonly ours: number;
  /** Null where the peer could not be measured: `why` says why. */
  readonly peer: number | null;
  /** What the peer is, with its version. */
  readonly peerName: string;
  /** ours / peer, to three significant digits: below 1 we are ahead. */
  readonly ratio: number | null;
  readonly unit: BenchUnit;
  readonly why?: string;
}

export type BenchUnit = 'bytes' | 'ms' | 's' | '%';

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

/** A bench, or a peer of one, cannot be run here. The message says why and what to do. */
export class BenchUnavailable extends Error {
  override readonly name = 'BenchUnavailable';
}

interface Measured {
  readonly name: string;
  readonly ours: number;
  readonly peer: number;
  readonly peerName: string;
  readonly unit: BenchUnit;
}

/** Bytes stay whole; times are rounded to four significant digits before the ratio is taken, so that a row agrees with itself. */
export function benchRow(row: Measured): BenchRow {
  const ours = rounded(row.ours, row.unit);
  const peer = rounded(row.peer, row.unit);
  if (!(ours >= 0 && peer > 0)) throw new RangeError(`${row.name}: ${ours} against ${peer} ${row.unit} is no comparison`);
  return { name: row.name, ours, peer, peerName: row.peerName, ratio: significant(ours / peer, 3), unit: row.unit };
}

/** Our figure alone, where the peer could not be measured. */
export function rowWithoutPeer({ name, ours, peerName, unit }: Omit<Measured, 'peer'>, why: string): BenchRow {
  return { name, ours: rounded(ours, unit), peer: null, peerName, ratio: null, unit, why };
}

/** The medians of both sides; a peer that failed gives a row without it. */
export function medianRow<O, P>(
  row: Pick<Measured, 'name' | 'peerName' | 'unit'>,
  { ours, peer }: { readonly ours: readonly O[]; readonly peer: PeerTurns<P> },
  read: { readonly ours: (value: O) => number; readonly peer: (value: P) => number },
): BenchRow {
  const our = { ...row, ours: median(ours.map(read.ours)) };
  return peer.kind === 'failed' ? rowWithoutPeer(our, peer.reason) : benchRow({ ...our, peer: median(peer.values.map(read.peer)) });
}

function rounded(value: number, unit: BenchUnit): number {
  return unit === 'bytes' ? Math.round(value) : significant(value, 4);
}

function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
