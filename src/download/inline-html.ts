import type { Nodes } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import { escapeHtml } from '../output/escape-html.ts';

const VOID = new Set(['br', 'hr', 'img', 'wbr', 'input']);

/** The tag that opens an element of plain HTML, with the attributes that are plain text. */
export function openingTag({ name, attributes }: MdxJsxFlowElement | MdxJsxTextElement): string {
  const words = attributes.flatMap((each) => {
    if (each.type !== 'mdxJsxAttribute' || (typeof each.value === 'object' && each.value !== null)) return [];
    return each.value === undefined || each.value === null ? [each.name] : [`${each.name}="${escapeHtml(each.value)}"`];
  });
  return `<${[name ?? 'span', ...words].join(' ')}>`;
}

/** Empty for an element that has no closing tag. */
export function closingTag({ name }: MdxJsxFlowElement | MdxJsxTextElement): string {
  return VOID.has(name ?? '') ? '' : `</${name ?? 'span'}>`;
}

/** Running text as HTML, for places in which Markdown is not read, such as a line of `<summary>`. Formulas stay TeX. */
export function inlineHtml(nodes: readonly Nodes[]): string {
  return nodes.map((node): string => {
    switch (node.type) {
      case 'text': return escapeHtml(node.value);
      case 'inlineCode': return `<code>${escapeHtml(node.value)}</code>`;
      case 'inlineMath': return `$${escapeHtml(node.value)}$`;
      case 'html': return node.value;
      case 'break': return '<br>';
      case 'strong': return `<strong>${inlineHtml(node.children)}</strong>`;
      case 'emphasis': return `<em>${inlineHtml(node.children)}</em>`;
      case 'delete': return `<del>${inlineHtml(node.children)}</del>`;
      case 'link': return `<a href="${escapeHtml(node.url)}">${inlineHtml(node.children)}</a>`;
      default: return 'children' in node ? inlineHtml(node.children) : '';
    }
  }).join('');
}
