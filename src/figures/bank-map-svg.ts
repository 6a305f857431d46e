import { BANKS, type BankCell, type BankMap } from './bank-map.ts';
import type { BankMapText } from './bank-map-text.ts';

const CELL = 20;
const ROW = 19;
const LEFT = 48;
const TOP = 34;
const FOOT = 24;

/**
 * The bank map as one SVG element: a column a bank, a row for each 32 words that the warp touches (32 rows at most).
 * It carries classes, no colours: BankMap.astro gives it the theme's. The text is ours: nothing needs escaping.
 */
export function bankMapSvg(map: BankMap, text: BankMapText): string {
  const cells = map.kind === 'served' ? map.cells : [];
  const rows = [...new Set(cells.map((cell) => Math.floor(cell.word / BANKS)))].sort((a, b) => a - b);
  const width = LEFT + BANKS * CELL + 2;
  const height = TOP + Math.max(rows.length, 1) * ROW + FOOT;
  const bottom = height - FOOT;
  return [
    `<svg class="bank-map-svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" `
      + `aria-label="${text.summary(map)}">`,
    gridPath(Math.max(rows.length, 1)),
    label(LEFT - 6, TOP - 20, text.bank, 'end'),
    ...Array.from({ length: BANKS }, (_, bank) => label(columnX(bank), TOP - 6, String(bank), 'middle')),
    label(LEFT - 6, TOP - 6, text.word, 'end'),
    ...rows.map((row, index) => label(LEFT - 6, TOP + index * ROW + 14, String(row), 'end')),
    ...mergePhases(cells).map((cell) => cellMark(cell, rows.indexOf(Math.floor(cell.word / BANKS)), text)),
    label(LEFT - 6, bottom + 16, text.load, 'end'),
    ...bankLoads(cells).map((load, bank) => label(columnX(bank), bottom + 16, load === 0 ? '·' : `${load}`, 'middle')),
    '</svg>',
  ].join('');
}

const columnX = (bank: number): number => LEFT + bank * CELL + CELL / 2;

function label(x: number, y: number, text: string, anchor: 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`;
}

function gridPath(rows: number): string {
  const right = LEFT + BANKS * CELL;
  const bottom = TOP + rows * ROW;
  const across = Array.from({ length: rows + 1 }, (_, i) => `M${LEFT} ${TOP + i * ROW}H${right}`);
  const down = Array.from({ length: BANKS + 1 }, (_, i) => `M${LEFT + i * CELL} ${TOP}V${bottom}`);
  return `<path class="grid" d="${[...across, ...down].join('')}"/>`;
}

/** A word wanted in several phases is one square; it keeps its earliest turn. */
function mergePhases(cells: readonly BankCell[]): readonly BankCell[] {
  const byWord = new Map<number, BankCell>();
  for (const cell of cells) {
    const before = byWord.get(cell.word);
    byWord.set(cell.word, before
      ? { ...before, lanes: [...before.lanes, ...cell.lanes], turn: Math.min(before.turn, cell.turn) }
      : cell);
  }
  return [...byWord.values()];
}

function cellMark(cell: BankCell, row: number, text: BankMapText): string {
  const x = LEFT + cell.bank * CELL;
  const y = TOP + row * ROW;
  const [lane, ...others] = cell.lanes;
  const shown = others.length === 0 ? `${lane}` : `×${cell.lanes.length}`;
  const classes = [cell.turn === 0 ? 'served' : 'waits', ...(others.length === 0 ? [] : ['shared'])];
  return `<g class="${classes.join(' ')}">`
    + `<title>${text.cell(cell.bank, cell.word, cell.lanes.join(', '))}</title>`
    + `<rect x="${x + 1.5}" y="${y + 1.5}" width="${CELL - 3}" height="${ROW - 3}" rx="2"/>`
    + `${label(columnX(cell.bank), y + 13.5, shown, 'middle')}</g>`;
}

/** Words that each bank delivers over all phases. */
function bankLoads(cells: readonly BankCell[]): readonly number[] {
  return Array.from({ length: BANKS }, (_, bank) => cells.filter((cell) => cell.bank === bank).length);
}
