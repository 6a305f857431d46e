/** Seconds that notes took when they were last recorded, by id; those that never were are missing. */
export type KnownSeconds = ReadonlyMap<string, number>;

/**
 * How long some notes will still take, several at once, as a reader of a terminal has it: `about 40 s left`. Notes of unknown
 * length count as the mean of the others; empty where none is known.
 */
export function timeLeft(ids: readonly string[], known: KnownSeconds, jobs: number): string {
  if (ids.length === 0 || known.size === 0) return '';
  const mean = [...known.values()].reduce((sum, seconds) => sum + seconds, 0) / known.size;
  const each = ids.map((id) => known.get(id) ?? mean);
  // No job can be done sooner than its longest note.
  const seconds = Math.max(each.reduce((sum, one) => sum + one, 0) / jobs, ...each);
  return `about ${seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`} left`;
}
