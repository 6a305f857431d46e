/** Seconds before each try to connect again; the last one repeats. */
const DELAYS: readonly number[] = [0, 0.5, 1, 2, 4, 8, 15];

/** Refused upgrades in a minute after which a client waits: servers lock out who asks for ever with an old token. */
const REFUSALS = 5;
const MINUTE_MS = 60_000;

/**
 * How long to wait before a try, in milliseconds.
 * @param tries failed ones since the connection was lost
 * @param random in [0, 1): spreads the clients of a server that comes back
 */
export function reconnectDelay(tries: number, random: () => number): number {
  const seconds = DELAYS[Math.min(tries, DELAYS.length - 1)] ?? 0;
  return seconds * 1000 * (0.8 + 0.4 * random());
}

/** How long to wait until another upgrade may be tried, given when the last ones were refused. */
export function refusalDelay(refusals: readonly number[], now: number): number {
  const oldest = refusals.at(-REFUSALS);
  return oldest === undefined ? 0 : Math.max(0, oldest + MINUTE_MS - now);
}
