/** A block that copies tiles into a few buffers and works on them one after the other: who is busy when. */

export interface TileTimes {
  readonly tile: number;
  readonly buffer: number;
  readonly ordered: number;
  readonly arrived: number;
  readonly working: number;
  readonly done: number;
}
export interface Pipeline {
  /** Buffers, each of which holds a tile from its order to the end of the work on it. */
  readonly stages: number;
  /** From the order of a tile to its arrival. */
  readonly copy: number;
  readonly work: number;
}

export function pipelineTimes({ stages, copy, work }: Pipeline, tiles: number): readonly TileTimes[] {
  const times: TileTimes[] = [];
  for (let tile = 0; tile < tiles; tile++) {
    const ordered = times[tile - stages]?.done ?? 0;
    const arrived = ordered + copy;
    const working = Math.max(arrived, times[tile - 1]?.done ?? 0);
    times.push({ tile, buffer: tile % stages, ordered, arrived, working, done: working + work });
  }
  return times;
}

/** What a tile takes in the long run. */
export function timeOfTile({ stages, copy, work }: Pipeline): number {
  return Math.max(work, (copy + work) / stages);
}
