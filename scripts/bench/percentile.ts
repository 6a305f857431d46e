/** The value that `share` (0 to 1) of the values do not exceed, by nearest rank. Throws a RangeError for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('a percentile needs at least one value');
  return value;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
