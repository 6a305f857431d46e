/** What processes hold and may need at most, and what is free; a row for each process, a column for each kind of resource. */
export interface BankerState {
  readonly allocation: readonly (readonly number[])[];
  readonly maximum: readonly (readonly number[])[];
  readonly available: readonly number[];
}

/** The table of Silberschatz, Galvin and Gagne, Operating System Concepts, section "Banker's Algorithm". */
export const textbookState: BankerState = {
  allocation: [[0, 1, 0], [2, 0, 0], [3, 0, 2], [2, 1, 1], [0, 0, 2]],
  maximum: [[7, 5, 3], [3, 2, 2], [9, 0, 2], [2, 2, 2], [4, 3, 3]],
  available: [3, 3, 2],
};

/** One look of the safety algorithm at a process that has not ended yet. */
export interface SafetyLook {
  readonly process: number;
  /** Whether its whole need fits into what is free; then it ends, and gives back what it holds. */
  readonly fits: boolean;
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Those that have ended, in order. */
  readonly ended: readonly number[];
}

export function needOf({ allocation, maximum }: BankerState, process: number): readonly number[] {
  return (maximum[process] ?? []).map((most, kind) => most - (allocation[process]?.[kind] ?? 0));
}

const fits = (wanted: readonly number[], free: readonly number[]) => wanted.every((amount, kind) => amount <= (free[kind] ?? 0));

/**
 * Looks at the processes in turn, round after round, until all have ended or none that is left can. Safe if all have: the
 * last look has the order.
 */
export function safetyLooks(state: BankerState): readonly SafetyLook[] {
  const processes = [...state.allocation.keys()];
  const looks: SafetyLook[] = [];
  let free = state.available;
  let ended: readonly number[] = [];
  const count = processes.length;
  for (let process = 0, misses = 0; ended.length < count && misses < count; process = (process + 1) % count) {
    misses += 1;
    if (ended.includes(process)) continue;
    const before = free;
    const good = fits(needOf(state, process), free);
    if (good) {
      free = free.map((amount, kind) => amount + (state.allocation[process]?.[kind] ?? 0));
      ended = [...ended, process];
      misses = 0;
    }
    looks.push({ process, fits: good, before, after: free, ended });
  }
  return looks;
}

/** The order in which all can end, even if each asks for its maximum; null where there is none. */
export function safeOrder(state: BankerState): readonly number[] | null {
  const ended = safetyLooks(state).at(-1)?.ended ?? [];
  return ended.length === state.allocation.length ? ended : null;
}

/** The state after a request, were it granted. */
export function afterRequest(state: BankerState, process: number, wanted: readonly number[]): BankerState {
  return {
    ...state,
    allocation: state.allocation.map((held, row) => (row === process ? held.map((amount, kind) => amount + (wanted[kind] ?? 0)) : held)),
    available: state.available.map((amount, kind) => amount - (wanted[kind] ?? 0)),
  };
}

export type BankerAnswer = 'beyond-maximum' | 'must-wait' | 'unsafe' | 'granted';

export function answerRequest(state: BankerState, process: number, wanted: readonly number[]): BankerAnswer {
  if (!fits(wanted, needOf(state, process))) return 'beyond-maximum';
  if (!fits(wanted, state.available)) return 'must-wait';
  return safeOrder(afterRequest(state, process, wanted)) ? 'granted' : 'unsafe';
}
