import type { Code, Html, Nodes, Paragraph, PhrasingContent, RootContent } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import { parseFenceOptions } from '../cell/fence-options.ts';
import { elementAttribute } from '../note/element-attribute.ts';
import { closingTag, inlineHtml, openingTag } from './inline-html.ts';
import { plainEmphasis } from './plain-emphasis.ts';

/** A cell by the note that holds its code. */
export interface CellPlace {
  readonly note: string;
  readonly id: string;
}

/** What the parts of a note that are not Markdown become. */
export interface PlainParts {
  readonly ownId: string;
  readonly metric: (element: MdxJsxFlowElement | MdxJsxTextElement) => string;
  readonly errata: readonly RootContent[];
  /** Stands where the page has a component without content, such as a figure. */
  readonly figure: (name: string) => Paragraph;
  /** Stands inside another block for a cell that follows the block. */
  readonly cellBelow: (id: string) => Paragraph;
}

/** Languages of fences that readers of notebooks know by another name. */
export const COMMON_NAMES: Readonly<Record<string, string>> = { cuda: 'cpp', shell: 'bash' };

/** The runnable cell that a block is; null for any other. */
export function cellPlace(node: Nodes, ownId: string): CellPlace | null {
  if (node.type === 'code') {
    const result = parseFenceOptions(node.meta ?? '');
    return result.kind === 'cell' ? { note: ownId, id: result.options.id } : null;
  }
  if (node.type !== 'mdxJsxFlowElement' || node.name !== 'Cell') return null;
  return { note: elementAttribute(node, 'note') ?? ownId, id: elementAttribute(node, 'id') ?? '' };
}

/** MDX as Markdown with plain HTML in it. Cells inside other blocks are put into `found`. */
export function plainNodes(nodes: readonly Nodes[], parts: PlainParts, found: CellPlace[]): readonly RootContent[] {
  return nodes.flatMap((node, index): readonly RootContent[] => {
    const cell = cellPlace(node, parts.ownId);
    if (cell) {
      found.push(cell);
      return [parts.cellBelow(cell.id)];
    }
    switch (node.type) {
      case 'root': case 'yaml': case 'mdxjsEsm': return [];
      case 'code': return [plainFence(node)];
      case 'mdxFlowExpression': return expressionNodes(node.value).map((child) => ({ type: 'paragraph', children: [child] }));
      case 'mdxTextExpression': return expressionNodes(node.value);
      case 'mdxJsxFlowElement': case 'mdxJsxTextElement': return elementNodes(node, parts, found);
    }
    if (!('children' in node)) return [node];
    // What the children of a node may be, it says itself; a list stays a list of items.
    const plain = { ...node, children: plainNodes(node.children, parts, found) } as typeof node;
    // MDX takes a tag on a line of its own for a paragraph that it unwraps later.
    const [only, ...others] = plain.children;
    if (plain.type === 'paragraph' && only?.type === 'html' && others.length === 0) return [only];
    return plain.type === 'strong' || plain.type === 'emphasis' ? plainEmphasis(plain, nodes[index - 1], nodes[index + 1]) : [plain];
  });
}

function plainFence({ value, lang }: Code): Code {
  return { type: 'code', value, lang: COMMON_NAMES[lang ?? ''] ?? lang ?? null };
}

/** A comment is nothing, a literal its text, anything else the code that it is. */
function expressionNodes(source: string): readonly PhrasingContent[] {
  const value = source.trim();
  if (value === '' || /^\/\*[^]*\*\/$/u.test(value)) return [];
  const [, , text] = /^(["'`])([^"'`\\]*)\1$/u.exec(value) ?? [];
  if (text !== undefined) return [{ type: 'text', value: text }];
  return /^[\d.]+$/u.test(value) ? [{ type: 'text', value }] : [{ type: 'inlineCode', value: `{${value}}` }];
}

function elementNodes(element: MdxJsxFlowElement | MdxJsxTextElement, parts: PlainParts, found: CellPlace[]): readonly RootContent[] {
  const isFlow = element.type === 'mdxJsxFlowElement';
  const { name } = element;
  if (name === 'Metric') {
    const text: PhrasingContent = { type: 'text', value: parts.metric(element) };
    return isFlow ? [{ type: 'paragraph', children: [text] }] : [text];
  }
  if (name === 'Errata') return parts.errata;
  const children = plainNodes(element.children, parts, found);
  // A fragment (`<>…</>`) has no name.
  if (name === null || /^\p{Lu}/u.test(name)) {
    if (children.length > 0 || name === null) return children;
    const figure = parts.figure(name);
    return isFlow ? [figure] : figure.children;
  }
  if (name === 'summary') return [html(openingTag(element) + inlineHtml(children) + closingTag(element))];
  const [summary, ...rest] = children;
  if (name === 'details' && summary?.type === 'html') return [html(`${openingTag(element)}\n${summary.value}`), ...rest, html('</details>')];
  const closing = closingTag(element);
  return [html(openingTag(element)), ...children, ...(closing === '' ? [] : [html(closing)])];
}

function html(value: string): Html {
  return { type: 'html', value };
}
