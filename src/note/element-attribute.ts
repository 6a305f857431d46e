import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';

/** The text of an attribute (`id="x"`) of an MDX element; undefined where it is not there or not a plain text. */
export function elementAttribute(element: MdxJsxFlowElement | MdxJsxTextElement, name: string): string | undefined {
  const found = element.attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === name);
  return typeof found?.value === 'string' ? found.value : undefined;
}
