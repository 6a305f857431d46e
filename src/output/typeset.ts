// KaTeX and micromark together weigh more than all else of an output: in the browser this module is loaded when it is needed.
import katex from 'katex';
import { micromark, type Options } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { escapeHtml } from './escape-html.ts';
import { latexParts } from './latex-parts.ts';

/** Turns LaTeX and Markdown of outputs into HTML. */
export interface Typeset {
  /** The HTML of `text/latex`: formulas are typeset, the text between them stays text. */
  readonly latexHtml: (source: string) => string;
  /** The HTML of `text/markdown` (CommonMark, GitHub's additions, formulas between dollar signs), sanitised. */
  readonly markdownHtml: (source: string, sanitizeHtml: (html: string) => string) => string;
}

/** TeX macros by name, which formulas add to. */
export type FormulaMacros = NonNullable<NonNullable<Parameters<typeof katex.renderToString>[1]>['macros']>;

/**
 * A formula that KaTeX does not know is shown as its source, with its delimiters.
 * @param macros those of formulas before it, where they share any
 */
export function formulaHtml(tex: string, displayMode: boolean, source = tex, macros?: FormulaMacros): string {
  try {
    // maxSize, in em: a rule or a space as large as the page would cover it.
    return katex.renderToString(tex, {
      displayMode, trust: false, strict: 'ignore', throwOnError: true, maxSize: 20, ...(macros && { macros, globalGroup: true }),
    });
  } catch (error) {
    if (!(error instanceof katex.ParseError)) throw error;
    return `<code class="output-latex">${escapeHtml(source)}</code>`;
  }
}

function latexHtml(source: string): string {
  return latexParts(source)
    .map((part) => (part.kind === 'text' ? escapeHtml(part.text) : formulaHtml(part.tex, part.display, part.source)))
    .join('');
}

/** A tag as a serialiser writes it, or a mark with the number of its formula. */
const tagOrMark = (nonce: string): RegExp => new RegExp(String.raw`<(?:"[^"]*"|'[^']*'|[^'">])*>|${nonce}-(\d+);`, 'gu');

/**
 * KaTeX's markup would not pass the sanitiser, so that marks stand for formulas until it is done. What they are called is
 * not known to the source, and one that raw HTML has drawn into an attribute is left out.
 */
function markdownHtml(source: string, sanitizeHtml: (html: string) => string): string {
  const nonce = `formula-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const formulas: string[] = [];
  const html = micromark(source, {
    allowDangerousHtml: true,
    extensions: [gfm(), math()],
    htmlExtensions: [gfmHtml(), markFormulas(nonce, formulas)],
  });
  const marks = new RegExp(String.raw`${nonce}-\d+;`, 'gu');
  return sanitizeHtml(html).replace(tagOrMark(nonce), (found, index?: string) =>
    (index === undefined ? found.replace(marks, '') : formulas[Number(index)] ?? ''));
}

/** As micromark-extension-math's own, but with marks in place of formulas. */
function markFormulas(nonce: string, formulas: string[]): NonNullable<Options['htmlExtensions']>[number] {
  const mark = (tex: string, display: boolean): string => `${nonce}-${formulas.push(formulaHtml(tex, display)) - 1};`;
  let dollars = 0;
  return {
    enter: {
      mathTextSequence({ start, end }) { dollars = end.offset - start.offset; },
      mathFlow() { this.lineEndingIfNeeded(); },
      mathFlowFenceMeta() { this.buffer(); },
      mathText() { this.buffer(); },
    },
    exit: {
      mathFlow() {
        this.tag(mark(this.resume().replace(/\r?\n$/u, ''), true));
        this.setData('mathFlowOpen');
        this.setData('slurpOneLineEnding');
      },
      mathFlowFence() {
        if (this.getData('mathFlowOpen')) return;
        this.setData('mathFlowOpen', true);
        this.setData('slurpOneLineEnding', true);
        this.buffer();
      },
      mathFlowFenceMeta() { this.resume(); },
      mathFlowValue(token) { this.raw(this.sliceSerialize(token)); },
      // Two dollar signs on one line are text to the syntax and a display to everyone else.
      mathText() { this.tag(mark(this.resume(), dollars === 2)); },
      mathTextData(token) { this.raw(this.sliceSerialize(token)); },
    },
  };
}

export const typeset: Typeset = { latexHtml, markdownHtml };
