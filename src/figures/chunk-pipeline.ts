/** One piece of work of one engine; times are in units of the caller's stage durations. */
export interface PipelineBar {
  readonly stage: number;
  readonly chunk: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The bars of work cut into equal chunks that pass through stages of given durations, an engine for each stage.
 * A bar begins as soon as its chunk has left the stage before and its engine is free; where `serial`, only after
 * all that was issued before it.
 */
export function chunkPipeline(chunks: number, durations: readonly number[], serial = false): readonly PipelineBar[] {
  const bars: PipelineBar[] = [];
  const engineFree = durations.map(() => 0);
  for (let chunk = 0; chunk < chunks; chunk++) {
    let ready = serial ? (bars.at(-1)?.to ?? 0) : 0;
    for (const [stage, duration] of durations.entries()) {
      const from = Math.max(ready, engineFree[stage] ?? 0);
      ready = engineFree[stage] = from + duration / chunks;
      bars.push({ stage, chunk, from, to: ready });
    }
  }
  return bars;
}

/** When the last bar ends. */
export function pipelineEnd(bars: readonly PipelineBar[]): number {
  return Math.max(0, ...bars.map((bar) => bar.to));
}
