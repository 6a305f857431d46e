/** What stands at the place of a fault, and how its author says what he means; the first that fits. */
const CURES: readonly (readonly [found: RegExp, cure: string])[] = [
  [/^<!--/u, 'write a comment as {/* … */}'],
  [/^<<</u, 'write a launch as `code`, or each < as \\<'],
  [/^<(?:https?|mailto):/u, 'write a link as [text](address)'],
  [/^<\/?[A-Za-z][\w.-]*[^<>]*>/u, 'close the element, or where no element is meant write < as \\< or use `code`'],
  [/^</u, 'write < as \\<, or use `code`'],
  [/^\{#/u, 'leave {#…} out: the anchor of a heading is made from its words'],
  [/^\{/u, 'write { as \\{ and } as \\}, or use `code`'],
  [/^(?:import|export)\b/u, 'a paragraph that begins with "import" or "export" is a program for MDX: put the command into `code`, or begin with another word'],
];

const OTHERWISE = 'in prose write { as \\{ and < as \\<, or use `code`';

/**
 * The cure for MDX that cannot be parsed. The parser stops behind what is wrong, so the last opening sign on the line counts;
 * and a paragraph that begins with import or export is read whole.
 */
export function mdxCure(text: string, { line, column }: { readonly line: number; readonly column: number }, reason: string): string {
  const lines = text.split(/\r?\n/u);
  if (/import\/exports/u.test(reason)) return cureOf(lines.slice(0, line).findLast((each) => /^(?:import|export)\b/u.test(each)) ?? '');
  const full = lines[line - 1] ?? '';
  const before = full.slice(0, column);
  const start = /closing (?:tag|slash)/iu.test(reason) ? column - 1 : Math.max(before.lastIndexOf('<'), before.lastIndexOf('{'));
  // The first of several signs: the second < of <<< is what the parser stops at.
  const first = full[start] === '<' ? start - (/<*$/u.exec(full.slice(0, start))?.[0].length ?? 0) : start;
  return cureOf(full.slice(Math.max(first, 0)));
}

function cureOf(found: string): string {
  return CURES.find(([form]) => form.test(found))?.[1] ?? OTHERWISE;
}
