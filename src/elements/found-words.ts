import { analyze } from '../search/analyzer.ts';
import { isEnglishStopWord } from '../search/stop-words.ts';

const NAME = 'found-words';
/** What text runs through without a gap; words do not go on from one to the next. */
const BLOCKS = 'p, li, td, th, h1, h2, h3, h4, h5, h6, dt, dd, summary, figcaption, .ec-line';
const MOST_RANGES = 500;

/**
 * Marks words of a search in the text of the page, until Escape is pressed. Nothing of the document is changed where the
 * browser has highlights of its own (CSS Custom Highlight API); elsewhere words in one piece of text get a `<mark>`.
 */
export function markWords(words: string): void {
  const terms = termsOf(words);
  const ranges = [...document.querySelectorAll<HTMLElement>('main')].flatMap((main) => foundRanges(main, terms)).slice(0, MOST_RANGES);
  if (ranges.length === 0) return;
  const unmark = 'highlights' in CSS ? highlight(ranges) : wrap(ranges);
  window.addEventListener('keydown', ({ key }) => { if (key === 'Escape') unmark(); }, { once: true });
}

/** Words that say something, and symbols whole. */
function termsOf(words: string): ReadonlySet<string> {
  const tokens = analyze(words).filter(({ kind, surface }) => kind !== 'part' && kind !== 'han-single' && !isEnglishStopWord(surface));
  const alone = analyze(words).filter(({ kind }, _, all) => kind === 'han-single' && all.every((other) => other.kind !== 'han'));
  return new Set([...tokens, ...alone].map(({ term }) => term));
}

function foundRanges(root: HTMLElement, terms: ReadonlySet<string>): readonly Range[] {
  const blocks = [...root.querySelectorAll<HTMLElement>(BLOCKS)].filter((block) => block.querySelector(BLOCKS) === null);
  return blocks.flatMap((block) => blockRanges(block, terms));
}

/** A symbol may be cut by the colours of code: the text is read as one, and places are found again in its pieces. */
function blockRanges(block: HTMLElement, terms: ReadonlySet<string>): readonly Range[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const pieces: { readonly node: Text; readonly start: number }[] = [];
  let text = '';
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    pieces.push({ node, start: text.length });
    text += node.data;
  }
  const placeOf = (offset: number): readonly [Text, number] | undefined => {
    const piece = pieces.findLast(({ start }) => start < offset || (start === 0 && offset === 0));
    return piece === undefined ? undefined : [piece.node, offset - piece.start];
  };
  const found = analyze(text).filter(({ term, kind }) => terms.has(term) && kind !== 'part');
  return joined(found).flatMap(({ start, end }) => {
    const from = placeOf(start + 1);
    const to = placeOf(end);
    if (from === undefined || to === undefined) return [];
    const range = document.createRange();
    range.setStart(from[0], from[1] - 1);
    range.setEnd(...to);
    return [range];
  });
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Stretches that overlap or touch become one: neighbouring pairs of Han characters, a symbol and its bare name. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = [];
  for (const { start, end } of stretches.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end) all[all.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else all.push({ start, end });
  }
  return all;
}

function highlight(ranges: readonly Range[]): () => void {
  CSS.highlights.set(NAME, new Highlight(...ranges));
  return () => CSS.highlights.delete(NAME);
}

/** From the end, so that the places before stay as they are. */
function wrap(ranges: readonly Range[]): () => void {
  const marks = ranges.filter(({ startContainer, endContainer }) => startContainer === endContainer).toReversed().flatMap((range) => {
    if (range.collapsed) return [];
    const mark = document.createElement('mark');
    range.surroundContents(mark);
    return [mark];
  });
  return () => { for (const mark of marks) mark.replaceWith(...mark.childNodes); };
}
