import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';

/** The components that notes use without importing them, by name, and the module of each. */
export type ComponentModules = Readonly<Record<string, string>>;

/** Adds the imports of the components that a page uses and does not import itself. */
export function remarkComponents({ modules }: { readonly modules: ComponentModules }) {
  return (tree: Root): void => {
    const used = new Set<string>();
    visit(tree, ['mdxJsxFlowElement', 'mdxJsxTextElement'], (node) => {
      if ('name' in node && typeof node.name === 'string' && Object.hasOwn(modules, node.name)) used.add(node.name);
    });
    for (const name of importedNames(tree)) used.delete(name);
    for (const name of used) tree.children.unshift(importNode(name, modules[name] ?? ''));
  };
}

function importedNames(tree: Root): readonly string[] {
  return tree.children.flatMap((node) => (node.type === 'mdxjsEsm' ? (node.data?.estree?.body ?? []) : []))
    .flatMap((statement) => (statement.type === 'ImportDeclaration' ? statement.specifiers.map(({ local }) => local.name) : []));
}

function importNode(name: string, module: string): Root['children'][number] {
  return {
    type: 'mdxjsEsm',
    value: `import ${name} from '${module}'`,
    data: {
      estree: {
        type: 'Program',
        sourceType: 'module',
        comments: [],
        body: [{
          type: 'ImportDeclaration',
          attributes: [],
          specifiers: [{ type: 'ImportDefaultSpecifier', local: { type: 'Identifier', name } }],
          source: { type: 'Literal', value: module, raw: JSON.stringify(module) },
        }],
      },
    },
  };
}
