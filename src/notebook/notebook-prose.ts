import type { Element, ElementContent, Root } from 'hast';
import GithubSlugger from 'github-slugger';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import sanitize from 'sanitize-html';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { siteSyntax } from '../note/site-syntax.ts';
import { allowedAttributes, sanitizePolicy } from '../output/sanitize-policy.ts';
import { formulaHtml, type FormulaMacros } from '../output/typeset.ts';
import { siteMath } from './jupyter-math.ts';
import { decodedAddress } from './notebook-path.ts';

/** A picture of a notebook as an address that needs no request, or null where there is none. */
export type PictureAddress = (address: string) => string | null;

/** Where a link to a file beside the notebook leads on the site, or null where it leads nowhere. */
export type FileLink = (address: string) => string | null;

export interface ProseHeading {
  readonly depth: number;
  readonly text: string;
  readonly slug: string;
}

/** What search reads of a piece of prose, in its order. */
export type ProseText =
  | { readonly kind: 'heading'; readonly heading: ProseHeading }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string };

/** A block of code in the prose; its place in the HTML is a comment with its number, which no source can write. */
export interface ProseCode {
  readonly language: string;
  readonly source: string;
}

export interface Prose {
  readonly html: string;
  readonly codes: readonly ProseCode[];
  readonly texts: readonly ProseText[];
}

/** The comment that stands for a block of code. */
export const codeMark = (index: number): string => `<!--code ${index}-->`;

const DISPLAY = 'math-display';
const INLINE = 'math-inline';
const ANCHOR = 'data-anchor';
/** Tags that are not allowed, and for which something else may stand. */
const REPLACED = ['iframe', 'video', 'audio', 'embed', 'input'];

/**
 * Turns the Markdown cells of one notebook into HTML that is safe in the page, one after the other: headings get ids that are
 * unique in the notebook, and TeX macros of one cell hold for the next.
 */
export class NotebookProse {
  readonly #picture: PictureAddress;
  readonly #link: FileLink;
  readonly #slugger = new GithubSlugger();
  readonly #macros: FormulaMacros = {};
  /** Anchors as Jupyter and the author write them, in lower case, and the ids of the page. */
  readonly #anchors = new Map<string, string>();
  #cells = 0;

  constructor(picture: PictureAddress, link: FileLink) {
    this.#picture = picture;
    this.#link = link;
  }

  /** A piece of CommonMark with GitHub's additions, math as Jupyter finds it, and HTML. Headings may be moved before it is finished. */
  markdown(source: string): Root {
    this.#cells += 1;
    const reader = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).use(siteSyntax)
      .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: `c${this.#cells}-`, footnoteLabel: '—', footnoteLabelTagName: 'p' });
    const file = siteMath(source);
    const tree = reader.runSync(reader.parse(file), file);
    return this.html(toHtml(tree, { allowDangerousHtml: true }));
  }

  /** HTML of the notebook's author as the page may have it. */
  html(source: string): Root {
    const page = fromHtml(sanitize(source, this.#policy()), { fragment: true });
    visit(page, 'element', (element) => { this.#setAnchor(element); });
    return page;
  }

  /** After all cells are read, so that links to later ones are known. */
  finished(page: Root, codes: ProseCode[]): Prose {
    const texts = proseTexts(page);
    visit(page, 'element', (element) => { this.#finishLink(element); });
    this.#setFormulas(page);
    takeCode(page, codes);
    return { html: toHtml(page), codes, texts };
  }

  #policy(): sanitize.IOptions {
    return {
      allowedTags: [...sanitizePolicy.tags],
      allowedAttributes: { '*': [...sanitizePolicy.attributes, ANCHOR] },
      // Each address is judged below.
      allowedSchemesAppliedToAttributes: [],
      nonTextTags: [...sanitizePolicy.tagsDroppedWhole],
      selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
      parseStyleAttributes: false,
      // By name: what stands for all tags may not add text.
      transformTags: Object.fromEntries([...sanitizePolicy.tags, ...REPLACED].map((name) => [
        name, (tag: string, attributes: Readonly<Record<string, string>>) => this.#element(tag, attributes),
      ])),
    };
  }

  #element(tag: string, attributes: Readonly<Record<string, string>>): sanitize.Tag {
    const anchor = attributes['id'] ?? attributes['name'];
    const kept = { ...allowedAttributes(tag, attributes), ...(anchor !== undefined && { [ANCHOR]: anchor }) };
    switch (tag) {
      case 'a': return { tagName: 'a', attribs: { ...kept, ...this.#linkAttributes(attributes['href'] ?? '') } };
      case 'img': return this.#image(attributes, kept);
      case 'code': return { tagName: 'code', attribs: { ...kept, ...codeClass(attributes['class'] ?? '') } };
      case 'iframe': case 'video': case 'audio': case 'embed': {
        const { src = '' } = attributes;
        return /^https?:/iu.test(src) ? { tagName: 'a', attribs: allowed({ href: src }), text: src } : { tagName: tag, attribs: {} };
      }
      case 'input':
        if (attributes['type'] !== 'checkbox') return { tagName: tag, attribs: {} };
        return { tagName: 'span', attribs: {}, text: attributes['checked'] === undefined ? '☐' : '☑' };
    }
    return { tagName: tag, attribs: kept };
  }

  #linkAttributes(href: string): Record<string, string> {
    const address = href.trim();
    if (/^mailto:[^\s]+$/iu.test(address) || address.startsWith('#')) return { href: address };
    if (/^[a-z][a-z0-9+.-]*:|^\/\//iu.test(address) || address === '') return allowed({ href: address });
    const target = this.#link(address);
    return target === null ? {} : { href: target };
  }

  /** A picture that the page would have to ask another host for is a link to it. */
  #image(attributes: Readonly<Record<string, string>>, kept: Readonly<Record<string, string>>): sanitize.Tag {
    const address = (attributes['src'] ?? '').trim();
    const alt = attributes['alt'] ?? '';
    if (/^https?:\/\//iu.test(address)) {
      return { tagName: 'a', attribs: allowed({ href: address }), text: alt === '' ? address : alt };
    }
    const { src = this.#picture(address) } = kept;
    if (src !== null) return { tagName: 'img', attribs: { ...kept, src, alt } };
    const name = alt === '' ? decodedAddress(address.replace(/^attachment:/u, '')) : alt;
    return { tagName: 'em', attribs: {}, text: `[${name}]` };
  }

  #setAnchor(element: Element): void {
    const { properties } = element;
    const anchor = typeof properties['dataAnchor'] === 'string' ? properties['dataAnchor'] : undefined;
    delete properties['dataAnchor'];
    if (headingDepth(element) !== null) {
      const text = toString(element).replace(/\s+/gu, ' ').trim();
      const id = this.#slugger.slug(text === '' ? 'section' : text);
      properties['id'] = id;
      for (const name of [text.replaceAll(' ', '-'), id, ...(anchor === undefined ? [] : [anchor])]) this.#learn(name, id);
    } else if (anchor !== undefined && !this.#anchors.has(anchor.toLowerCase())) {
      // Never the author's word alone: ids become properties of window and document.
      properties['id'] = this.#slugger.slug(`anchor-${anchor}`);
      this.#learn(anchor, properties['id']);
    }
  }

  #learn(name: string, id: string): void {
    const key = name.toLowerCase();
    if (!this.#anchors.has(key)) this.#anchors.set(key, id);
  }

  #finishLink({ tagName, properties }: Element): void {
    const { href } = properties;
    if (tagName !== 'a' || typeof href !== 'string' || !href.startsWith('#')) return;
    const id = this.#anchors.get(decodedAddress(href.slice(1)).toLowerCase());
    if (id === undefined) delete properties['href'];
    else properties['href'] = `#${id}`;
  }

  #setFormulas(page: Root): void {
    visit(page, 'element', (element, index, parent) => {
      const form = mathClass(element);
      if (form === null || !parent || index === undefined) return undefined;
      const html = formulaHtml(toString(element), form === DISPLAY, undefined, this.#macros);
      const isBlock = parent.type === 'element' && parent.tagName === 'pre';
      const set = (fromHtml(html, { fragment: true }).children as ElementContent[]);
      if (isBlock) Object.assign(parent, { tagName: 'p', properties: {}, children: set });
      else parent.children.splice(index, 1, ...set);
      return [SKIP, isBlock ? parent.children.length : index + set.length];
    });
  }
}

function allowed(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return { ...allowedAttributes('a', attributes) };
}

/** What tells a formula, and the language of a block; no other class of the author's stays. */
function codeClass(classes: string): Record<string, string> {
  const kept = classes.split(/\s+/u).filter((name) => /^(?:language-[\w+#.-]+|math-inline|math-display)$/u.test(name));
  return kept.length === 0 ? {} : { class: kept.join(' ') };
}

function headingDepth({ tagName }: Element): number | null {
  const depth = /^h([1-6])$/u.exec(tagName)?.[1];
  return depth === undefined ? null : Number(depth);
}

function mathClass({ tagName, properties }: Element): typeof DISPLAY | typeof INLINE | null {
  const { className } = properties;
  if (tagName !== 'code' || !Array.isArray(className) || !className.includes('language-math')) return null;
  return className.includes(INLINE) ? INLINE : DISPLAY;
}

/** Takes the blocks of code out of the page, and leaves marks in their places. */
function takeCode(page: Root, codes: ProseCode[]): void {
  visit(page, 'element', (element, index, parent) => {
    const [code] = element.children;
    if (element.tagName !== 'pre' || !parent || index === undefined || code?.type !== 'element' || code.tagName !== 'code' || element.children.length > 1) return;
    const { className } = code.properties;
    const language = (Array.isArray(className) ? className : []).map(String).find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
    parent.children[index] = { type: 'comment', value: `code ${codes.length}` };
    codes.push({ language, source: toString(code).replace(/\n$/u, '') });
  });
}

const BLOCKS = new Set(['p', 'li', 'td', 'th', 'dt', 'dd', 'div', 'blockquote', 'figcaption', 'caption', 'summary', 'br', 'tr']);

/** The words of a page for search: inline code stays between backticks. */
function proseTexts(page: Root): readonly ProseText[] {
  const texts: ProseText[] = [];
  let line = '';
  const end = (): void => {
    const text = line.replace(/\s+/gu, ' ').trim();
    if (text !== '') texts.push({ kind: 'text', text });
    line = '';
  };
  const read = (node: Root | ElementContent): void => {
    if (node.type === 'text') line += node.value;
    if (!('children' in node)) return;
    if (node.type === 'element') {
      const depth = headingDepth(node);
      if (depth !== null) {
        end();
        texts.push({ kind: 'heading', heading: { depth, text: toString(node).replace(/\s+/gu, ' ').trim(), slug: node.properties['id'] ?? '' } });
        return;
      }
      if (node.tagName === 'pre' && node.children.some((child) => child.type === 'element' && child.tagName === 'code' && mathClass(child) === null)) {
        end();
        texts.push({ kind: 'code', code: toString(node).trim() });
        return;
      }
      if (node.tagName === 'code' && mathClass(node) === null) {
        line += `\`${toString(node)}\``;
        return;
      }
    }
    for (const child of node.children as readonly ElementContent[]) read(child);
    if (node.type === 'element' && BLOCKS.has(node.tagName)) end();
  };
  read(page);
  end();
  return texts;
}
