import { describe, expect, it } from 'vitest';
import { pipelineTimes, timeOfTile } from '../../src/figures/pipeline-stages.ts';

const cases = [1, 2, 3, 4, 7].flatMap((stages) => [0, 1, 4, 9.5].map((copy) => ({ stages, copy, work: 2 })));

describe('a pipeline of copies', () => {
  it('takes for each tile, in the long run, what the formula says', () => {
    for (const pipeline of cases) {
      const rounds = 200;
      const times = pipelineTimes(pipeline, (rounds + 1) * pipeline.stages);
      const done = (tile: number) => times[tile]?.done ?? NaN;
      const measured = (done(rounds * pipeline.stages) - done(0)) / (rounds * pipeline.stages);
      expect(Math.abs(measured - timeOfTile(pipeline))).toBeLessThan(0.05);
    }
  });

  it('hides all of the copying from 1 + copy / work stages on', () => {
    expect(timeOfTile({ stages: 2, copy: 4, work: 2 })).toBe(3);
    expect(timeOfTile({ stages: 3, copy: 4, work: 2 })).toBe(2);
    expect(timeOfTile({ stages: 9, copy: 4, work: 2 })).toBe(2);
  });

  it('never orders a tile into a buffer in use, never works before the tile is there, and works on one tile at a time', () => {
    for (const pipeline of cases) {
      const times = pipelineTimes(pipeline, 40);
      times.forEach((time, i) => {
        expect(time.working).toBeGreaterThanOrEqual(time.arrived);
        expect(time.working).toBeGreaterThanOrEqual(times[i - 1]?.done ?? 0);
        expect(time.ordered).toBeGreaterThanOrEqual(times[i - pipeline.stages]?.done ?? 0);
      });
    }
  });
});
