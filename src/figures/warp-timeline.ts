import type { Block, LaneValues, Statement } from './branch-program.ts';

/** Which side of a branch a warp issues first: that is up to the hardware, which since Volta may also change between them. */
export const sideOrders = ['else', 'then', 'turns'] as const;
export type SideOrder = (typeof sideOrders)[number];

/** Instructions that a warp issues one after another for the lanes of a mask; bit n of it is lane n. */
export interface Issue {
  readonly id: number;
  readonly name: string;
  readonly mask: number;
  readonly from: number;
  readonly to: number;
}

export interface WarpTimeline {
  readonly issues: readonly Issue[];
  /** When lanes that had parted go on together, and which. */
  readonly meetings: readonly { readonly at: number; readonly mask: number }[];
  /** The slot in which each lane returns, or the end. */
  readonly ends: readonly number[];
  readonly end: number;
}

export const lanes = 32;
export const allLanes = 0xffff_ffff;
const all = Array.from({ length: lanes }, (_, lane) => lane);
export const has = (mask: number, lane: number): boolean => ((mask >>> lane) & 1) === 1;
export const countOf = (mask: number): number => all.filter((lane) => has(mask, lane)).length;

/** The program takes more slots than are drawn. */
export class TooLong extends Error {}

type Step =
  | { readonly kind: 'issue'; readonly id: number; readonly name: string; readonly mask: number; readonly slots: number }
  | { readonly kind: 'return' | 'meet'; readonly mask: number };

/** What a warp issues, slot by slot: each side of a branch that some lane takes, for the lanes that take it. Throws `TooLong`. */
export function timelineOf(program: Block, warp: number, order: SideOrder, mostSlots = 240): WarpTimeline {
  let planned = 0;
  const values: LaneValues[] = all.map((lane) => ({ lane, warp }));
  const lanesWhere = (mask: number, test: (values: LaneValues) => boolean): number =>
    all.reduce((found, lane) => (has(mask, lane) && test(values[lane] ?? {}) ? found | (1 << lane) : found), 0) >>> 0;

  /** The steps of a block, and the lanes that go on after it. */
  function run(block: Block, mask: number): readonly [steps: readonly Step[], left: number] {
    const steps: Step[] = [];
    let left = mask;
    for (const statement of block) {
      if (left === 0) break;
      const [more, after] = runOne(statement, left);
      steps.push(...more);
      left = after;
    }
    return [steps, left];
  }

  function runOne(statement: Statement, mask: number): readonly [readonly Step[], number] {
    switch (statement.kind) {
      case 'return': return [[{ kind: 'return', mask }], 0];
      case 'work': {
        planned += statement.slots;
        if (planned > mostSlots) throw new TooLong();
        return [[{ kind: 'issue', id: statement.id, name: statement.name, mask, slots: statement.slots }], mask];
      }
      case 'if': {
        const yes = lanesWhere(mask, (known) => statement.condition.valueFor(known) !== 0);
        const [then, afterThen] = run(statement.then, yes);
        const [otherwise, afterElse] = run(statement.otherwise, (mask & ~yes) >>> 0);
        const left = (afterThen | afterElse) >>> 0;
        const sides = order === 'then' ? [...then, ...otherwise] : order === 'else' ? [...otherwise, ...then] : inTurns(otherwise, then);
        return [[...sides, ...meeting(yes !== 0 && yes !== mask && sides.length > 0, left)], left];
      }
      case 'for': return runLoop(statement, mask);
    }
  }

  function runLoop({ counter, end, body }: Extract<Statement, { kind: 'for' }>, mask: number): readonly [readonly Step[], number] {
    const steps: Step[] = [];
    const setCounter = (lane: number, value: number) => { values[lane] = { lane, warp, ...values[lane], [counter]: value }; };
    for (const lane of all) if (has(mask, lane)) setCounter(lane, 0);
    let [round, out, parted] = [mask, 0, 0];
    for (let turns = 0; round !== 0; turns++) {
      if (turns > mostSlots) throw new TooLong();
      const inside = lanesWhere(round, (known) => (known[counter] ?? 0) < end.valueFor(known));
      const leaving = (round & ~inside) >>> 0;
      if (leaving !== 0) parted++;
      out = (out | leaving) >>> 0;
      const [more, after] = run(body, inside);
      steps.push(...more);
      for (const lane of all) if (has(after, lane)) setCounter(lane, (values[lane]?.[counter] ?? 0) + 1);
      round = after;
    }
    return [[...steps, ...meeting(parted > 1, out)], out];
  }

  const [steps, left] = run(program, allLanes);
  return placed(steps, left);
}

const meeting = (parted: boolean, mask: number): readonly Step[] => (parted && countOf(mask) > 1 ? [{ kind: 'meet', mask }] : []);

/** Steps of two sides in turns of at most two slots. */
function inTurns(one: readonly Step[], other: readonly Step[]): readonly Step[] {
  const pieces = (steps: readonly Step[]) => steps.flatMap((step): readonly Step[] => {
    if (step.kind !== 'issue') return [step];
    return Array.from({ length: Math.ceil(step.slots / 2) }, (_, index) => ({ ...step, slots: Math.min(2, step.slots - 2 * index) }));
  });
  const [left, right] = [pieces(one), pieces(other)];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [left[index], right[index]])
    .flat().filter((step) => step !== undefined);
}

function placed(steps: readonly Step[], left: number): WarpTimeline {
  const issues: Issue[] = [];
  const meetings: { at: number; mask: number }[] = [];
  const ends = new Map<number, number>();
  let now = 0;
  for (const step of steps) {
    if (step.kind === 'issue') {
      const { id, name, mask, slots } = step;
      const before = issues.at(-1);
      // Turns of a side that has the warp to itself, and rounds of a loop whose lanes stay, are one.
      if (before?.id === id && before.mask === mask && before.to === now) issues[issues.length - 1] = { ...before, to: now + slots };
      else issues.push({ id, name, mask, from: now, to: now + slots });
      now += slots;
    } else if (step.kind === 'meet') {
      meetings.push({ at: now, mask: step.mask });
    } else {
      for (const lane of all) if (has(step.mask, lane)) ends.set(lane, now);
    }
  }
  return { issues, meetings, end: now, ends: all.map((lane) => (has(left, lane) ? now : (ends.get(lane) ?? now))) };
}

export interface WarpCost {
  /** Slots in which the warps issue an instruction. */
  readonly slots: number;
  /** Slots of the lane that has the most to do, in the warp where that is most. */
  readonly longestLane: number;
  /** Of all lanes of all slots, the part that takes part. */
  readonly used: number;
}

export function costOf(warps: readonly WarpTimeline[]): WarpCost {
  const slotsOf = (lane: number, { issues }: WarpTimeline) =>
    issues.reduce((sum, { mask, from, to }) => sum + (has(mask, lane) ? to - from : 0), 0);
  const slots = warps.reduce((sum, { end }) => sum + end, 0);
  const perLane = warps.flatMap((warp) => all.map((lane) => slotsOf(lane, warp)));
  const worked = perLane.reduce((sum, each) => sum + each, 0);
  return { slots, longestLane: Math.max(...perLane), used: slots === 0 ? 1 : worked / (lanes * slots) };
}
