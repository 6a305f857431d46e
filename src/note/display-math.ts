import type { InlineMath, Math } from 'mdast-util-math';
import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';

/**
 * A remark plugin that makes a paragraph of nothing but `$$…$$` the display formula that its author means. Markdown has it
 * as a formula in a line, and wants the signs on lines of their own.
 */
export function remarkDisplayMath() {
  return (tree: Root, file: { toString(): string }): void => displayMath(tree, String(file));
}

/** The same for a tree that was only parsed. */
export function displayMath(tree: Root, text: string): void {
  visit(tree, 'paragraph', (paragraph, index, parent) => {
    const [only, ...more] = paragraph.children;
    if (only?.type !== 'inlineMath' || more.length > 0 || !parent || index === undefined || !hasTwoDollars(only, text)) return;
    parent.children[index] = displayed(only);
  });
}

/** Whether a formula in a line stands between `$$` and not `$`. */
export function hasTwoDollars({ position }: InlineMath, text: string): boolean {
  return text.startsWith('$$', position?.start.offset ?? text.length);
}

/** With what remark-rehype is told of display math by mdast-util-math. */
function displayed({ value, position }: InlineMath): Math {
  const properties = { className: ['language-math', 'math-display'] };
  const code = { type: 'element' as const, tagName: 'code', properties, children: [{ type: 'text' as const, value }] };
  return { type: 'math', value, data: { hName: 'pre', hChildren: [code] }, ...(position && { position }) };
}
