import type { Locale } from '../i18n/locale.ts';
import type { Block, Statement } from './branch-program.ts';
import { at, escapeXml, group, path, rect, svg, text } from './svg.ts';
import { countOf, has, lanes, type Issue, type WarpTimeline } from './warp-timeline.ts';

interface Words {
  readonly picture: string;
  readonly warp: (warp: number) => string;
  readonly time: string;
  readonly slots: (slots: number, count: number) => string;
  readonly never: string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    picture: 'Which lanes take part in which instructions', warp: (warp) => `warp ${warp}`, time: 'slots',
    slots: (slots, count) => `${slots} ${slots === 1 ? 'slot' : 'slots'}, ${count} ${count === 1 ? 'lane' : 'lanes'}`, never: 'not issued',
  },
  'zh-cn': {
    picture: '哪些 lane 参与哪些指令', warp: (warp) => `线程束 ${warp}`, time: '时隙',
    slots: (slots, count) => `${slots} 个时隙，${count} 个 lane`, never: '没有发出',
  },
};

const [left, width, rowHeight] = [34, 320, 5] as const;
const height = lanes * rowHeight;
/** A warp with its name above, and the signs of reconvergence. */
const pitch = height + 30;

/** The first name in a program gets the first tone, and so on. */
function tonesOf(warps: readonly WarpTimeline[]): ReadonlyMap<string, number> {
  const names = new Set(warps.flatMap(({ issues }) => issues.toSorted((a, b) => a.id - b.id).map(({ name }) => name)));
  return new Map([...names].map((name, index) => [name, index % 6]));
}

/** Timelines of warps, one below the other, with a mark at a slot. */
export function drawWarps(warps: readonly WarpTimeline[], slot: number, locale: Locale): string {
  const say = words[locale];
  const end = Math.max(1, ...warps.map((warp) => warp.end));
  const unit = Math.min(16, width / end);
  const tones = tonesOf(warps);
  const bottom = warps.length * pitch;
  const every = [1, 2, 4, 5, 10, 20, 40].find((step) => step * unit >= 24) ?? 80;
  const ticks = Array.from({ length: Math.floor(end / every) + 1 }, (_, index) => index * every);
  return svg(360, bottom + 16, say.picture, [
    '<defs><pattern id="divergence-idle" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V5"/></pattern></defs>',
    ...warps.map((warp, index) => group(0, index * pitch, [
      text(0, 12, say.warp(index), 'warp'), ...laneNames(), group(left, 20, warpParts(warp, unit, tones)),
    ])),
    ...ticks.filter((tick) => left + tick * unit < 326).map((tick) => text(left + tick * unit, bottom + 6, tick, 'tick')),
    text(360, bottom + 6, say.time, 'time'),
    path(`M${at(left + (slot + 0.5) * unit)} 14V${bottom - 6}`, 'cursor'),
  ]);
}

const laneNames = (): readonly string[] => [0, 8, 16, 24, 31].map((lane) => text(left - 6, 20 + lane * rowHeight + 6, lane, 'lane'));

function warpParts({ issues, meetings, ends, end }: WarpTimeline, unit: number, tones: ReadonlyMap<string, number>): readonly string[] {
  const idle = runsOf((lane) => ends[lane] ?? end).map(({ lane, count, value }) =>
    rect(0, lane * rowHeight, value * unit, count * rowHeight, 'idle', 0));
  const met = [...new Set(meetings.map((meeting) => meeting.at))];
  return [
    ...idle,
    ...issues.flatMap((issue) => runsOf((lane) => Number(has(issue.mask, lane))).filter(({ value }) => value === 1).map(({ lane, count }) =>
      rect(issue.from * unit, lane * rowHeight, (issue.to - issue.from) * unit - 0.6, count * rowHeight - 0.4, `tone-${tones.get(issue.name) ?? 0}`, 0))),
    ...issues.map((issue) => tagOf(issue, unit)),
    ...met.map((slot) => path(`M${at(slot * unit)} -1l-4 -7h8z`, 'meets') + path(`M${at(slot * unit)} 0V${height}`, 'meeting')),
    path(`M${at(end * unit)} -2V${height + 2}`, 'end'),
  ];
}

/** The name of an instruction on its lanes, where it has room. */
function tagOf({ name, mask, from, to }: Issue, unit: number): string {
  const wide = name.length * 7 + 5;
  if ((to - from) * unit < wide) return '';
  const own = Array.from({ length: lanes }, (_, lane) => lane).filter((lane) => has(mask, lane));
  const lane = own[Math.floor(own.length / 2)] ?? 0;
  const y = Math.min(height - 9, Math.max(9, (lane + 0.5) * rowHeight));
  const x = ((from + to) / 2) * unit;
  return rect(x - wide / 2, y - 8, wide, 15, 'tag', 7) + text(x, y + 3.5, name, 'name');
}

/** Neighbouring lanes of one value. */
function runsOf(valueOf: (lane: number) => number): readonly { readonly lane: number; readonly count: number; readonly value: number }[] {
  const runs: { lane: number; count: number; value: number }[] = [];
  for (let lane = 0; lane < lanes; lane++) {
    const [value, before] = [valueOf(lane), runs.at(-1)];
    if (before?.value === value) before.count++;
    else runs.push({ lane, count: 1, value });
  }
  return runs;
}

/** The program with a statement a line, each with its slots, and the lanes that ever take part in it. */
export function programLines(program: Block, warps: readonly WarpTimeline[], locale: Locale): string {
  const say = words[locale];
  const tones = tonesOf(warps);
  const noteOf = (id: number): string => {
    const own = warps.map(({ issues }) => issues.filter((issue) => issue.id === id));
    const slots = own.flat().reduce((sum, { from, to }) => sum + to - from, 0);
    const count = own.reduce((sum, issues) => sum + countOf(issues.reduce((mask, issue) => (mask | issue.mask) >>> 0, 0)), 0);
    return slots === 0 ? say.never : say.slots(slots, count);
  };
  const linesOf = (statement: Statement, depth: number): readonly string[] => {
    const indent = '  '.repeat(depth);
    const blockOf = (head: string, block: Block): readonly string[] => {
      const [open, close] = block.length === 1 ? ['', []] : [' {', [`${indent}}`]];
      return [`${indent}${head}${open}`, ...block.flatMap((each) => linesOf(each, depth + 1)), ...close];
    };
    switch (statement.kind) {
      case 'return': return [`${indent}return;`];
      case 'work': return [
        `${indent}<span class="tone-${tones.get(statement.name) ?? 0}">${escapeXml(statement.name)}(${statement.slots});</span> <b>// ${noteOf(statement.id)}</b>`,
      ];
      case 'if': return [
        ...blockOf(`if (${escapeXml(statement.condition.code)})`, statement.then),
        ...(statement.otherwise.length === 0 ? [] : blockOf('else', statement.otherwise)),
      ];
      case 'for': return blockOf(
        `for (int ${statement.counter} = 0; ${statement.counter} &lt; ${escapeXml(statement.end.code)}; ++${statement.counter})`, statement.body,
      );
    }
  };
  return `<pre class="figure-code">${program.flatMap((statement) => linesOf(statement, 0)).join('\n')}</pre>`;
}
