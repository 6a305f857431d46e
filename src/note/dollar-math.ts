import { math } from 'micromark-extension-math';
import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types';
import type { Processor } from 'unified';

const DOLLAR = 36;

/**
 * A remark plugin, after remark-math: a dollar sign opens a formula in a line only where the next one can close it, as in
 * Pandoc (https://pandoc.org/MANUAL.html#math). A space before the closing sign alone, or a digit after it, makes prices of both:
 * "$5 and $10". So does an escaped sign. What has a sign of TeX, or is one word, stays a formula; what begins with a digit and has
 * Chinese in it never is.
 */
export function remarkDollarMath(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: object[] };
  const construct = math().text?.[DOLLAR] as Construct;
  const guarded: Construct = {
    ...construct,
    name: 'dollarMath',
    tokenize(effects, ok, nok) {
      const open = construct.tokenize.call(this, effects, ok, nok);
      return (code) => effects.check({ tokenize: canOpen, partial: true }, open, nok)(code);
    },
  };
  (data.micromarkExtensions ??= []).push({ text: { [DOLLAR]: guarded }, disable: { null: [construct.name] } });
}

/** Looks ahead from an opening sign to the one that would close it. More than one sign is remark-math's own matter. */
function canOpen(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const seen: Between = { first: null, last: null, depth: 0, hasChinese: false, hasTex: false, hasWords: false };
  let opening = 0;
  const end = (state: State, code: Code): State | undefined => {
    effects.exit(GUARD);
    return state(code);
  };
  const sequence: State = (code) => {
    if (code !== DOLLAR) return opening > 1 ? end(ok, code) : inside(code);
    opening += 1;
    effects.consume(code);
    return sequence;
  };
  const inside: State = (code) => {
    if (code === null) return end(nok, code);
    if (code !== DOLLAR) look(seen, code);
    if (code < TAB) {
      effects.exit(GUARD);
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      effects.enter(GUARD);
    } else effects.consume(code);
    return code === DOLLAR ? after : inside;
  };
  const after: State = (code) => end(isFormula(seen, code) ? ok : nok, code);
  return (code) => {
    effects.enter(GUARD);
    return sequence(code);
  };
}

/** What stands between two signs, as far as it tells a formula from a text between two prices. */
interface Between {
  first: Code;
  last: Code;
  /** How many braces are open. */
  depth: number;
  /** Outside of braces. */
  hasChinese: boolean;
  hasTex: boolean;
  /** More than one. */
  hasWords: boolean;
}

function look(seen: Between, code: number): void {
  const character = code > 0 ? String.fromCodePoint(code) : ' ';
  if (character === '{') seen.depth += 1;
  if (character === '}') seen.depth -= 1;
  seen.hasChinese ||= seen.depth === 0 && /[\p{Script=Han}、。，；：！？（）]/u.test(character);
  seen.hasTex ||= /[\\^_{=+]/u.test(character);
  seen.hasWords ||= seen.first !== null && isSpace(seen.last) && character !== ' ';
  seen.first ??= code;
  seen.last = code;
}

/** @param next what follows the closing sign */
function isFormula({ first, last, hasChinese, hasTex, hasWords }: Between, next: Code): boolean {
  if (last === BACKSLASH || (isDigit(first) && hasChinese)) return false;
  if (hasTex || !(hasWords || isDigit(first))) return true;
  return !(isSpace(last) && !isSpace(first)) && !isDigit(next);
}

/** Undone after the look ahead, so that nobody sees it. */
const GUARD = 'data';

/** Before a sign: no formula ends with one, so the sign is that of a price. */
const BACKSLASH = 92;

/** Codes of micromark below zero: line ends up to -3, a tab, and the spaces that it stands for. */
const TAB = -2;

const isSpace = (code: Code): boolean => code !== null && (code < 0 || code === 32);
const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57;
