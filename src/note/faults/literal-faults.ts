import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Fault } from '../note.ts';
import { placeIn, sourceOf } from './source-place.ts';

interface Rule {
  readonly found: RegExp;
  readonly message: (source: string) => string;
  readonly hint: string;
}

/** Marks that are left in the text because something is missing elsewhere. An escaped sign is meant. */
const RULES: readonly Rule[] = [
  {
    found: /(?<![\\\w\]])\[(?!\^)[^[\]]+\]\[[^[\]]*\]/gu,
    message: (source) => `${source} is a link to no definition, and is shown as it stands`,
    hint: 'define it ([label]: address) or write [text](address)',
  },
  { found: /(?<!\\)\[\^[^\]\s]+\]/gu, message: (source) => `${source} has no footnote`, hint: 'add a line that begins with the same mark and a colon' },
  {
    found: /(?<!\\)\$\\\$[^$\n]*\$/gu,
    message: (source) => `${source} is no formula and is shown as it stands`,
    hint: 'put a formula with a dollar sign in it between $$',
  },
];

/** Links, footnotes and formulas that stayed text. */
export function literalFaults(tree: Root, text: string): readonly Fault[] {
  const faults: Fault[] = [];
  visit(tree, 'text', (node) => {
    const source = sourceOf(node, text);
    for (const { found, message, hint } of RULES) {
      for (const { index, 0: all } of source.matchAll(found)) faults.push({ ...placeIn(node, text, index), message: message(all), hint });
    }
  });
  return faults;
}
