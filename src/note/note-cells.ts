import type { Code, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { cellDigests, cellsToRunBefore } from '../cell/cell-chain.ts';
import { isCellLanguage, type Cell } from '../cell/cell.ts';
import { parseFenceOptions } from '../cell/fence-options.ts';
import type { NoteCell } from './note.ts';
import { NoteError } from './note-error.ts';

type PlacedCell = Cell & { readonly line: number };

/**
 * The runnable fence that a code node is; null for a fence without `run`. Throws a NoteError on bad options.
 * @param text the whole file, in which the place of a wrong option is found
 */
export function cellOfCode(node: Code, file: string, text: string): PlacedCell | null {
  const result = parseFenceOptions(node.meta ?? '');
  if (result.kind === 'static') return null;
  const start = node.position?.start ?? { line: 1, column: 1 };
  const language = node.lang ?? '';
  if (result.kind === 'problem') {
    const { message, hint, offset } = result.problem;
    throw new NoteError({ file, line: start.line, column: start.column + widthBeforeMeta(node, text) + offset }, message, hint);
  }
  if (!isCellLanguage(language)) {
    const what = `a cell in "${language}" cannot run`;
    throw new NoteError({ file, ...start }, what, 'runnable languages are cuda, python and shell');
  }
  const { nvccArgs, files, processes, kernel, timeoutSeconds } = result.options;
  if (language !== 'cuda' && (nvccArgs !== '' || files !== null)) {
    const what = `a ${language} cell has an option that does nothing there`;
    throw new NoteError({ file, ...start }, what, 'nvcc= and files= belong to cuda cells');
  }
  if (language !== 'python' && processes !== null) {
    throw new NoteError({ file, ...start }, `a ${language} cell has an option that does nothing there`, 'processes= belongs to python cells');
  }
  if (kernel && (language !== 'cuda' || files !== null || timeoutSeconds !== null)) {
    const what = language === 'cuda' ? 'a kernel cell saves no file and takes no time of its own' : `a ${language} cell is no kernel cell`;
    throw new NoteError({ file, ...start }, what, 'kernel belongs to cuda cells, and goes with neither files= nor timeout=');
  }
  return { language, options: result.options, source: node.value, line: start.line };
}

/** How much of the fence's first line stands before its options: the fence, the language and the spaces around it. */
export function widthBeforeMeta(node: Code, text: string): number {
  const opening = /^(?:`+|~+)[ \t]*\S+[ \t]*/u.exec(text.slice(node.position?.start.offset ?? 0));
  return opening?.[0].length ?? 0;
}

/** All runnable cells of a note in order, with digests and dependencies. Throws a NoteError on a repeated or unknown id. */
export async function noteCells(tree: Root, file: string, text: string): Promise<readonly NoteCell[]> {
  const cells: PlacedCell[] = [];
  visit(tree, 'code', (node) => {
    const cell = cellOfCode(node, file, text);
    if (cell) cells.push(cell);
  });
  checkIds(cells, file);
  const digests = await cellDigests(cells);
  return cells.map((cell, index) => ({
    ...cell,
    digest: digests[index] ?? '',
    dependsOn: cellsToRunBefore(cells, index).map((earlier) => earlier.options.id),
  }));
}

function checkIds(cells: readonly PlacedCell[], file: string): void {
  const seen = new Map<string, number>();
  for (const { options, line } of cells) {
    const first = seen.get(options.id);
    if (first !== undefined) {
      throw new NoteError({ file, line, column: 1 }, `cell id "${options.id}" is used twice`, `line ${first} has it too`);
    }
    const unknown = options.uses.find((id) => !seen.has(id));
    if (unknown !== undefined) {
      throw new NoteError({ file, line, column: 1 }, `uses=${unknown} names no earlier cell`, 'write the id of a cell above');
    }
    seen.set(options.id, line);
  }
}
