import { type ExpressiveCodePlugin, type ExpressiveCodeTheme, PluginStyleSettings } from '@astrojs/starlight/expressive-code';
import { type Element, type ElementContent, getClassNames, type Parents, visit } from '@astrojs/starlight/expressive-code/hast';

/** What a piece of code is, by a scope of TextMate grammars that themes colour; one or more words are one class in the page. */
const SCOPES = {
  keyword: 'keyword',
  storage: 'storage',
  function: 'entity',
  variable: 'variable',
  type: 'support.type.primitive',
  constant: 'constant',
  builtin: 'support',
  number: 'constant.numeric',
  string: 'string',
  quote: 'punctuation.definition.string',
  regexp: 'string.regexp',
  comment: 'comment',
  punctuation: 'punctuation',
} as const;
type ColourName = keyof typeof SCOPES;
const names = Object.keys(SCOPES) as ColourName[];

declare module '@expressive-code/core' {
  interface StyleSettings {
    code: Record<ColourName, string>;
  }
}

/**
 * Highlighted code with a class in place of two colours for each piece, and nothing around what has the colour of all text: half of
 * the elements, and a third of a page's bytes. A colour that has no name here stays as it is. The text that the copy button would
 * hold a second time is put there when it is pressed (`elements/copied-code.ts`).
 */
export function lightCode(): ExpressiveCodePlugin {
  return {
    name: 'Light code',
    styleSettings: new PluginStyleSettings({
      defaultValues: { code: byName((name) => ({ theme }: { readonly theme: ExpressiveCodeTheme }) => colourOf(theme, name)) },
    }),
    baseStyles: ({ cssVar }) => names.map((name) => `.ec-line .c-${name}{color:${cssVar(`code.${name}`)}}`).join('\n'),
    hooks: {
      postprocessRenderedBlock: ({ renderData: { blockAst }, styleVariants }) => {
        const classes = classesByStyle(styleVariants.map(({ theme }) => theme));
        visit(blockAst, 'element', (element) => {
          if (element.tagName === 'button') delete element.properties['dataCode'];
          if (!getClassNames(element).includes('code')) return undefined;
          element.children = lightened(element, classes);
          return 'skip';
        });
      },
    },
  };
}

function byName<T>(of: (name: ColourName) => T): Record<ColourName, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<ColourName, T>;
}

function colourOf(theme: ExpressiveCodeTheme, name: ColourName): string {
  return theme.settings.find(({ scope }) => scope?.includes(SCOPES[name]))?.settings.foreground ?? theme.fg;
}

/** The class of a style as Expressive Code writes it, a colour for each theme; an empty one for the colour of all text. */
function classesByStyle(themes: readonly ExpressiveCodeTheme[]): ReadonlyMap<string, string> {
  const style = (of: (theme: ExpressiveCodeTheme) => string): string =>
    themes.map((theme, index) => `--${index}:${of(theme).toUpperCase()}`).join(';');
  const named = names.map((name): [string, string] => [style((theme) => colourOf(theme, name)), `c-${name}`]);
  return new Map([...named, [style(({ fg }) => fg), '']]);
}

function lightened(parent: Parents, classes: ReadonlyMap<string, string>): ElementContent[] {
  const pieces: ElementContent[] = [];
  for (const child of parent.children as ElementContent[]) {
    for (const piece of lightPieces(child, classes)) {
      const last = pieces.at(-1);
      if (last?.type === 'text' && piece.type === 'text') last.value += piece.value;
      else pieces.push(piece);
    }
  }
  return pieces;
}

function lightPieces(node: ElementContent, classes: ReadonlyMap<string, string>): readonly ElementContent[] {
  if (node.type !== 'element') return [node];
  const children = lightened(node, classes);
  const name = isColoured(node) ? classes.get(String(node.properties['style'])) : undefined;
  if (name === '') return children;
  return [name === undefined ? { ...node, children } : { ...node, properties: { className: [name] }, children }];
}

function isColoured({ tagName, properties }: Element): boolean {
  return tagName === 'span' && Object.keys(properties).length === 1 && typeof properties['style'] === 'string';
}
