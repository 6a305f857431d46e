import { diffArrays } from 'diff';
import type { Listing } from '../cuda/listing.ts';

/** A line of a listing; `side` says which of two compilations has it. */
export interface Row {
  readonly text: string;
  /** Line of the cell; 0 where there is none. */
  readonly source: number;
  readonly side: 'both' | 'left' | 'right';
}

export function rowsOf({ lines, source }: Listing): readonly Row[] {
  return lines.map((text, index) => ({ text, source: source[index] ?? 0, side: 'both' }));
}

/** What two listings share and what only one has, in order. Offsets never count; numbers of registers and labels where wanted. */
export function diffRows(left: Listing, right: Listing, registers: 'count' | 'ignore'): readonly Row[] {
  const key = (line: string): string => {
    const bare = line.replace(/^\/\*\w+\*\/ /u, '');
    return registers === 'count' ? bare : bare.replace(/\b(U?R|U?P|B|SB)\d+\b/gu, '$1#').replace(/%([a-z]+)\d+/gu, '%$1#').replace(/(\.L_x_|\$L__BB)[\d_]+/gu, '$1#');
  };
  const [before, after] = [rowsOf(left), rowsOf(right)];
  let at = 0;
  let other = 0;
  return diffArrays(before.map(({ text }) => key(text)), after.map(({ text }) => key(text))).flatMap(({ added, removed, value }) => {
    const from = added ? after.slice(other, other + value.length) : before.slice(at, at + value.length);
    if (!added) at += value.length;
    if (!removed) other += value.length;
    return from.map((row) => ({ ...row, side: added ? 'right' as const : removed ? 'left' as const : 'both' as const }));
  });
}

/** How many lines of a listing come from each line of the cell, in the order of its lines. */
export function sourceCounts(rows: readonly Row[]): readonly (readonly [line: number, count: number])[] {
  const counts = new Map<number, number>();
  for (const { source } of rows) if (source > 0) counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => one - other);
}
