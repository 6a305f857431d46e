import type { Definition, Root } from 'mdast';
import { visit } from 'unist-util-visit';

/**
 * Makes links and images by reference (`[text][label]`) plain ones and takes their definitions away, for text that is to be cut or
 * joined: a definition is found in its own piece only.
 */
export function inlineReferences(tree: Root): void {
  const definitions = new Map<string, Definition>();
  visit(tree, 'definition', (node) => void definitions.set(node.identifier, node));
  visit(tree, (node, index, parent) => {
    if (node.type !== 'linkReference' && node.type !== 'imageReference') return;
    const { url, title = null } = definitions.get(node.identifier) ?? { url: '' };
    if (node.type === 'imageReference') parent?.children.splice(index ?? 0, 1, { type: 'image', url, title, alt: node.alt ?? '' });
    else parent?.children.splice(index ?? 0, 1, { type: 'link', url, title, children: node.children });
  });
  visit(tree, 'definition', (_node, index, parent) => {
    parent?.children.splice(index ?? 0, 1);
    return index;
  });
}
