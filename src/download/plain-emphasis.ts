import type { Emphasis, Html, Nodes, PhrasingContent, Strong } from 'mdast';
import { toString } from 'mdast-util-to-string';

/**
 * Bold or emphasised text in a form that every reader of Markdown takes for one. Stars beside Chinese punctuation mean nothing in
 * CommonMark, which asks for a space there that Chinese has not (section 6.2, "left-flanking delimiter run"): such text gets tags.
 */
export function plainEmphasis(node: Strong | Emphasis, before: Nodes | undefined, after: Nodes | undefined): readonly PhrasingContent[] {
  const [first, last] = [node.children.at(0), node.children.at(-1)];
  if (binds(edge(before, 'end'), edge(first, 'start')) && binds(edge(after, 'start'), edge(last, 'end'))) return [node];
  const name = node.type === 'strong' ? 'strong' : 'em';
  return [tag(`<${name}>`), ...node.children, tag(`</${name}>`)];
}

function tag(value: string): Html {
  return { type: 'html', value };
}

/** Whether stars between two characters, the inner one belonging to the emphasised text, open or close it. */
function binds(outside: string, inside: string): boolean {
  if (/^\s?$/u.test(inside)) return false;
  return !isPunctuation(inside) || /^\s?$/u.test(outside) || isPunctuation(outside);
}

function isPunctuation(character: string): boolean {
  return /^[\p{P}\p{S}]$/u.test(character);
}

/** The first or last character that a node has in Markdown; empty where there is no node. */
function edge(node: Nodes | undefined, side: 'start' | 'end'): string {
  switch (node?.type) {
    case undefined: case 'break': return '';
    case 'text': return characterAt(node.value, side);
    case 'inlineCode': return '`';
    case 'inlineMath': return '$';
    case 'strong': case 'emphasis': return '*';
    case 'link': return side === 'start' ? '[' : ')';
    case 'html': return side === 'start' ? '<' : '>';
    default: return characterAt(toString(node), side);
  }
}

function characterAt(text: string, side: 'start' | 'end'): string {
  return (side === 'start' ? /^./su : /.$/su).exec(text)?.[0] ?? '';
}
