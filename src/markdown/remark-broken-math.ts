import type { Root } from 'mdast';
import type { InlineMath, Math } from 'mdast-util-math';
import { visit } from 'unist-util-visit';
import { katexProblem } from '../note/faults/math-faults.ts';

/**
 * Shows a formula that KaTeX refuses as its source, in KaTeX's error style and with what is wrong as its title. Only the page of
 * a development server gets that far: the build refuses such pages.
 */
export function remarkBrokenMath() {
  return (tree: Root): void => {
    visit(tree, (node) => {
      if (node.type !== 'math' && node.type !== 'inlineMath') return;
      const problem = katexProblem(node);
      if (problem) node.data = brokenMath(node, problem.message);
    });
  };
}

/** As remark-rehype takes it: an element of this name instead of one that rehype-katex looks for. */
function brokenMath({ type, value }: InlineMath | Math, title: string): NonNullable<InlineMath['data']> {
  const text = type === 'math' ? `$$\n${value}\n$$` : `$${value}$`;
  return {
    hName: type === 'math' ? 'pre' : 'span',
    hProperties: { className: ['katex-error'], title },
    hChildren: [{ type: 'text', value: text }],
  };
}
