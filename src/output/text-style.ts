/** A colour: an index of the 256-colour palette (0 to 15 are the named ones), or red, green and blue from 0 to 255. */
export type TerminalColour = number | readonly [number, number, number];

export interface TextStyle {
  readonly foreground?: TerminalColour | undefined;
  readonly background?: TerminalColour | undefined;
  readonly bold?: boolean | undefined;
  readonly faint?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly underline?: boolean | undefined;
  readonly inverse?: boolean | undefined;
  readonly strike?: boolean | undefined;
}

export const plainStyle: TextStyle = {};

const SIMPLE: Readonly<Record<number, TextStyle>> = {
  1: { bold: true },
  2: { faint: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
  21: { underline: true },
  22: { bold: undefined, faint: undefined },
  23: { italic: undefined },
  24: { underline: undefined },
  27: { inverse: undefined },
  29: { strike: undefined },
  39: { foreground: undefined },
  49: { background: undefined },
};

/**
 * The style after an SGR sequence (ECMA-48 8.3.117, ITU-T T.416 for the colon form). `parameters` is the text between
 * `ESC [` and `m`. Codes without a look here (blink, conceal, fonts) change nothing.
 */
export function applyStyle(style: TextStyle, parameters: string): TextStyle {
  const fields = parameters.split(';');
  let result = style;
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    if (field.includes(':')) {
      result = applyColonForm(result, field.split(':').map(Number));
      continue;
    }
    const code = Number(field);
    if (code === 38 || code === 48 || code === 58) {
      const [colour, used] = semicolonColour(fields.slice(at + 1, at + 5).map(Number));
      result = withColour(result, code, colour);
      at += used;
    } else {
      result = applyCode(result, code);
    }
  }
  return result;
}

function applyCode(style: TextStyle, code: number): TextStyle {
  if (code === 0) return plainStyle;
  if (code >= 30 && code <= 37) return { ...style, foreground: code - 30 };
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 };
  if (code >= 90 && code <= 97) return { ...style, foreground: code - 90 + 8 };
  if (code >= 100 && code <= 107) return { ...style, background: code - 100 + 8 };
  const change = SIMPLE[code];
  return change ? { ...style, ...change } : style;
}

/** `4:3` and the like, and `38:5:n`, `38:2:r:g:b` or `38:2:space:r:g:b`. */
function applyColonForm(style: TextStyle, [code = 0, kind = 0, ...rest]: readonly number[]): TextStyle {
  if (code === 4) return { ...style, underline: kind === 0 ? undefined : true };
  if (kind === 5) return withColour(style, code, paletteColour(rest[0]));
  if (kind === 2) return withColour(style, code, directColour(rest.length > 3 ? rest.slice(1, 4) : rest));
  return style;
}

/** The colour after 38 or 48, and how many fields it took. */
function semicolonColour([kind, ...rest]: readonly number[]): readonly [TerminalColour | undefined, number] {
  if (kind === 5) return [paletteColour(rest[0]), 2];
  if (kind === 2) return [directColour(rest), 4];
  return [undefined, 1];
}

function withColour(style: TextStyle, code: number, colour: TerminalColour | undefined): TextStyle {
  if (colour === undefined) return style;
  if (code === 38) return { ...style, foreground: colour };
  return code === 48 ? { ...style, background: colour } : style;
}

const isByte = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255;

const paletteColour = (index: number | undefined): TerminalColour | undefined => (isByte(index) ? index : undefined);

function directColour([red, green, blue]: readonly number[]): TerminalColour | undefined {
  return isByte(red) && isByte(green) && isByte(blue) ? [red, green, blue] : undefined;
}
