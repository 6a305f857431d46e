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

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** Every word that is one edit away from one of `a` to `z`. */
export function oneEditFrom(word: string): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at <= word.length; at += 1) {
    const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    words.push(...LETTERS.map((letter) => before + letter + here + after));
    if (here !== '') words.push(before + after, ...LETTERS.map((letter) => before + letter + after));
    if (after !== '') words.push(before + after.charAt(0) + here + after.slice(1));
  }
  return words;
}

function cost(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
