/** A touch of a piece that was not there: the piece, and the pieces from `first` up to, not including, `end` that came with it. */
export interface PageFault {
  readonly touched: number;
  readonly first: number;
  readonly end: number;
}

/** 64 KiB pieces in a 2 MiB block of NVIDIA's unified memory driver. */
export const piecesInBlock = 32;
/** A region is brought in whole once more than so many percent of it are there (`uvm_perf_prefetch_threshold`). */
const prefetchThreshold = 51;

/**
 * The faults of a processor that touches all pieces of a block in order, none of which is there at first. After a fault
 * the driver brings the largest region, of those that halve the block again and again around the piece, in which more
 * than the threshold is present (open-gpu-kernel-modules, uvm_perf_prefetch.c).
 */
export function faultsInOrder(pieces = piecesInBlock, threshold = prefetchThreshold): readonly PageFault[] {
  const present = new Set<number>();
  const faults: PageFault[] = [];
  for (let touched = 0; touched < pieces; touched++) {
    if (present.has(touched)) continue;
    present.add(touched);
    let region = { first: touched, end: touched + 1 };
    for (let size = 2; size <= pieces; size *= 2) {
      const first = touched - (touched % size);
      const there = [...present].filter((piece) => piece >= first && piece < first + size).length;
      if (there * 100 > size * threshold) region = { first, end: first + size };
    }
    const { first, end } = region;
    const came = Array.from({ length: end - first }, (_, i) => first + i).filter((piece) => piece === touched || !present.has(piece));
    for (const piece of came) present.add(piece);
    faults.push({ touched, first: Math.min(...came), end });
  }
  return faults;
}
