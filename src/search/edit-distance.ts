/**
 * Damerau's distance in its restricted form: insertions, deletions, substitutions and swaps of neighbours, where no
 * letter is edited twice. Stops early and answers `limit + 1` for anything beyond `limit`.
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const substitution = cost(last, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swap = row > 1 && column > 1 && swapped ? cost(beforeLast, column - 2) + 1 : Infinity;
      current.push(Math.min(substitution, swap, cost(last, column) + 1, cost(current, column - 1) + 1));
    }
    if (Math.min(...current) > limit && Math.min(...last) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(limit + 1, cost(last, other.length));
}

function cost(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
