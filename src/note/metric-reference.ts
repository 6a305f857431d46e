import type { Nodes } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import { elementAttribute } from './element-attribute.ts';
import type { MetricReference } from './note.ts';
import { placeOf } from './node-place.ts';

/** What a `<Metric>` element asks for; null for any other node. */
export function metricReference(node: Nodes, ownId: string): MetricReference | null {
  if ((node.type !== 'mdxJsxTextElement' && node.type !== 'mdxJsxFlowElement') || node.name !== 'Metric') return null;
  const [note = ownId, cell = '', label = ''] = ['note', 'cell', 'label'].map((name) => elementAttribute(node, name));
  return { note, cell, label, digits: digitsOf(node), ...placeOf(node) };
}

/** `digits={1}` or `digits="1"`. */
function digitsOf({ attributes }: MdxJsxFlowElement | MdxJsxTextElement): number | null {
  const found = attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === 'digits')?.value;
  const digits = Number.parseInt(typeof found === 'string' ? found : (found?.value ?? ''), 10);
  return Number.isNaN(digits) ? null : digits;
}
