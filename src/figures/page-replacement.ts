/** How a page is chosen that must leave. `clock` loads a page with its bit set, `clock-0` with its bit clear. */
export const replacementPolicies = ['fifo', 'lru', 'opt', 'clock', 'clock-0'] as const;
export type ReplacementPolicy = (typeof replacementPolicies)[number];

/** The memory after one reference. */
export interface PageStep {
  readonly page: number;
  readonly frames: readonly (number | null)[];
  /** The frame that the page was loaded into; null for a hit. */
  readonly loaded: number | null;
  /** The page that left for it; null where a frame was empty. */
  readonly evicted: number | null;
  /** For clock: the bit of each frame, and where the hand stands. */
  readonly used: readonly boolean[];
  readonly hand: number;
}

/** The references one after the other, with `size` frames that are empty at first. */
export function replacePages(references: readonly number[], size: number, policy: ReplacementPolicy): readonly PageStep[] {
  const frames: (number | null)[] = Array.from({ length: size }, () => null);
  const used = frames.map(() => false);
  const loadedAt = frames.map(() => -1);
  const usedAt = frames.map(() => -1);
  let hand = 0;
  return references.map((page, now) => {
    const hit = frames.indexOf(page);
    if (hit >= 0) {
      usedAt[hit] = now;
      used[hit] = true;
      return { page, frames: [...frames], loaded: null, evicted: null, used: [...used], hand };
    }
    const empty = frames.indexOf(null);
    const frame = empty >= 0 && policy !== 'clock' && policy !== 'clock-0' ? empty : victim(now);
    const evicted = frames[frame] ?? null;
    frames[frame] = page;
    loadedAt[frame] = usedAt[frame] = now;
    used[frame] = policy !== 'clock-0';
    return { page, frames: [...frames], loaded: frame, evicted, used: [...used], hand };
  });

  function victim(now: number): number {
    const least = (rank: (frame: number) => number) =>
      [...frames.keys()].reduce((best, frame) => (rank(frame) < rank(best) ? frame : best));
    if (policy === 'fifo') return least((frame) => loadedAt[frame] ?? 0);
    if (policy === 'lru') return least((frame) => usedAt[frame] ?? 0);
    if (policy === 'opt') return least((frame) => -nextUse(frames[frame] ?? 0, now));
    while (used[hand]) {  // a second chance
      used[hand] = false;
      hand = (hand + 1) % size;
    }
    const frame = hand;
    hand = (hand + 1) % size;
    return frame;
  }

  function nextUse(page: number, now: number): number {
    const next = references.indexOf(page, now + 1);
    return next < 0 ? references.length : next;
  }
}

export function faultsOf(steps: readonly PageStep[]): number {
  return steps.filter(({ loaded }) => loaded !== null).length;
}
