import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { ComponentUse } from './note.ts';
import { placeOf } from './node-place.ts';

/** The elements of a page that MDX takes for components (a name with a capital) and that the page neither imports nor defines. */
export function componentUses(tree: Root): readonly ComponentUse[] {
  const defined = new Set(definedNames(tree));
  const uses: ComponentUse[] = [];
  visit(tree, (node) => {
    if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return;
    const [name = ''] = node.name?.split('.') ?? [];
    if (/^\p{Lu}/u.test(name) && !defined.has(name)) uses.push({ name, ...placeOf(node) });
  });
  return uses;
}

/** The names that a page imports or defines. */
export function definedNames(tree: Root): readonly string[] {
  const statements = tree.children.flatMap((node) => (node.type === 'mdxjsEsm' ? (node.data?.estree?.body ?? []) : []));
  return statements.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') return statement.specifiers.map(({ local }) => local.name);
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return [];
    const { declaration } = statement;
    if (declaration.type !== 'VariableDeclaration') return [declaration.id.name];
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  });
}
