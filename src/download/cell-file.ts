import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Cell, CellLanguage } from '../cell/cell.ts';
import { parseFenceOptions } from '../cell/fence-options.ts';
import { fenceTokens } from '../cell/fence-tokens.ts';
import { fileNameProblem } from '../cell/file-name.ts';

/** A cell as a file that can be compiled or run. */
export interface CellFile {
  readonly cell: Cell;
  /** A plain name, unique among those of its note. */
  readonly name: string;
  /** The cell's code as it stands, with a newline at the end. */
  readonly text: string;
}

const ENDING: Readonly<Record<CellLanguage, RegExp>> = { cuda: /\.(?:cu|cuh|h|hpp|cpp)$/u, python: /\.py$/u, shell: /\.sh$/u };
const OWN_ENDING: Readonly<Record<CellLanguage, string>> = { cuda: '.cu', python: '.py', shell: '.sh' };
const PLAIN = /^\w[\w.-]*$/u;

/** The titles of a note's fences by cell id, as they stand above the code (`title="stride_sweep.cu"`). */
export function cellTitles(tree: Root): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  visit(tree, 'code', ({ meta }) => {
    const result = parseFenceOptions(meta ?? '');
    const title = fenceTokens(meta ?? '').find(({ key }) => key === 'title')?.value;
    if (result.kind === 'cell' && typeof title === 'string') titles.set(result.options.id, title);
  });
  return titles;
}

/**
 * The files of a note's cells, in order. A cell is named as it saves itself (`files=`), else by its title where that is a file
 * name of its language, else by its id; a name that is taken gets the id before it.
 */
export function cellFiles(cells: readonly Cell[], titles: ReadonlyMap<string, string>): readonly CellFile[] {
  // What a cell saves itself as is what other cells call it.
  const taken = new Set(cells.flatMap(({ options: { files } }) => files ?? []));
  return cells.map((cell) => {
    const { options: { id, files }, language, source } = cell;
    const title = titles.get(id) ?? '';
    const own = `${id}${OWN_ENDING[language]}`;
    const wanted = PLAIN.test(title) && ENDING[language].test(title) && fileNameProblem(title) === undefined ? title : own;
    const name = files ?? (taken.has(wanted) ? `${id}-${wanted}` : wanted);
    taken.add(name);
    return { cell, name, text: `${source}\n` };
  });
}
