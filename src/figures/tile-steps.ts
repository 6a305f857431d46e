import type { Locale } from '../i18n/locale.ts';

/** A product of two small square matrices, computed in tiles; the picture follows one block. */
export const tileCase = { size: 8, blockRow: 1, blockColumn: 1, widths: [1, 2, 4] } as const;

/** What the block does at a step: it fetches its pair of tiles of this turn, or multiplies them. */
export interface TileStep {
  readonly width: number;
  readonly turn: number;
  readonly turns: number;
  readonly phase: 'fetch' | 'multiply';
  /** Words that the block has fetched from global memory up to here. */
  readonly fetched: number;
  /** Products that each element of the block's tile has added up. */
  readonly products: number;
}

export function stepsOf(width: number): number {
  return (2 * tileCase.size) / width;
}

export function tileStep(width: number, step: number): TileStep {
  const turn = Math.floor(step / 2);
  const phase = step % 2 === 0 ? 'fetch' : 'multiply';
  return {
    width,
    turn,
    turns: tileCase.size / width,
    phase,
    fetched: (turn + 1) * 2 * width * width,
    products: (phase === 'multiply' ? turn + 1 : turn) * width,
  };
}

/** Words fetched from global memory for one element of the result, when all is done. */
export function wordsPerElement(width: number): number {
  return (2 * tileCase.size) / width;
}

interface TileStepsText {
  readonly width: string;
  readonly step: string;
  readonly region: string;
  readonly summary: (shown: TileStep) => string;
}

export const tileStepsText: Readonly<Record<Locale, TileStepsText>> = {
  en: {
    width: 'width of a tile',
    step: 'step',
    region: 'Matrices A, B and C with the tiles of one block',
    summary: ({ width, turn, turns, phase, fetched, products }) =>
      `Turn ${turn + 1} of ${turns}: ${phase === 'fetch' ? 'fetch, then barrier' : 'multiply, then barrier'}. `
      + `The block has fetched ${fetched} words; each of its ${width * width} elements has ${products} of 8 products. `
      + `In the end: ${wordsPerElement(width)} words from global memory an element.`,
  },
  'zh-cn': {
    width: 'tile 的宽度',
    step: '步骤',
    region: '矩阵 A、B、C，以及一个线程块的 tile',
    summary: ({ width, turn, turns, phase, fetched, products }) =>
      `第 ${turn + 1} 轮，共 ${turns} 轮：${phase === 'fetch' ? '取 tile，然后栅栏同步' : '相乘，然后栅栏同步'}。`
      + `线程块已取 ${fetched} 个字；它的 ${width * width} 个元素各完成了 8 个乘积中的 ${products} 个。`
      + `全部做完时，每个元素从全局内存取 ${wordsPerElement(width)} 个字。`,
  },
};

const [cell, near, far] = [19, 18, 196] as const;

type Matrix = 'A' | 'B' | 'C';
const corner: Readonly<Record<Matrix, readonly [number, number]>> = { A: [near, far], B: [far, near], C: [far, far] };

function rectOf(matrix: Matrix, row: number, column: number, rows: number, columns: number, kind: string): string {
  const [x, y] = corner[matrix];
  return `<rect class="${kind}" x="${x + column * cell}" y="${y + row * cell}" width="${columns * cell}" height="${rows * cell}"/>`;
}

function gridOf(matrix: Matrix): string {
  const [x, y] = corner[matrix];
  const span = tileCase.size * cell;
  const lines = Array.from({ length: tileCase.size + 1 }, (_, i) => `M${x + i * cell} ${y}v${span}M${x} ${y + i * cell}h${span}`);
  return `<path class="lines" d="${lines.join('')}"/><text class="matrix" x="${x + span / 2}" y="${y - 6}">${matrix}</text>`;
}

/** The three matrices at one step. */
export function tileStepsSvg(width: number, step: number, locale: Locale): string {
  const shown = tileStep(width, step);
  const [row, column, k] = [tileCase.blockRow * width, tileCase.blockColumn * width, shown.turn * width];
  const mark = Math.floor(width / 2);
  const parts = [
    rectOf('A', row, 0, width, tileCase.size, 'band'),
    rectOf('B', 0, column, tileCase.size, width, 'band'),
    rectOf('C', row, column, width, width, 'band'),
    rectOf('A', row, k, width, width, 'tile'),
    rectOf('B', k, column, width, width, 'tile'),
    ...(['A', 'B', 'C'] as const).map(gridOf),
    rectOf('C', row, column, width, width, 'edge'),
  ];
  if (shown.phase === 'multiply') {
    parts.push(
      rectOf('A', row + mark, k, 1, width, 'reads'),
      rectOf('B', k, column + mark, width, 1, 'reads'),
      rectOf('C', row + mark, column + mark, 1, 1, 'sum'),
    );
  }
  const text = tileStepsText[locale];
  const end = far + tileCase.size * cell + 2;
  return `<svg class="tile-steps-svg" viewBox="0 0 ${end} ${end}" role="img" aria-label="${text.region}. ${text.summary(shown)}">${parts.join('')}</svg>`;
}
