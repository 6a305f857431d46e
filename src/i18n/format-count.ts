/** A count with thousands separators, the same in both languages. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
