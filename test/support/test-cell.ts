import { defaultOptions, type Cell, type CellLanguage, type CellOptions } from '../../src/cell/cell.ts';

/** A cell with default options, for tests. */
export function testCell(language: CellLanguage, id: string, source: string, options: Partial<CellOptions> = {}): Cell {
  return { language, source, options: { id, ...defaultOptions, ...options } };
}
