import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { placeOf } from '../node-place.ts';
import type { Fault } from '../note.ts';
import { placeIn, sourceOf } from './source-place.ts';

/** A `**` that the page would show, and names between double underscores that it would show bold, without them. */
export function emphasisFaults(tree: Root, text: string): readonly Fault[] {
  const faults: Fault[] = [];
  visit(tree, (node) => {
    const source = 'position' in node ? sourceOf(node, text) : '';
    if (node.type === 'text') {
      // Between two words it is a power or a pointer, and is shown as such. Of a pair the first is enough.
      const [stars] = source.matchAll(/(?<![\\*\w])\*\*(?!\*)|(?<!\\|\*)\*\*(?![*\w])/gu);
      if (!stars) return;
      const hint = 'put no space inside the stars; write stars that are meant as \\*\\*, or use `code`';
      faults.push({ ...placeIn(node, text, stars.index), message: '** does not become bold here and is shown as it stands', hint });
    } else if (node.type === 'strong' && /^__\w+__$/u.test(source)) {
      const hint = `write \`${source}\` as code; bold is **${source.slice(2, -2)}**`;
      faults.push({ ...placeOf(node), message: `${source} is shown as a bold "${source.slice(2, -2)}"`, hint });
    }
  });
  return faults;
}
