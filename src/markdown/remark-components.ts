import type { Root } from 'mdast';
import { componentUses } from '../note/component-uses.ts';

/** The components that notes use without importing them, by name, and the module of each. */
export type ComponentModules = Readonly<Record<string, string>>;

/** Adds the imports of the components that a page uses and neither imports nor defines itself. */
export function remarkComponents({ modules }: { readonly modules: ComponentModules }) {
  return (tree: Root): void => {
    const used = new Set(componentUses(tree).map(({ name }) => name));
    for (const name of used) {
      const module = Object.hasOwn(modules, name) ? modules[name] : undefined;
      if (module !== undefined) tree.children.unshift(importNode(name, module));
    }
  };
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
