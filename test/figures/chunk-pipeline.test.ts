import { describe, expect, it } from 'vitest';
import { chunkPipeline, pipelineEnd } from '../../src/figures/chunk-pipeline.ts';

describe('a pipeline of chunks', () => {
  it('takes the sum of the stages for one chunk', () => {
    expect(pipelineEnd(chunkPipeline(1, [4, 3, 2]))).toBe(9);
  });

  it('takes one chunk through all stages and the slowest stage for each further one', () => {
    for (const chunks of [2, 4, 8, 16]) {
      expect(pipelineEnd(chunkPipeline(chunks, [4, 8, 2]))).toBeCloseTo((14 + (chunks - 1) * 8) / chunks, 12);
    }
  });

  it('gains nothing from chunks where each waits for all before it', () => {
    expect(pipelineEnd(chunkPipeline(4, [4, 4, 4], true))).toBe(12);
  });

  it('gives no engine two chunks at a time', () => {
    for (const stage of [0, 1, 2]) {
      const bars = chunkPipeline(6, [3, 5, 4]).filter((bar) => bar.stage === stage);
      for (const [i, bar] of bars.slice(1).entries()) expect(bar.from).toBeGreaterThanOrEqual(bars[i]?.to ?? Infinity);
    }
  });
});
