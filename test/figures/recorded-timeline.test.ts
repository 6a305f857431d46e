import { describe, expect, it } from 'vitest';
import { startDrawing, startValues } from '../../src/figures/figure-model.ts';
import { busyTime, expectedTime, readTimelines, timelineEnd, type Timeline } from '../../src/figures/recorded-timeline.ts';
import { figure } from '../../src/figures/streams-gantt-figure.ts';
import { recordedNumbers, recordedPicture } from '../support/recorded-lines.ts';

describe('the timelines in the recorded plot of streams', () => {
  const timelines = readTimelines(recordedPicture('cuda/streams-graphs', 'timeline-plot'));
  const printed = recordedNumbers('cuda/streams-graphs', 'chunks');
  const of = (way: string) => timelines.find((each) => each.way === way) as Timeline;

  it('have a bar for each chunk and stage, in the order of the chunks, and no engine does two things at once', () => {
    expect(timelines.map(({ way, bars }) => [way, bars.length])).toEqual([
      ['1 chunk', 3], ['8 chunks', 24], ['8 chunks, stray kernel', 24], ['8 chunks, pageable', 24],
    ]);
    for (const { bars } of timelines) {
      for (const stage of [0, 1, 2]) {
        const lane = bars.filter((bar) => bar.stage === stage);
        for (const [index, bar] of lane.entries()) {
          expect(bar.to).toBeGreaterThan(bar.from);
          expect(bar.chunk).toBe(index);
          expect(bar.from).toBeGreaterThanOrEqual((lane[index - 1]?.to ?? 0) - 0.002);
          const before = bars.find((each) => each.stage === stage - 1 && each.chunk === bar.chunk);
          expect(bar.from).toBeGreaterThanOrEqual((before?.to ?? 0) - 0.002);
        }
      }
    }
  });

  it('last as long as the cell printed', () => {
    const stages = of('1 chunk').bars.map(({ from, to }) => to - from);
    for (const [stage, name] of ['in', 'kernel', 'out'].entries()) {
      expect(Math.abs((stages[stage] ?? 0) - (printed.get(`1 chunk, ${name}`) ?? NaN))).toBeLessThan(0.006);  // printed with two digits
    }
    // The cell printed medians of seven runs, and the timeline is the last of them.
    for (const timeline of timelines) expect(timelineEnd(timeline) / (printed.get(timeline.way) ?? NaN)).toBeCloseTo(1, 0.7);
  });

  it('overlap where nothing is in the way, and nowhere else', () => {
    const share = (way: string) => busyTime(of(way), 2) / timelineEnd(of(way));
    expect(share('8 chunks')).toBeGreaterThan(0.5);
    expect(Math.max(share('1 chunk'), share('8 chunks, stray kernel'))).toBeLessThan(0.02);
  });

  it('come near to what the formula of the note says', () => {
    const measured = timelineEnd(of('8 chunks'));
    expect(measured).toBeGreaterThan(expectedTime(of('1 chunk'), 8));
    expect(measured).toBeLessThan(1.25 * expectedTime(of('1 chunk'), 8));
  });

  it('are drawn with what runs at the time chosen', () => {
    const data = JSON.stringify(timelines);
    expect(startDrawing(figure, 'en', data).summary).toMatch(/^At \d\.\d\d ms copy in has chunk \d/u);
    const first = figure.draw({ ...startValues(figure.controls), way: '1 chunk', time: '100' }, 'zh-cn', data);
    expect(first).toMatchObject({ summary: expect.stringContaining('拷入在处理第 1 块。') as string });
    expect(startDrawing(figure, 'en').summary).toBe('The timeline is not recorded yet.');
  });

  it('are refused where the plot is another one', () => {
    expect(() => readTimelines('<svg></svg>')).toThrow('no panels');
    expect(() => readTimelines('<g id="axes_1"><text>x</text></g>')).toThrow('no scale');
  });
});
