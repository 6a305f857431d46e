/** Lanes of a warp, and the bytes of a sector and of a cache line (CUDA Programming Guide, "Coalesced Global Memory Access"). */
export const LANES = 32;
export const SECTOR = 32;
export const LINE = 128;

/** Bytes that one lane loads: `float`, `float2`, `float4`. */
export const laneWidths = [4, 8, 16] as const;
export type LaneWidth = (typeof laneWidths)[number];

/** Lane `l` loads element `offset + l * stride` of an aligned array; distances are in elements of `width` bytes. */
export interface WarpAccess {
  readonly width: LaneWidth;
  readonly stride: number;
  readonly offset: number;
}

export interface SectorMap {
  /** Numbers of the 4-byte words that some lane wants, ascending. */
  readonly words: readonly number[];
  /** Numbers of the sectors that hold them, ascending; a sector is fetched whole. */
  readonly sectors: readonly number[];
  /** Bytes wanted over bytes fetched. */
  readonly efficiency: number;
}

const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

export function mapSectors({ width, stride, offset }: WarpAccess): SectorMap {
  const wordsOfLane = width / 4;
  const words = ascending(
    Array.from({ length: LANES * wordsOfLane }, (_, i) =>
      (offset + Math.floor(i / wordsOfLane) * stride) * wordsOfLane + (i % wordsOfLane)),
  );
  const sectors = ascending(words.map((word) => Math.floor((word * 4) / SECTOR)));
  return { words, sectors, efficiency: (words.length * 4) / (sectors.length * SECTOR) };
}
