import type { Cell, CellLanguage, CellOptions } from '../../src/cell/cell.ts';

/** A cell with default options, for tests. */
export function testCell(language: CellLanguage, id: string, source: string, options: Partial<CellOptions> = {}): Cell {
  return {
    language,
    source,
    options: {
      id, nvccArgs: '', files: null, stdin: null, uses: [], needs: null, timeoutSeconds: null,
      hide: false, expectError: false, metrics: false, gpus: 1, processes: null, kernel: false, same: [], ...options,
    },
  };
}
