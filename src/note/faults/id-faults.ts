import GithubSlugger from 'github-slugger';
import type { Nodes, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { parseFenceOptions } from '../../cell/fence-options.ts';
import { elementAttribute } from '../element-attribute.ts';
import { placeOf } from '../node-place.ts';
import type { Fault, Place } from '../note.ts';

/** Headings that get no anchor or a broken one, and ids that two things on the page would have. */
export function idFaults(tree: Root): readonly Fault[] {
  const slugger = new GithubSlugger();
  const seen = new Map<string, Place>();
  const faults: Fault[] = [];
  visit(tree, (node) => {
    const place = placeOf(node);
    if (node.type === 'heading' && node.children.some(({ type }) => type === 'inlineMath')) {
      const hint = 'write it as plain text or as `code`, and the formula below the heading';
      faults.push({ ...place, message: 'a formula in a heading stands three times in the list of contents', hint });
    }
    const id = idOf(node, slugger);
    if (id === undefined) return;
    const first = seen.get(id);
    if (id === '') faults.push({ ...place, message: 'the heading has no letter or digit to make an anchor of', hint: 'give it words' });
    else if (first) faults.push({ ...place, message: `the id "${id}" is that of something on line ${first.line} too`, hint: 'give one of them another name' });
    else seen.set(id, place);
  });
  return faults;
}

/** The id that a node has on the page; undefined where it has none. */
function idOf(node: Nodes, slugger: GithubSlugger): string | undefined {
  if (node.type === 'heading') return slugger.slug(toString(node, { includeImageAlt: false }));
  if (node.type === 'code') {
    const fence = parseFenceOptions(node.meta ?? '');
    return fence.kind === 'cell' ? `cell-${fence.options.id}` : undefined;
  }
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return undefined;
  const id = elementAttribute(node, 'id');
  if (id === undefined) return undefined;
  if (node.name === 'Cell') return `cell-${id}`;
  return /^[a-z]/u.test(node.name ?? '') ? id : undefined;
}
