import { sharesNames, type Cell } from './cell.ts';

/**
 * The earlier cells of a note that a cell builds on itself: those that saved a named file, those it names with `uses=`, and
 * for Python all Python and kernel cells before it, since they share one namespace; processes of their own do not.
 * @param cells all cells of one note, in order
 * @param index of the cell asked about
 */
export function cellDependencies(cells: readonly Cell[], index: number): readonly Cell[] {
  const cell = cells[index];
  if (!cell) throw new RangeError(`a note of ${cells.length} cells has no cell ${index}`);
  return cells.slice(0, index).filter((earlier) => {
    if (earlier.options.files !== null || cell.options.uses.includes(earlier.options.id)) return true;
    return sharesNames(cell) && (sharesNames(earlier) || earlier.options.kernel);
  });
}

/**
 * All earlier cells that must have run before a cell, in the note's order: those it builds on and those that they build on.
 * A Python cell that names Python cells with `uses=` needs the names of these alone, so that one which the machine cannot run
 * does not stop it; its digest still goes by all of them.
 */
export function cellsToRunBefore(cells: readonly Cell[], index: number): readonly Cell[] {
  const needed = new Set<Cell>();
  const collect = (of: number): void => {
    for (const cell of cellsBuiltOn(cells, of)) {
      if (needed.has(cell)) continue;
      needed.add(cell);
      collect(cells.indexOf(cell));
    }
  };
  collect(index);
  return cells.filter((cell) => needed.has(cell));
}

function cellsBuiltOn(cells: readonly Cell[], index: number): readonly Cell[] {
  const all = cellDependencies(cells, index);
  const names = (earlier: Cell): boolean => sharesNames(earlier) || earlier.options.kernel;
  const isNamed = ({ options }: Cell): boolean => cells[index]?.options.uses.includes(options.id) ?? false;
  if (!all.some((earlier) => isNamed(earlier) && names(earlier))) return all;
  return all.filter((earlier) => isNamed(earlier) || earlier.options.files !== null || !names(earlier));
}

/**
 * Digest of every cell, in order: lower-case hex SHA-256 over the digests of what it depends on, its language, the
 * options that change what runs, and its source. What only changes the look (title, marks, `hide`) is not in it.
 */
export async function cellDigests(cells: readonly Cell[]): Promise<readonly string[]> {
  const digests = new Map<Cell, string>();
  for (const [index, cell] of cells.entries()) {
    const before = cellDependencies(cells, index).map((earlier) => digests.get(earlier));
    const { nvccArgs, files, stdin, gpus, expectError, processes, kernel } = cell.options;
    // Recordings from before an option was there keep their digests.
    const later = { ...(processes === null ? {} : { processes }), ...(kernel ? { kernel } : {}), ...(stdin === null ? {} : { stdin }) };
    const options = { nvccArgs, files, gpus, expectError, ...later };
    const text = JSON.stringify([before, cell.language, options, cell.source]);
    digests.set(cell, await sha256(text));
  }
  return [...digests.values()];
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
