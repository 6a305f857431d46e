import katex from 'katex';
import type { Root } from 'mdast';
import type { InlineMath, Math } from 'mdast-util-math';
import { visit } from 'unist-util-visit';
import { hasTwoDollars } from '../display-math.ts';
import { placeOf } from '../node-place.ts';
import type { Fault } from '../note.ts';
import { placeIn, sourceOf } from './source-place.ts';

/** Formulas that KaTeX refuses, and display math whose signs stand where they cut something off. */
export function mathFaults(tree: Root, text: string): readonly Fault[] {
  const faults: Fault[] = [];
  visit(tree, (node) => {
    if (node.type === 'math') faults.push(...(displayFault(node, text) ?? formulaFault(node, text)));
    else if (node.type === 'inlineMath') faults.push(...(inlineFault(node, text) ?? formulaFault(node, text)));
  });
  return faults;
}

/** What KaTeX says of a formula; null where it sets it. */
export function katexProblem({ type, value }: InlineMath | Math): { readonly message: string; readonly position: number } | null {
  try {
    katex.renderToString(value, { displayMode: type === 'math', throwOnError: true, strict });
    return null;
  } catch (error) {
    if (!(error instanceof katex.ParseError)) throw error;
    // The message repeats the formula; the raw one is that of KaTeX alone.
    const { rawMessage, position } = error as { rawMessage?: string; position?: number };
    return { message: (rawMessage ?? error.message).replace(/^LaTeX-incompatible .*?: /u, ''), position: position ?? 0 };
  }
}

/** A sign that KaTeX's fonts lack, such as that of a microsecond, is shown in the font of the text, which is right. */
function strict(code: string): 'ignore' | 'error' {
  return code === 'unknownSymbol' || code === 'symbolNotInFont' ? 'ignore' : 'error';
}

function formulaFault(node: InlineMath | Math, text: string): readonly Fault[] {
  const problem = katexProblem(node);
  if (!problem) return [];
  const start = sourceOf(node, text).indexOf(node.value);
  const place = start < 0 ? placeOf(node) : placeIn(node, text, start + problem.position);
  return [{ ...place, message: `KaTeX cannot set ${shown(node)}: ${problem.message}`, hint: cureOf(problem.message) }];
}

function shown({ type, value }: InlineMath | Math): string {
  const line = value.replace(/\s+/gu, ' ').trim();
  const signs = type === 'math' ? '$$' : '$';
  return `${signs}${line.length > 60 ? `${line.slice(0, 60)}…` : line}${signs}`;
}

const CURES: readonly (readonly [found: RegExp, cure: string])[] = [
  [/display mode/u, 'write $$ on lines of their own around it'],
  [/unicodeTextInMathMode|Unicode text/iu, 'put words into \\text{…}; where a price is meant, write its sign as \\$'],
  [/^Expected '\}', got '_'|'_' allowed only in math mode|got '_'/u, 'inside \\text write _ as \\_'],
  [/Undefined control sequence/u, 'use a macro that KaTeX has: https://katex.org/docs/supported'],
  [/commentAtEnd|%/u, 'write a percent sign as \\%'],
];

function cureOf(message: string): string {
  return CURES.find(([found]) => found.test(message))?.[1] ?? 'correct the TeX: https://katex.org/docs/supported';
}

/** Null where nothing is wrong with the signs. */
function displayFault(node: Math, text: string): readonly Fault[] | null {
  const source = sourceOf(node, text);
  const lines = source.split(/\r?\n/u);
  if (lines.length === 1) return source.length > 2 && source.endsWith('$$') ? null : [unclosed(node)];
  if (node.meta) {
    const place = placeIn(node, text, source.indexOf(node.meta));
    return [{ ...place, message: `"${node.meta}" beside the opening $$ is left out of the formula`, hint: 'begin the formula on the line below' }];
  }
  return /^[\s>]*\${2,}\s*$/u.test(lines.at(-1) ?? '') ? null : [unclosed(node)];
}

function unclosed(node: Math): Fault {
  const message = 'the display formula that begins here is never closed, and takes in all that follows';
  return { ...placeOf(node), message, hint: 'give the closing $$ a line of its own' };
}

/** Null where nothing is wrong with the signs. */
function inlineFault(node: InlineMath, text: string): readonly Fault[] | null {
  if (hasTwoDollars(node, text) && !node.value.includes('$')) {
    const message = `$$${node.value}$$ stands in a line of text and is set small, as a formula of that line`;
    return [{ ...placeOf(node), message, hint: 'write $…$, or give it a paragraph of its own' }];
  }
  const before = text.slice(0, node.position?.start.offset ?? 0);
  if (/\d ?$/u.test(before) && /^\$\s/u.test(sourceOf(node, text))) {
    return [{ ...placeOf(node), message: `a price is read as the formula ${shown(node)}`, hint: 'write the sign of a price as \\$' }];
  }
  return null;
}
