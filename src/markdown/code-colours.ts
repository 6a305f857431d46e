import { type ExpressiveCodePlugin, type ExpressiveCodeTheme, PluginStyleSettings } from '@astrojs/starlight/expressive-code';
import { type Element, type ElementContent, getClassNames, type Parents, visit } from '@astrojs/starlight/expressive-code/hast';

/** What a piece of code is, by a scope of TextMate grammars that themes colour. */
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
} as const;
/** Of most pieces, so it is the colour of a line, and what the theme gives to all text has a class. */
const LINE = 'punctuation';
type ColourName = keyof typeof SCOPES | 'text' | typeof LINE;
const names = [...Object.keys(SCOPES) as (keyof typeof SCOPES)[], 'text'] as const;
/**
 * The class of each in the page, and its element: a page has thousands. gzip finds what stood before only 32 kB back, so short
 * markup is what lets it find the code of the cell above.
 */
const CLASSES: Readonly<Record<(typeof names)[number], string>> = {
  keyword: 'k', storage: 'o', function: 'f', variable: 'v', type: 't', constant: 'c', builtin: 'b', number: 'n', string: 's', quote: 'q',
  regexp: 'r', comment: 'm', text: 'x',
};
const PIECE = 'i';

declare module '@expressive-code/core' {
  interface StyleSettings {
    code: Record<ColourName, string>;
  }
}

/**
 * Highlighted code with a class in place of two colours for each piece, and nothing around the most frequent kind: half of the
 * elements, and a third of a page's bytes. A colour that has no name here stays as it is. The copy button does not hold
 * the text a second time (`elements/copied-code.ts`).
 */
export function lightCode(): ExpressiveCodePlugin {
  return {
    name: 'Light code',
    styleSettings: new PluginStyleSettings({
      defaultValues: {
        code: byName([...names, LINE], (name) => ({ theme }: { readonly theme: ExpressiveCodeTheme }) => colourOf(theme, name)),
      },
    }),
    baseStyles: ({ cssVar }) => [
      // A line that a reader has changed is plain text.
      `.ec-line:not(.cell-changed) .code{color:${cssVar(`code.${LINE}`)}}`,
      `.ec-line ${PIECE}{font-style:normal}`,
      ...names.map((name) => `.ec-line .${CLASSES[name]}{color:${cssVar(`code.${name}`)}}`),
    ].join('\n'),
    hooks: {
      postprocessRenderedBlock: ({ codeBlock, renderData: { blockAst }, styleVariants }) => {
        const classes = classesByStyle(styleVariants.map(({ theme }) => theme));
        visit(blockAst, 'element', (element) => {
          if (element.tagName === 'button') delete element.properties['dataCode'];
          if (!getClassNames(element).includes('code')) return undefined;
          if (codeBlock.props.wrap !== true) element.children = withoutIndents(element.children);
          element.children = lightened(element, classes);
          return 'skip';
        });
      },
    },
  };
}

function byName<T>(all: readonly ColourName[], of: (name: ColourName) => T): Record<ColourName, T> {
  return Object.fromEntries(all.map((name) => [name, of(name)])) as Record<ColourName, T>;
}

function colourOf(theme: ExpressiveCodeTheme, name: ColourName): string {
  if (name === 'text') return theme.fg;
  const scope = name === LINE ? LINE : SCOPES[name];
  return theme.settings.find((each) => each.scope?.includes(scope))?.settings.foreground ?? theme.fg;
}

/** The class of a style as Expressive Code writes it, a colour for each theme; an empty one for the colour of a line. */
function classesByStyle(themes: readonly ExpressiveCodeTheme[]): ReadonlyMap<string, string> {
  const style = (of: (theme: ExpressiveCodeTheme) => string): string =>
    themes.map((theme, index) => `--${index}:${of(theme).toUpperCase()}`).join(';');
  const named = names.map((name): [string, string] => [style((theme) => colourOf(theme, name)), CLASSES[name]]);
  return new Map([...named, [style((theme) => colourOf(theme, LINE)), '']]);
}

/** The indent of a line is an element for wrapped lines alone, which hang from it. */
function withoutIndents(pieces: readonly ElementContent[]): ElementContent[] {
  return pieces.flatMap((piece) => (piece.type === 'element' && getClassNames(piece).includes('indent') ? piece.children : [piece]));
}

function lightened(parent: Parents, classes: ReadonlyMap<string, string>): ElementContent[] {
  const pieces: ElementContent[] = [];
  for (const child of parent.children as ElementContent[]) {
    for (const piece of lightPieces(child, classes)) append(pieces, piece);
  }
  return pieces;
}

function lightPieces(node: ElementContent, classes: ReadonlyMap<string, string>): readonly ElementContent[] {
  if (node.type !== 'element') return [node];
  const children = lightened(node, classes);
  const name = isColoured(node) ? classes.get(String(node.properties['style'])) : undefined;
  // Space has no colour.
  if (name === '' || (name !== undefined && children.every((each) => each.type === 'text' && each.value.trim() === ''))) return children;
  return [name === undefined ? { ...node, children } : { ...node, tagName: PIECE, properties: { className: [name] }, children }];
}

/** Adds a piece; two of one colour with no more than space between them become one. */
function append(pieces: ElementContent[], piece: ElementContent): void {
  const last = pieces.at(-1);
  if (last?.type === 'text' && piece.type === 'text') last.value += piece.value;
  else if (piece.type !== 'element' || !isNamed(piece)) pieces.push(piece);
  else {
    const space = last?.type === 'text' && last.value.trim() === '' ? last : undefined;
    const before = pieces.at(space ? -2 : -1);
    if (before?.type !== 'element' || !isNamed(before) || before.properties['className']?.toString() !== piece.properties['className']?.toString()) pieces.push(piece);
    else {
      if (space) pieces.pop();
      for (const child of [...(space ? [space] : []), ...piece.children]) append(before.children, child);
    }
  }
}

/** Whether this file gave an element its class. */
function isNamed({ tagName, properties: { className } }: Element): boolean {
  return tagName === PIECE && Array.isArray(className);
}

function isColoured({ tagName, properties }: Element): boolean {
  return tagName === 'span' && Object.keys(properties).length === 1 && typeof properties['style'] === 'string';
}
