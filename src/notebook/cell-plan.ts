import { processCount, type Need } from '../cell/cell.ts';
import type { Note, NoteCell } from '../note/note.ts';
import type { MachineEnvironment } from './gpu-environment.ts';

/**
 * A cell that a machine runs when a note is recorded. `built` is a program for a GPU that the machine has not: it is compiled and
 * its file saved for the cells that read it, and what it printed is not kept.
 */
export interface PlannedCell {
  readonly cell: NoteCell;
  readonly kind: 'recorded' | 'built';
}

/** Which cells of a note a machine runs, in the note's order, and what the other cells would need (`torch`, `2 GPUs`). */
export interface CellPlan {
  readonly cells: readonly PlannedCell[];
  readonly unmet: readonly string[];
}

/** What of a machine decides which cells run on it. */
export type MachineParts = Pick<MachineEnvironment, 'gpuName' | 'gpuCount' | 'nvccRelease' | 'torchVersion'>;

/** A cell is run where the machine has what it needs, and all that it depends on can be run or at least built there. */
export function cellPlan({ cells, frontmatter }: Pick<Note, 'cells' | 'frontmatter'>, machine: MachineParts): CellPlan {
  const needOf = ({ options }: NoteCell): Need => options.needs ?? frontmatter.needs;
  const unmetOf = (cell: NoteCell): string | null => (
    unmetNeed(needOf(cell), cell.options.gpus, machine) ?? (processCount(cell) > 1 ? unmetNeed('torch', 1, machine) : null)
  );
  const known = new Map<string, PlannedCell['kind'] | 'impossible'>();
  for (const cell of cells) {
    const canBuild = cell.language === 'cuda' && cell.options.files !== null && machine.nvccRelease !== null;
    const kind = unmetOf(cell) === null ? 'recorded' : canBuild ? 'built' : 'impossible';
    known.set(cell.options.id, cell.dependsOn.every((id) => known.get(id) !== 'impossible') ? kind : 'impossible');
  }
  const recorded = cells.filter(({ options }) => known.get(options.id) === 'recorded');
  const wanted = new Set(recorded.flatMap(({ options, dependsOn }) => [options.id, ...dependsOn]));
  return {
    cells: cells.flatMap((cell) => {
      const kind = known.get(cell.options.id);
      return kind === undefined || kind === 'impossible' || !wanted.has(cell.options.id) ? [] : [{ cell, kind }];
    }),
    unmet: [...new Set(cells.flatMap((cell) => unmetOf(cell) ?? []))],
  };
}

function unmetNeed(need: Need, gpus: number, machine: MachineParts): string | null {
  const missing: Readonly<Record<Need, boolean>> = {
    gpu: machine.gpuName === null,
    nvcc: machine.nvccRelease === null,
    torch: machine.torchVersion === null,
    python: false,
  };
  if (missing[need]) return need;
  return gpus > 1 && gpus > machine.gpuCount ? `${gpus} GPUs` : null;
}
