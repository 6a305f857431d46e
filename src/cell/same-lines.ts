import { parseMetrics } from './metrics.ts';
import { maskedLine } from './output-comparison.ts';

/**
 * One part of a fence's `same="…"`: which printed lines are the same on every machine. The first rule whose pattern fits a
 * line decides; a line that none fits is the machine's own.
 */
export interface SameRule {
  /** As it was written; `*` stands for any text. Held against the label of a line `label: number unit`, else the whole line. */
  readonly pattern: string;
  /** How far a number may be off; `machine` for lines that rules after this one would take and that differ. */
  readonly kind: 'equal' | 'machine' | { readonly tolerance: number; readonly relative: boolean };
}

const RULE = /^(?<not>!)?(?<pattern>[^!].*?)(?:\s+±(?<amount>\d+(?:\.\d+)?(?:e-?\d+)?)(?<percent>%)?)?$/u;

/** Reads `*parameters; loss ±5%; !torch *`; null where a part is empty or has both `!` and a tolerance. */
export function parseSameRules(text: string): readonly SameRule[] | null {
  const rules = text.split(';').map((part): SameRule | null => {
    const { not, pattern, amount, percent } = RULE.exec(part.trim())?.groups ?? {};
    if (pattern === undefined || (not !== undefined && amount !== undefined)) return null;
    if (amount === undefined) return { pattern, kind: not === undefined ? 'equal' : 'machine' };
    return { pattern, kind: { tolerance: Number(amount) / (percent === undefined ? 1 : 100), relative: percent !== undefined } };
  });
  return rules.every((rule) => rule !== null) ? rules : null;
}

/** Rules that fit no line of a text, or only lines that one before them takes: they would hold of anything. Exceptions may be idle. */
export function idleSameRules(rules: readonly SameRule[], printed: string): readonly SameRule[] {
  const used = new Set(linesOf(rules, printed).map(({ rule }) => rule));
  return rules.filter((rule) => rule.kind !== 'machine' && !used.has(rule));
}

/** How two runs of a cell disagree in lines that its rules name; empty where they agree. The order of lines does not count. */
export function sameLineProblems(rules: readonly SameRule[], recorded: string, live: string): readonly string[] {
  const waiting = linesOf(rules, live).filter(({ rule }) => rule.kind !== 'machine');
  const problems: string[] = [];
  for (const line of linesOf(rules, recorded)) {
    if (line.rule.kind === 'machine') continue;
    const alike = waiting.filter(({ key }) => key === line.key);
    const found = alike.find((other) => agree(line, other)) ?? alike[0];
    if (found) waiting.splice(waiting.indexOf(found), 1);
    if (!found) problems.push(`"${line.text}" is recorded and was not printed`);
    else if (!agree(line, found)) problems.push(`"${line.text}" is recorded and "${found.text}" was printed`);
  }
  return [...problems, ...waiting.map(({ text }) => `"${text}" was printed and is not recorded`)];
}

interface RuledLine {
  readonly rule: SameRule;
  readonly text: string;
  /** What the same line of another run has too. */
  readonly key: string;
  readonly number: { readonly value: number; readonly text: string; readonly unit: string } | null;
}

function linesOf(rules: readonly SameRule[], printed: string): readonly RuledLine[] {
  return printed.split('\n').flatMap((line): readonly RuledLine[] => {
    const text = line.trim();
    const [metric] = parseMetrics(line);
    const rule = text === '' ? undefined : rules.find(({ pattern }) => fits(pattern, metric?.label ?? text));
    return rule ? [{ rule, text, key: metric?.label ?? maskedLine(line), number: metric ?? null }] : [];
  });
}

function agree({ rule: { kind }, number: recorded }: RuledLine, { number: live }: RuledLine): boolean {
  if (!recorded || !live) return recorded === live;
  if (recorded.unit !== live.unit) return false;
  if (typeof kind === 'string') return recorded.text === live.text;
  return Math.abs(live.value - recorded.value) <= kind.tolerance * (kind.relative ? Math.abs(recorded.value) : 1);
}

function fits(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.split('*').map((part) => RegExp.escape(part)).join('.*')}$`, 'u').test(text);
}
