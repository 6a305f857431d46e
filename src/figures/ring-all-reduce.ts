/** One chunk on its way to the right neighbour. */
export interface RingSend {
  readonly from: number;
  readonly to: number;
  readonly chunk: number;
}

/** All ranks send at once, a chunk each. In the first phase the receiver adds it to its own, in the second it takes it over. */
export interface RingStep {
  readonly phase: 'reduce-scatter' | 'all-gather';
  readonly sends: readonly RingSend[];
  /** By rank and chunk: the ranks whose parts are summed there after the step, as bits. */
  readonly parts: readonly (readonly number[])[];
}

/** Where every rank has its own data, cut into as many chunks as there are ranks. */
export function ringStart(ranks: number): RingStep['parts'] {
  return Array.from({ length: ranks }, (_, rank) => Array.from({ length: ranks }, () => 1 << rank));
}

/** The 2(n - 1) steps of a ring all-reduce over n ranks (NCCL's ring; Patarasuk and Yuan, 2009). */
export function ringSteps(ranks: number): readonly RingStep[] {
  let parts = ringStart(ranks);
  return Array.from({ length: 2 * (ranks - 1) }, (_, step) => {
    const phase = step < ranks - 1 ? 'reduce-scatter' : 'all-gather';
    const sends = Array.from({ length: ranks }, (_unused, from) => (
      { from, to: (from + 1) % ranks, chunk: (from - step + 2 * ranks) % ranks }
    ));
    const before = parts;
    parts = before.map((row, rank) => row.map((own, chunk) => {
      const send = sends.find((each) => each.to === rank && each.chunk === chunk);
      if (!send) return own;
      const sent = before[send.from]?.[chunk] ?? 0;
      return phase === 'reduce-scatter' ? own | sent : sent;
    }));
    return { phase, sends, parts };
  });
}

/** What each rank sends in all, as a multiple of its data. */
export function ringTraffic(ranks: number): number {
  return (2 * (ranks - 1)) / ranks;
}
