import type { BenchRow } from './bench.ts';

const HEADINGS = ['name', 'ours', 'peer', 'unit', 'ratio', 'measured beside'] as const;
const NUMERIC: ReadonlySet<number> = new Set([1, 2, 4]);
const DIGITS = { maximumFractionDigits: 6 } as const;

/** Rows as an aligned table with a heading, numbers to the right; each line ends without spaces. */
export function formatBenchTable(rows: readonly BenchRow[]): string {
  const lines = [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = (text: string, column: number): string => {
    const width = widths[column] ?? 0;
    return NUMERIC.has(column) ? text.padStart(width) : text.padEnd(width);
  };
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}

function cellsOf({ name, ours, peer, unit, ratio, peerName, why }: BenchRow): readonly string[] {
  const beside = why === undefined ? peerName : `${peerName}, not measured: ${why.split('\n')[0] ?? ''}`;
  return [name, ours.toLocaleString('en', DIGITS), peer?.toLocaleString('en', DIGITS) ?? '-', unit, ratio === null ? '-' : `${ratio}x`, beside];
}
