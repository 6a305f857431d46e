/** What a peer measured, one value a round, or why it measured nothing. */
export type PeerTurns<T> =
  | { readonly kind: 'measured'; readonly values: readonly T[] }
  | { readonly kind: 'failed'; readonly reason: string };

export interface TurnResults<O, P, K extends string> {
  readonly ours: readonly O[];
  readonly peers: Readonly<Record<K, PeerTurns<P>>>;
}

export interface Sides<O, P, K extends string> {
  readonly ours: () => Promise<O>;
  readonly peers: Readonly<Record<K, () => Promise<P>>>;
}

/**
 * Measures all sides in every round, and who is first changes with the round: none always has the warmer machine. A peer
 * that throws is asked no more, and its values are left out: its reason stands for them. Rejects where ours throws.
 * @param warmUps rounds before those that count
 */
export async function byTurns<O, P, K extends string>(
  { warmUps, rounds }: { readonly warmUps: number; readonly rounds: number },
  { ours, peers }: Sides<O, P, K>,
  say: (text: string) => void,
): Promise<TurnResults<O, P, K>> {
  const our: O[] = [];
  const theirs = new Map<string, { readonly values: P[]; reason: string | null }>();
  const turns = [async () => void our.push(await ours())];
  for (const [name, peer] of Object.entries<() => Promise<P>>(peers)) {
    const found = { values: [] as P[], reason: null as string | null };
    theirs.set(name, found);
    turns.push(async () => {
      if (found.reason !== null) return;
      await peer().then((value) => found.values.push(value), (error: unknown) => (found.reason = reasonOf(error)));
    });
  }
  const all = warmUps + rounds;
  for (let round = 0; round < all; round += 1) {
    say(round < warmUps ? `warming up, ${round + 1} of ${warmUps}` : `round ${round - warmUps + 1} of ${rounds}`);
    const first = round % turns.length;
    for (const turn of [...turns.slice(first), ...turns.slice(0, first)]) await turn();
  }
  const counted = [...theirs].map(([name, { values, reason }]): [string, PeerTurns<P>] =>
    [name, reason === null ? { kind: 'measured', values: values.slice(warmUps) } : { kind: 'failed', reason }]);
  return { ours: our.slice(warmUps), peers: Object.fromEntries(counted) as Record<K, PeerTurns<P>> };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
