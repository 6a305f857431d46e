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

/** A formula that KaTeX does not know is shown as its source, with its delimiters. */
function formulaHtml(tex: string, displayMode: boolean, source = tex): string {
  try {
    // maxSize, in em: a rule or a space as large as the page would cover it.
    return katex.renderToString(tex, { displayMode, trust: false, strict: 'ignore', throwOnError: true, maxSize: 20 });
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

/** Private characters around a formula's number: they pass through the sanitiser, KaTeX's markup would not. */
const MARK = /\ue000(\d+)\ue001/gu;

function markdownHtml(source: string, sanitizeHtml: (html: string) => string): string {
  const formulas: string[] = [];
  const html = micromark(source.replace(/[\ue000\ue001]/gu, ''), {
    allowDangerousHtml: true,
    extensions: [gfm(), math()],
    htmlExtensions: [gfmHtml(), markFormulas(formulas)],
  });
  return sanitizeHtml(html).replace(MARK, (_mark, index: string) => formulas[Number(index)] ?? '');
}

/** As micromark-extension-math's own, but with marks in place of formulas. */
function markFormulas(formulas: string[]): NonNullable<Options['htmlExtensions']>[number] {
  const mark = (tex: string, display: boolean): string => `\ue000${formulas.push(formulaHtml(tex, display)) - 1}\ue001`;
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
