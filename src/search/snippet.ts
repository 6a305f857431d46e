import { analyze } from './analyzer.ts';
import type { SearchDocument } from './search-document.ts';

/** A stretch of text; `mark` when the query asked for it. */
export interface Segment {
  readonly text: string;
  readonly mark: boolean;
}

export interface Snippet {
  readonly title: readonly Segment[];
  readonly heading: readonly Segment[];
  /** The densest window of the prose; empty for a section without any. */
  readonly text: readonly Segment[];
  /** The line of code with the most of the query's symbols, if one has any. */
  readonly code: readonly Segment[];
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly term: string;
  readonly weight: number;
}

/** Widths in columns: a Han character takes about two of a Latin letter. */
const TEXT_COLUMNS = 170;
const CODE_COLUMNS = 90;
/** Of the heaviest term that the section has; lighter ones are not marked. */
const LEAST_MARK_SHARE = 0.2;

/**
 * Cuts what a result shows out of a section.
 * @param terms index terms that answered the query, with their weights
 */
export function snippetOf(
  document: Pick<SearchDocument, 'title' | 'heading' | 'text' | 'code'>,
  terms: ReadonlyMap<string, number>,
): Snippet {
  const { title, heading, text, code } = document;
  const marksIn = (field: string): readonly Mark[] => findMarks(field, terms);
  const found = { title: marksIn(title), heading: marksIn(heading), text: marksIn(text), code: marksIn(code) };
  const least = LEAST_MARK_SHARE * Object.values(found).flat().reduce((most, { weight }) => Math.max(most, weight), 0);
  const heavy = (marks: readonly Mark[]): readonly Mark[] => marks.filter(({ weight }) => weight >= least);
  return {
    title: segments(title, 0, title.length, heavy(found.title)),
    heading: segments(heading, 0, heading.length, heavy(found.heading)),
    text: denseWindow(text, heavy(found.text)),
    code: codeLine(code, heavy(found.code).filter(({ term }) => isCodeTerm(term))),
  };
}

function findMarks(text: string, terms: ReadonlyMap<string, number>): readonly Mark[] {
  const marks: Mark[] = [];
  for (const { term, start, end } of analyze(text)) {
    const weight = terms.get(term);
    if (weight !== undefined) marks.push({ start, end, term, weight });
  }
  return marks;
}

/** The window with the greatest sum of different terms, moved to whole words, with an ellipsis where it cuts. */
function denseWindow(text: string, marks: readonly Mark[]): readonly Segment[] {
  const flat = text.replace(/\s/g, ' ');
  const best = bestStart(flat, marks);
  const start = startOfWord(flat, best);
  const end = endOfWord(flat, endOfColumns(flat, start, TEXT_COLUMNS));
  const inner = segments(flat, start, end, marks);
  const before = start > 0 ? [{ text: '… ', mark: false }] : [];
  const after = end < flat.length ? [{ text: ' …', mark: false }] : [];
  return inner.length === 0 ? [] : [...before, ...inner, ...after];
}

function bestStart(text: string, marks: readonly Mark[]): number {
  let best = { start: 0, weight: 0 };
  for (const { start } of marks) {
    const end = endOfColumns(text, start, TEXT_COLUMNS * 0.8);
    const weight = windowWeight(marks.filter((mark) => mark.start >= start && mark.end <= end));
    if (weight > best.weight) best = { start, weight };
  }
  const opening = windowWeight(marks.filter((mark) => mark.end <= endOfColumns(text, 0, TEXT_COLUMNS)));
  return opening >= best.weight ? 0 : columnsBefore(text, best.start, TEXT_COLUMNS * 0.2);
}

/** Every term once, and a little for each repetition. */
function windowWeight(marks: readonly Mark[]): number {
  const seen = new Set<string>();
  let weight = 0;
  for (const mark of marks) {
    weight += seen.has(mark.term) ? 0.1 * mark.weight : mark.weight;
    seen.add(mark.term);
  }
  return weight;
}

/** The line with the most of the marks, without what it is indented by. */
function codeLine(code: string, all: readonly Mark[]): readonly Segment[] {
  let best = { weight: 0, line: '', marks: [] as readonly Mark[] };
  for (let next = 0; next < all.length; ) {
    const at = all[next]?.start ?? 0;
    const lineEnd = code.indexOf('\n', at);
    const end = lineEnd < 0 ? code.length : lineEnd;
    const from = code.lastIndexOf('\n', at) + 1;
    const first = next;
    while (next < all.length && (all[next]?.start ?? 0) < end) next += 1;
    const inside = all.slice(first, next);
    const weight = windowWeight(inside);
    if (weight <= best.weight) continue;
    const indent = /^\s*/u.exec(code.slice(from, end))?.[0].length ?? 0;
    const marks = inside.map((mark) => ({ ...mark, start: mark.start - from - indent, end: mark.end - from - indent }));
    best = { weight, line: code.slice(from, end).trim(), marks };
  }
  const first = best.marks[0]?.start ?? 0;
  const start = first > CODE_COLUMNS * 0.7 ? startOfWord(best.line, first - CODE_COLUMNS * 0.3) : 0;
  const end = endOfColumns(best.line, start, CODE_COLUMNS);
  const inner = segments(best.line, start, end, best.marks);
  return [
    ...(start > 0 ? [{ text: '… ', mark: false }] : []),
    ...inner,
    ...(end < best.line.length ? [{ text: ' …', mark: false }] : []),
  ];
}

function isCodeTerm(term: string): boolean {
  return !/^\p{Script=Han}/u.test(term);
}

/** Marks that overlap, touch, or have one space between them become one. */
function segments(text: string, from: number, to: number, marks: readonly Mark[]): readonly Segment[] {
  const pieces: Segment[] = [];
  let at = from;
  const inside = marks.filter(({ end, start }) => end > from && start < to);
  const sorted = inside.sort((one, other) => one.start - other.start);
  for (let index = 0; index < sorted.length; ) {
    const start = Math.max(at, sorted[index]?.start ?? at);
    let end = start;
    while (index < sorted.length && isTouching(text, end, sorted[index]?.start ?? Infinity)) {
      end = Math.max(end, sorted[index]?.end ?? end);
      index += 1;
    }
    if (start > at) pieces.push({ text: text.slice(at, start), mark: false });
    if (end > start) pieces.push({ text: text.slice(start, Math.min(end, to)), mark: true });
    at = Math.max(at, Math.min(end, to));
  }
  if (at < to) pieces.push({ text: text.slice(at, to), mark: false });
  return pieces;
}

function isTouching(text: string, end: number, next: number): boolean {
  return next <= end || (next === end + 1 && text[end] === ' ');
}

function columns(character: string): number {
  // What comes before U+2E80 is neither Han nor full-width.
  return character >= '\u2e80' && /[\p{Script=Han}\u3000-\u303f\uff00-\uff60]/u.test(character) ? 2 : 1;
}

function endOfColumns(text: string, start: number, width: number): number {
  let at = start;
  for (let used = 0; at < text.length; at += 1) {
    used += columns(text[at] ?? '');
    if (used > width) break;
  }
  return at;
}

function columnsBefore(text: string, start: number, width: number): number {
  let at = start;
  for (let used = 0; at > 0; at -= 1) {
    used += columns(text[at - 1] ?? '');
    if (used > width) break;
  }
  return at;
}

/** Moves a cut inside a Latin word to its beginning. */
function startOfWord(text: string, cut: number): number {
  let at = Math.floor(cut);
  while (at > 0 && cut - at < 24 && isInsideWord(text, at)) at -= 1;
  return at;
}

function endOfWord(text: string, cut: number): number {
  let at = cut;
  while (at > 0 && at < text.length && cut - at < 24 && isInsideWord(text, at)) at -= 1;
  return at;
}

function isInsideWord(text: string, at: number): boolean {
  const pair = text.slice(at - 1, at + 1);
  return /^[^\s\p{Script=Han}\p{P}]{2}$/u.test(pair) || /^[\ud800-\udbff]/.test(pair);
}
