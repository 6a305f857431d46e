import {
  ExpressiveCodeBlock, type ExpressiveCodePlugin, ExpressiveCodeTheme, InlineStyleAnnotation, pluginShiki,
  type PluginShikiOptions, type StyleVariant,
} from '@astrojs/starlight/expressive-code';

/** A piece of a line that a rule of the themes colours; -1 for what none does. */
interface Piece {
  readonly rule: number;
  readonly columnStart: number;
  readonly columnEnd: number;
  readonly italic: boolean;
  readonly bold: boolean;
  readonly underline: boolean;
  readonly strikethrough: boolean;
}

/** Colours that stand for the rules of a theme by their place. */
const FIRST = 0x010000;
const NONE = 0x01ffff;

/**
 * Expressive Code's highlighting, once for each code: Shiki would read it for each theme, and again where a translation shows the
 * cell of its twin. The themes must colour the same scopes, as the light and the dark one of a family do; a throw says where not.
 * In place of the plugin's own (`shiki: false`), with its options.
 */
export function sharedHighlighting(options: PluginShikiOptions): ExpressiveCodePlugin {
  const { hooks } = pluginShiki(options);
  const known = new Map<string, Promise<readonly (readonly Piece[])[]>>();
  let theme: ExpressiveCodeTheme | null = null;
  return {
    name: 'Shared highlighting',
    hooks: {
      performSyntaxAnalysis: async (context) => {
        const { codeBlock: { code, language }, styleVariants } = context;
        const read = async (): Promise<readonly (readonly Piece[])[]> => {
          const { parentDocument } = context.codeBlock;
          const copy = new ExpressiveCodeBlock({ code, language, ...(parentDocument && { parentDocument }) });
          theme ??= ruleTheme(styleVariants);
          const rules = { ...styleVariants[0], theme } as StyleVariant;
          await hooks?.performSyntaxAnalysis?.({ ...context, codeBlock: copy, styleVariants: [rules] });
          return copy.getLines().map((line) => line.getAnnotations().flatMap(pieceOf));
        };
        const key = `${language}\n${code}`;
        const pieces = known.get(key) ?? read();
        known.set(key, pieces);
        const lines = context.codeBlock.getLines();
        for (const [index, linePieces] of (await pieces).entries()) {
          for (const { rule, columnStart, columnEnd, ...look } of linePieces) {
            for (const [styleVariantIndex, { theme: { settings, fg } }] of styleVariants.entries()) {
              lines[index]?.addAnnotation(new InlineStyleAnnotation({
                ...look, styleVariantIndex, color: (settings[rule]?.settings.foreground ?? fg).toUpperCase(), inlineRange: { columnStart, columnEnd }, renderPhase: 'earliest',
              }));
            }
          }
        }
      },
    },
  };
}

function pieceOf(annotation: unknown): readonly Piece[] {
  if (!(annotation instanceof InlineStyleAnnotation) || !annotation.inlineRange) return [];
  const { color = '', italic, bold, underline, strikethrough, inlineRange: { columnStart, columnEnd } } = annotation;
  const number = Number.parseInt(color.slice(1, 7), 16);
  return [{ rule: number === NONE ? -1 : number - FIRST, columnStart, columnEnd, italic, bold, underline, strikethrough }];
}

/** A theme with the scopes of all and, in place of colours, the places of its rules. */
function ruleTheme(variants: readonly StyleVariant[]): ExpressiveCodeTheme {
  const [first, ...others] = variants.map(({ theme }) => theme);
  if (!first) throw new Error('Expressive Code has no theme');
  const scopes = ({ settings: rules }: ExpressiveCodeTheme): string =>
    JSON.stringify(rules.map(({ scope, settings }) => [scope, settings.fontStyle]));
  for (const other of others) {
    if (scopes(other) !== scopes(first)) throw new Error(`the themes ${first.name} and ${other.name} do not colour the same scopes: take two of one family, or leave out sharedHighlighting`);
  }
  return new ExpressiveCodeTheme({
    name: 'rules', type: first.type, colors: first.colors, bg: first.bg, fg: hex(NONE),
    settings: first.settings.map(({ settings, ...rule }, index) => {
      return { ...rule, settings: settings.foreground === undefined ? settings : { ...settings, foreground: hex(FIRST + index) } };
    }),
  });
}

function hex(number: number): string {
  return `#${number.toString(16).padStart(6, '0')}`;
}
