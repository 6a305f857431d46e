import type { Identifier, Node as EstreeNode } from 'estree';
import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { definedNames } from '../component-uses.ts';
import { placeOf } from '../node-place.ts';
import type { Fault } from '../note.ts';

/** What MDX itself gives to every page. */
const GIVEN = ['props', 'frontmatter'];

/**
 * Braces in prose. MDX evaluates them when the page is made: it throws there, or shows a part of them, or nothing. Those that
 * are meant are a comment, a text in quotes, or something that the page itself imports or defines.
 */
export function expressionFaults(tree: Root): readonly Fault[] {
  const known = [...GIVEN, ...definedNames(tree)];
  const faults: Fault[] = [];
  visit(tree, (node) => {
    if (node.type !== 'mdxTextExpression' && node.type !== 'mdxFlowExpression') return;
    if (isMeant(node.value, node.data?.estree?.body[0], known)) return;
    const message = `{${node.value}} is a program for MDX, and is not shown as it stands`;
    faults.push({ ...placeOf(node), message, hint: 'write { as \\{ and } as \\}, or use `code`' });
  });
  return faults;
}

function isMeant(value: string, statement: EstreeNode | undefined, known: readonly string[]): boolean {
  if (!statement) return /^\s*\/\*/u.test(value);
  if (statement.type !== 'ExpressionStatement') return false;
  const { expression } = statement;
  if (expression.type === 'SequenceExpression') return false;
  if (expression.type === 'Literal') return typeof expression.value === 'string';
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0) return true;
  const names = identifiers(expression);
  return names.length > 0 && names.some(({ name }) => known.includes(name));
}

/** All names in an expression. */
function identifiers(node: EstreeNode): readonly Identifier[] {
  if (node.type === 'Identifier') return [node];
  return Object.values(node).flat().flatMap((value: unknown) => (isNode(value) ? identifiers(value) : []));
}

function isNode(value: unknown): value is EstreeNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}
