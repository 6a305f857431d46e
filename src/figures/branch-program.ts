/**
 * A program of branches as a kernel would write them: `if (lane % 2) { A(8); } else B(4); for (i = 0; i < lane % 3; ++i) C(2); return;`.
 * `A(8)` stands for eight instructions. Conditions are C's over whole numbers, `lane`, `warp` and the counters of loops.
 */

/** What a lane knows: `lane`, `warp` and the counters of the loops around. */
export type LaneValues = Readonly<Record<string, number>>;

export interface Expression {
  /** As it was written. */
  readonly code: string;
  readonly valueFor: (values: LaneValues) => number;
}

export type Statement =
  | { readonly kind: 'work'; readonly id: number; readonly name: string; readonly slots: number }
  | { readonly kind: 'return' }
  | { readonly kind: 'if'; readonly condition: Expression; readonly then: Block; readonly otherwise: Block }
  | { readonly kind: 'for'; readonly counter: string; readonly end: Expression; readonly body: Block };
export type Block = readonly Statement[];

/** What should have stood where the program cannot be read: a sign in quotes, or a kind of thing. */
export type Expected = 'statement' | 'value' | 'slots' | 'counter' | 'known' | 'shallower' | `“${string}”`;

/** Where a program cannot be read, and why. */
export class ProgramError extends Error {
  readonly expected: Expected;
  readonly found: string;
  constructor(expected: Expected, found: string) {
    super(`${expected} expected, not "${found}"`);
    this.expected = expected;
    this.found = found;
  }
}

/** Reaching it, a program has no value: C leaves a division by zero undefined. */
export class DivisionByZero extends Error {}

interface Token {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

const deepest = 6;
export const mostSlots = 40;

function tokensOf(code: string): readonly Token[] {
  return [...code.matchAll(/\d+|\w+|[<>]{2}|[<>=!]=|&&|\|\||\+\+|[^\s\w]/gu)].map(({ 0: text, index }) => ({ text, at: index, end: index + text.length }));
}

type Operation = (left: number, right: number) => number;
const divided = (divide: Operation): Operation => (left, right) => {
  if (right === 0) throw new DivisionByZero();
  return divide(left, right);
};
/** The operators of C, in the order of their precedence. */
const operations: readonly Readonly<Record<string, Operation>>[] = [
  { '||': (a, b) => Number(a !== 0 || b !== 0) },
  { '&&': (a, b) => Number(a !== 0 && b !== 0) },
  { '|': (a, b) => a | b },
  { '^': (a, b) => a ^ b },
  { '&': (a, b) => a & b },
  { '==': (a, b) => Number(a === b), '!=': (a, b) => Number(a !== b) },
  { '<': (a, b) => Number(a < b), '<=': (a, b) => Number(a <= b), '>': (a, b) => Number(a > b), '>=': (a, b) => Number(a >= b) },
  { '<<': (a, b) => a << b, '>>': (a, b) => a >> b },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => Math.imul(a, b), '/': divided((a, b) => Math.trunc(a / b)), '%': divided((a, b) => a % b) },
];

type Value = Expression['valueFor'];

/** Reads a program; throws a `ProgramError`. */
export function readProgram(code: string): Block {
  const tokens = tokensOf(code);
  let next = 0;
  let works = 0;
  const counters: string[] = [];

  const seen = () => tokens[next]?.text ?? '';
  const fail = (expected: Expected): never => {
    throw new ProgramError(expected, code.slice(tokens[next]?.at ?? code.length).slice(0, 12));
  };
  const take = (text: string): boolean => (seen() === text ? (next++, true) : false);
  const need = (text: string): void => { if (!take(text)) fail(`“${text}”`); };

  function block(depth: number): Block {
    if (depth > deepest) fail('shallower');
    if (!take('{')) return statement(depth);
    const statements: Statement[] = [];
    while (!take('}')) {
      if (seen() === '') fail('“}”');
      statements.push(...statement(depth));
    }
    return statements;
  }

  /** A statement; none for an empty one. */
  function statement(depth: number): Block {
    if (take(';')) return [];
    if (seen() === '{') return block(depth + 1);
    if (take('return')) {
      need(';');
      return [{ kind: 'return' }];
    }
    if (take('if')) {
      need('(');
      const condition = expression();
      need(')');
      const then = block(depth + 1);
      return [{ kind: 'if', condition, then, otherwise: take('else') ? block(depth + 1) : [] }];
    }
    return take('for') ? [loop(depth)] : [work()];
  }

  function loop(depth: number): Statement {
    need('(');
    take('int');
    const counter = seen();
    if (!/^[a-z]\w*$/iu.test(counter) || ['lane', 'warp', 'int', ...counters].includes(counter)) fail('counter');
    next++;
    for (const text of ['=', '0', ';', counter, '<']) need(text);
    const end = expression();
    need(';');
    const isBefore = take('++');
    need(counter);
    if (!isBefore) need('++');
    need(')');
    counters.push(counter);
    const body = block(depth + 1);
    counters.pop();
    return { kind: 'for', counter, end, body };
  }

  function work(): Statement {
    const name = seen();
    if (!/^[a-z_]\w*$/iu.test(name)) fail('statement');
    next++;
    need('(');
    const slots = seen() === ')' ? 1 : Number(seen());
    if (!Number.isInteger(slots) || slots < 1 || slots > mostSlots) fail('slots');
    if (seen() !== ')') next++;
    need(')');
    need(';');
    return { kind: 'work', id: works++, name, slots };
  }

  function expression(): Expression {
    const first = tokens[next]?.at ?? 0;
    const valueFor = binary(0);
    return { code: code.slice(first, tokens[next - 1]?.end), valueFor };
  }

  function binary(level: number): Value {
    const known = operations[level];
    if (!known) return unary();
    let left = binary(level + 1);
    for (let operation = known[seen()]; operation; operation = known[seen()]) {
      next++;
      const [before, right, apply] = [left, binary(level + 1), operation];
      // The right side of && and || is looked at only where it counts.
      const decides = level === 0 ? 1 : level === 1 ? 0 : null;
      left = (values) => {
        const value = before(values);
        return decides !== null && Number(value !== 0) === decides ? decides : apply(value, right(values));
      };
    }
    return left;
  }

  function unary(): Value {
    if (take('(')) {
      const inner = binary(0);
      need(')');
      return inner;
    }
    if (take('!')) {
      const inner = unary();
      return (values) => Number(inner(values) === 0);
    }
    if (take('-')) {
      const inner = unary();
      return (values) => -inner(values);
    }
    const word = seen();
    if (/^\d{1,9}$/u.test(word)) {
      next++;
      return () => Number(word);
    }
    if (!/^[a-z_]\w*$/iu.test(word)) fail('value');
    if (!['lane', 'warp', ...counters].includes(word)) fail('known');
    next++;
    return (values) => values[word] ?? 0;
  }

  const program: Statement[] = [];
  while (next < tokens.length) program.push(...statement(0));
  if (program.length === 0) fail('statement');
  return program;
}
