/** One piece of work of an engine, in milliseconds from the start of the run. Stages: copy in, kernel, copy out. */
export interface TimelineBar {
  readonly stage: number;
  readonly chunk: number;
  readonly from: number;
  readonly to: number;
}

export interface Timeline {
  /** The way of issuing the work, by the title of its panel. */
  readonly way: string;
  readonly bars: readonly TimelineBar[];
}

/** Colours of the stages in the plot of notes/cuda/streams-graphs.mdx. */
const stageColours = ['#1c7ed6', '#2f9e44', '#e8590c'];

/**
 * Reads the timelines back from the SVG that Matplotlib recorded: a panel for each way, whose ticks give the scale and whose
 * bars were measured with events. Throws where the plot is another one.
 */
export function readTimelines(svg: string): readonly Timeline[] {
  const panels = svg.split(/<g id="axes_\d+">/u).slice(1);
  if (panels.length === 0) throw new Error('the recorded timeline has no panels: is it still the plot of timeline_plot.py?');
  return panels.map((panel) => {
    const way = [...panel.matchAll(/<text[^>]*>(?<title>[^<]+)<\/text>/gu)].at(-1)?.groups?.['title'] ?? '';
    const ticks = [...panel.matchAll(/<use [^>]*x="(?<x>[\d.]+)"[^>]*\/>\s*<\/g>\s*<\/g>\s*<g id="text_\d+">\s*<text[^>]*>(?<ms>\d+)<\/text>/gu)]
      .map(({ groups }) => ({ x: Number(groups?.['x']), ms: Number(groups?.['ms']) }));
    const [first, last] = [ticks[0], ticks.at(-1)];
    if (!first || !last || first.ms === last.ms) throw new Error(`the recorded timeline "${way}" has no scale of milliseconds`);
    const ms = (x: string | undefined) => first.ms + ((Number(x) - first.x) * (last.ms - first.ms)) / (last.x - first.x);
    const counts = stageColours.map(() => 0);
    const bars = [...panel.matchAll(/<path d="M (?<from>[\d.]+) [\d.]+ +L (?<to>[\d.]+) [^"]*"[^>]*style="fill: (?<colour>#[\da-f]{6});/gu)]
      .flatMap(({ groups }): TimelineBar[] => {
        const stage = stageColours.indexOf(groups?.['colour'] ?? '');
        if (stage < 0) return [];
        const chunk = counts[stage] ?? 0;
        counts[stage] = chunk + 1;
        return [{ stage, chunk, from: ms(groups?.['from']), to: ms(groups?.['to']) }];
      });
    if (bars.length === 0 || new Set(counts).size > 1) throw new Error(`the recorded timeline "${way}" lacks bars of a stage`);
    return { way, bars };
  });
}

export function timelineEnd({ bars }: Timeline): number {
  return Math.max(...bars.map(({ to }) => to));
}

/** How long, in milliseconds, at least so many engines work at the same time. */
export function busyTime({ bars }: Timeline, engines: number): number {
  const cuts = [...new Set(bars.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  return cuts.slice(1).reduce((sum, to, index) => {
    const from = cuts[index] ?? to;
    const working = bars.filter((bar) => bar.from <= from && bar.to >= to).length;
    return working >= engines ? sum + to - from : sum;
  }, 0);
}

/** What n equal chunks should take, from the times of the stages in one piece: (t1 + t2 + t3 + (n - 1) · max) / n. */
export function expectedTime(onePiece: Timeline, chunks: number): number {
  const stages = onePiece.bars.map(({ from, to }) => to - from);
  return (stages.reduce((sum, time) => sum + time, 0) + (chunks - 1) * Math.max(...stages)) / chunks;
}
