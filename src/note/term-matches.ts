import type { Locale } from '../i18n/locale.ts';
import type { Term } from './terms.ts';

/** Where a text uses a term: UTF-16 offsets, end exclusive. */
export interface TermMatch {
  readonly term: Term;
  readonly start: number;
  readonly end: number;
}

/** Finds the terms of a text from left to right, at each place the longest. */
export type TermFinder = (text: string) => readonly TermMatch[];

interface Form {
  readonly text: string;
  readonly term: Term;
}

/**
 * Makes the finder of a language. Latin forms are whole words, with an `s` where they are plurals; a form without capitals
 * is found with one at its beginning too. Chinese forms are found anywhere, since nothing marks the ends of words there.
 */
export function termFinder(terms: readonly Term[], locale: Locale): TermFinder {
  const unsorted = terms.flatMap((term) => term[locale].map((text): Form => ({ text, term })));
  const forms = unsorted.toSorted((a, b) => b.text.length - a.text.length);
  if (forms.length === 0) return () => [];
  const pattern = new RegExp(forms.map(({ text }) => `(${formPattern(text)})`).join('|'), 'gu');
  return (text) => [...text.matchAll(pattern)].flatMap((match) => {
    const form = forms[match.slice(1).findIndex((group: string | undefined) => group !== undefined)];
    return form === undefined ? [] : [{ term: form.term, start: match.index, end: match.index + match[0].length }];
  });
}

/** A letter, a digit or a sign that belongs to a name: `cuda::stream` and `L2-cache` are names of their own. */
const NAME = '[\\p{Script=Latin}\\p{N}_:.\\-]';
const AFTER = '(?![\\p{Script=Latin}\\p{N}_]|[:.\\-]+[\\p{Script=Latin}\\p{N}_])';

function formPattern(form: string): string {
  if (/^\p{Script=Han}/u.test(form)) return escaped(form);
  const [first = '', ...rest] = form;
  const beginning = /\p{Ll}/u.test(first) ? `[${first}${first.toUpperCase()}]` : escaped(first);
  return `(?<!${NAME})${beginning}${escaped(rest.join('')).replaceAll(' ', '\\s+')}${/[a-z]$/u.test(form) ? '(?:e?s)?' : 's?'}${AFTER}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}
