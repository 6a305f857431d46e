import type { Code, InlineCode, Root } from 'mdast';
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
      if (!isCommand(node, index)) continue;
      const word = /^\S+/u.exec(source.slice(index))?.[0].replace(/`+$/u, '') ?? dashes;
      const hint = `write ${/^.[a-z]{2}/u.test(word) ? '--' : '-'}${word.slice(dashes.length)}, with hyphens`;
      faults.push({ ...placeIn(node, text, index), message: `the option ${word} begins with a long dash`, hint });
    }
  });
  return faults;
}

/** All of a command is looked at; of a program in another language the options of the fence alone. */
function isCommand(node: Code | InlineCode, index: number): boolean {
  if (node.type === 'inlineCode' || SHELLS.includes(node.lang ?? '')) return true;
  return index < (node.meta?.length ?? 0) + (node.lang?.length ?? 0) + 4;
}
