/** What both sides of a comparison measured, one value a round. */
export interface TurnResults<T> {
  readonly ours: readonly T[];
  readonly peer: readonly T[];
}

/** Measures both sides in every round, and who is first changes with the round: neither always has the warmer machine. */
export async function byTurns<T>(
  rounds: number,
  { ours, peer }: { readonly ours: () => Promise<T>; readonly peer: () => Promise<T> },
  say: (text: string) => void,
): Promise<TurnResults<T>> {
  const results = { ours: [] as T[], peer: [] as T[] };
  const runOurs = async () => void results.ours.push(await ours());
  const runPeer = async () => void results.peer.push(await peer());
  for (let round = 0; round < rounds; round += 1) {
    say(`round ${round + 1} of ${rounds}`);
    for (const run of round % 2 === 0 ? [runOurs, runPeer] : [runPeer, runOurs]) await run();
  }
  return results;
}
