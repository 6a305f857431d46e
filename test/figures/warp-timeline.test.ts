import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DivisionByZero, ProgramError, readProgram, type Block, type LaneValues } from '../../src/figures/branch-program.ts';
import { figure } from '../../src/figures/divergence-figure.ts';
import { startDrawing, startValues } from '../../src/figures/figure-model.ts';
import { allLanes, costOf, has, sideOrders, timelineOf, TooLong, type SideOrder } from '../../src/figures/warp-timeline.ts';
import { recordedNumbers } from '../support/recorded-lines.ts';

/** What a thread that runs alone does: its instructions, by the ids of their statements. */
function alone(block: Block, values: LaneValues): { readonly done: readonly number[]; readonly returned: boolean } {
  const done: number[] = [];
  for (const statement of block) {
    if (statement.kind === 'return') return { done, returned: true };
    if (statement.kind === 'work') {
      done.push(...Array.from({ length: statement.slots }, () => statement.id));
      continue;
    }
    if (statement.kind === 'if') {
      const side = alone(statement.condition.valueFor(values) === 0 ? statement.otherwise : statement.then, values);
      done.push(...side.done);
      if (side.returned) return { done, returned: true };
      continue;
    }
    for (let i = 0; i < statement.end.valueFor({ ...values, [statement.counter]: i }); i++) {
      const round = alone(statement.body, { ...values, [statement.counter]: i });
      done.push(...round.done);
      if (round.returned) return { done, returned: true };
    }
  }
  return { done, returned: false };
}

const term = fc.constantFrom('lane', 'warp', 'lane / 4', '(lane ^ 5)', 'lane % 3', '7', '-lane');
const condition = fc.tuple(term, fc.constantFrom('<', '>=', '==', '&', '%', '&& !'), fc.integer({ min: 1, max: 9 }))
  .map(([left, operator, right]) => `${left} ${operator} ${right}`);

/** Writes a statement; each loop has a counter of its own. */
type Writer = (depth: number) => string;
const { block } = fc.letrec<{ statement: Writer; block: Writer }>((tie) => ({
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.integer({ min: 1, max: 4 })).map(([name, slots]): Writer => () => `${name}(${slots});`),
    fc.constant<Writer>(() => 'return;'),
    fc.tuple(condition, tie('block'), tie('block'))
      .map(([test_, then, other]): Writer => (depth) => `if (${test_}) ${then(depth + 1)} else ${other(depth + 1)}`),
    fc.tuple(fc.constantFrom('lane % 3', '2', 'warp + 1', '-1'), tie('block'))
      .map(([end, body]): Writer => (depth) => `for (int i${depth} = 0; i${depth} < ${end}; ++i${depth}) ${body(depth + 1)}`),
  ),
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 3 })
    .map((statements): Writer => (depth) => (depth > 3 ? ';' : `{ ${statements.map((write) => write(depth)).join(' ')} }`)),
}));
const programs = block.map((write) => write(0));

/** The lanes of a warp in the order in which it issues instructions for each. */
function doneBy(code: string, warp: number, order: SideOrder): readonly (readonly number[])[] {
  const { issues } = timelineOf(readProgram(code), warp, order, 100_000);
  return Array.from({ length: 32 }, (_, lane) =>
    issues.filter(({ mask }) => has(mask, lane)).flatMap(({ id, from, to }) => Array.from({ length: to - from }, () => id)));
}

describe('any program', () => {
  it.each(sideOrders)('gives each lane, sides by %s, exactly what it does alone', (order) => {
    fc.assert(fc.property(programs, fc.integer({ min: 0, max: 3 }), (code, warp) => {
      const expected = Array.from({ length: 32 }, (_, lane) => alone(readProgram(code), { lane, warp }).done);
      expect(doneBy(code, warp, order)).toEqual(expected);
    }), { numRuns: 150 });
  });

  it('takes as long whichever side is first, and one instruction at a time', () => {
    fc.assert(fc.property(programs, (code) => {
      const timelines = sideOrders.map((order) => timelineOf(readProgram(code), 1, order, 100_000));
      expect(new Set(timelines.map(({ end }) => end)).size).toBe(1);
      for (const { issues, end } of timelines) {
        expect([...issues.map(({ from }) => from), end]).toEqual([0, ...issues.map(({ to }) => to)]);
        expect(issues.every(({ mask }) => mask !== 0)).toBe(true);
      }
    }), { numRuns: 100 });
  });
});

describe('the cost of a branch', () => {
  const sides = (count: number, of: string) => Array.from({ length: count }, (_, side) =>
    (side < count - 1 ? `if (${of} % ${count} == ${side}) S${side}(8); else ` : `S${side}(8);`)).join('');

  test('is the sum of the sides that some lane takes, as the GPU measured within 5 %', () => {
    const recorded = recordedNumbers('cuda/warps-divergence', 'branches');
    for (const count of [1, 2, 3, 4]) {
      const { end } = timelineOf(readProgram(sides(count, 'lane')), 0, 'else');
      const measured = recorded.get(`${count} sides by lane, against one`) ?? 0;
      expect(Math.abs(measured / (end / 8) - 1)).toBeLessThan(0.05);
      expect(timelineOf(readProgram(sides(count, 'warp')), count - 1, 'else').end).toBe(8);
    }
  });

  test('of a loop is the rounds of its longest lane', () => {
    const timeline = timelineOf(readProgram('for (int i = 0; i < 1 + 4 * (lane == 5); ++i) A(4);'), 0, 'else');
    expect(timeline.issues.map(({ mask, from, to }) => [mask, from, to])).toEqual([[allLanes, 0, 4], [1 << 5, 4, 20]]);
    expect(timeline.meetings).toEqual([{ at: 20, mask: allLanes }]);
    expect(costOf([timeline])).toEqual({ slots: 20, longestLane: 20, used: (32 * 4 + 16) / (32 * 20) });
  });

  test('is met again after the branch, without lanes that have returned', () => {
    const { meetings, ends } = timelineOf(readProgram('if (lane >= 24) { A(2); return; } else if (lane % 2) B(2); C(3);'), 0, 'then');
    expect(meetings).toEqual([{ at: 4, mask: 0x00ff_ffff }, { at: 4, mask: 0x00ff_ffff }]);
    expect([ends[31], ends[0]]).toEqual([2, 7]);
  });
});

test.each([
  ['', 'statement', ''], ['if lane', '“(”', 'lane'], ['if (lane %) A();', 'value', ') A();'], ['if (i) A();', 'known', 'i) A();'],
  ['A(0);', 'slots', '0);'], ['A(41);', 'slots', '41);'], ['{ A();', '“}”', ''], ['A()', '“;”', ''], ['A(); }', 'statement', '}'],
  ['for (lane = 0; lane < 2; ++lane) A();', 'counter', 'lane = 0; l'], ['for (i = 0; i < 2; i) A();', '“++”', ') A();'],
  ['{{{{{{{{A();}}}}}}}}', 'shallower', '{{A();}'],
])('of "%s", says that %s is missing before "%s"', (code, expected, found) => {
  const error = (() => {
    try {
      return readProgram(code);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(ProgramError);
  expect(error).toMatchObject({ expected, found: expect.stringMatching(/^.{0,12}$/u) as string });
  expect((error as ProgramError).found.startsWith(found)).toBe(true);
});

test('conditions are those of C', () => {
  const value = (code: string) => {
    const [statement] = readProgram(`if (${code}) A();`);
    if (statement?.kind !== 'if') throw new Error('no condition');
    return statement.condition.valueFor({ lane: 13, warp: 2 });
  };
  expect(value('lane % 4 + 2 * 3 - 1')).toBe(6);
  expect(value('1 + lane >> 1 & 6 | 1')).toBe(7);
  expect(value('10 - 4 - 3')).toBe(3);
  expect(value('-7 / 2')).toBe(-3);
  expect(value('!(lane < 13) && warp == 2')).toBe(1);
  expect(value('0 && lane / 0')).toBe(0);
  expect(value('2 || lane / 0')).toBe(1);
  expect(() => value('lane % (warp - 2)')).toThrow(DivisionByZero);
  expect(() => timelineOf(readProgram('for (i = 0; i < 1000000; ++i) A(40);'), 0, 'then')).toThrow(TooLong);
  expect(() => timelineOf(readProgram('for (i = 0; i < 1000000; ++i) { }'), 0, 'then')).toThrow(TooLong);
});

describe('the figure', () => {
  const draw = (values: Readonly<Record<string, string>>) => figure.draw({ ...startValues(figure.controls), ...values }, 'en');

  test('tells who works at a slot, and what the warp pays', () => {
    expect(startDrawing(figure, 'en').summary).toBe(
      'Warp 0 is done after 30 slots, and no lane has more than 22 to do; of all lanes, 53 % take part on average. '
      + 'Slot 12: A for 16 lanes, mask 0xAAAAAAAA.');
    expect(startDrawing(figure, 'zh-cn').summary).toContain('掩码 0xAAAAAAAA');
  });

  test.each([
    [{ program: 'if (lane' }, '“)” is missing at the end'],
    [{ program: 'if (lane % (lane - lane)) A();' }, 'divides by zero'],
    [{ program: 'for (i = 0; i < 99; ++i) A(9);' }, 'more than 240 slots'],
    [{ program: 'A(1);'.repeat(99) }, 'at most 300 signs'],
  ])('says what is wrong with %j', (values, words) => {
    expect(draw(values)).toEqual({ control: 'program', problem: expect.stringContaining(words) as string });
  });

  test('shows nothing of a program as markup', () => {
    const drawn = draw({ program: 'if (lane < 3 && lane > 1) A();' });
    expect('problem' in drawn ? '' : drawn.picture).toContain('lane &lt; 3 &amp;&amp; lane > 1');
  });
});
