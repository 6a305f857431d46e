import type { Root } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { unified, type Plugin } from 'unified';
import { visit } from 'unist-util-visit';
import { VFile } from 'vfile';
import { markdownTree } from '../../src/note/markdown-tree.ts';

/** The tree of a page after one of our remark plugins. */
export async function transform<Options>(plugin: Plugin<[Options], Root>, options: Options, path: string, text: string): Promise<Root> {
  const file = new VFile({ path, value: text });
  return unified().use(plugin, options).run(markdownTree(text, path), file);
}

/** What the `Cell` elements of a tree say and hold, in order. */
export function cellsOf(tree: Root): readonly { readonly attributes: unknown; readonly code: unknown; readonly parent: string }[] {
  const found: { attributes: unknown; code: unknown; parent: string }[] = [];
  visit(tree, 'mdxJsxFlowElement', (node: MdxJsxFlowElement, _, parent) => {
    if (node.name !== 'Cell') return;
    const attributes = Object.fromEntries(node.attributes.map((each) => ('name' in each ? [each.name, each.value] : ['…', ''])));
    const [fence] = node.children;
    found.push({ attributes, code: fence?.type === 'code' ? fence.value : null, parent: parent?.type ?? '' });
  });
  return found;
}
