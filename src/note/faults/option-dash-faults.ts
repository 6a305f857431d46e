import type { Code, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Fault } from '../note.ts';
import { placeIn, sourceOf } from './source-place.ts';

/** An option that begins with a long dash, at the beginning of a word. */
const LONG_DASH = /(?<=^|[\s`"'=(])[–—]+(?=[A-Za-z]|-)/gmu;
const SHELLS = ['shell', 'sh', 'bash', 'zsh', 'console', 'shellsession'];

/** Options in code whose hyphens a word processor has made into dashes: nvcc knows none of them. */
export function optionDashFaults(tree: Root, text: string): readonly Fault[] {
  const faults: Fault[] = [];
  visit(tree, (node) => {
    if (node.type !== 'inlineCode' && node.type !== 'code') return;
    const source = sourceOf(node, text);
    for (const { index, 0: dashes } of source.matchAll(LONG_DASH)) {
      if (node.type === 'code' && !isInShell(node, source, index)) continue;
      const word = /^\S+/u.exec(source.slice(index))?.[0].replace(/`+$/u, '') ?? dashes;
      const hint = `write ${/^.[a-z]{2}/u.test(word) ? '--' : '-'}${word.slice(dashes.length)}, with hyphens`;
      faults.push({ ...placeIn(node, text, index), message: `the option ${word} begins with a long dash`, hint });
    }
  });
  return faults;
}

/** Programs in other languages have dashes in their comments and texts; options of the fence are looked at with all others. */
function isInShell({ lang }: Code, source: string, index: number): boolean {
  return SHELLS.includes(lang ?? '') && index > source.indexOf('\n');
}
