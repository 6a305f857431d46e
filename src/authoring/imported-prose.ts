import type { Html, Image, Parents, PhrasingContent, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { inlineReferences } from '../note/inline-references.ts';
import { markdownTree } from '../note/markdown-tree.ts';
import type { AnyCell } from '../notebook/any-notebook.ts';
import { siteMath } from '../notebook/jupyter-math.ts';
import { jsxHtml } from './jsx-html.ts';
import type { NoteAssets } from './note-assets.ts';

const reader = unified().use(remarkParse).use(remarkGfm).use(remarkMath);
const writer = unified().use(remarkStringify, { bullet: '-', rule: '-' }).use(remarkMdx).use(remarkGfm, { tablePipeAlign: false }).use(remarkMath);

/** A Markdown cell that is read and may still be changed, such as in the depth of its headings. */
export function proseTree({ source }: AnyCell): Root {
  const tree = reader.parse(siteMath(source));
  inlineReferences(tree);
  return tree;
}

/**
 * A tree of a notebook's Markdown as MDX. Braces, `<` and lines that would be code of the page are escaped, HTML becomes JSX, images
 * become files of the note. `warn` is told what was lost.
 */
export async function proseMdx(tree: Root, cell: AnyCell, assets: NoteAssets, warn: (what: string) => void): Promise<string> {
  htmlImages(tree);
  await placeImages(tree, cell, assets, warn);
  plainLinks(tree, warn);
  const html: { readonly node: Html; readonly source: string }[] = [];
  visit(tree, 'html', (node, _index, parent) => {
    html.push({ node, source: node.value });
    const { text, dropped } = jsxHtml(node.value, isLine(parent) ? 'line' : 'block');
    node.value = text.trim();
    for (const name of new Set(dropped)) warn(`<${name}> is left out`);
  });
  guardStatements(tree);
  const text = writer.stringify(tree).trim();
  try {
    markdownTree(text, 'cell');
    return text;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^cell:[\d:]+ ?/u, '') : String(error);
    warn(`its HTML is shown as text, since MDX cannot read it (${why})`);
    visit(tree, 'html', (node, index, parent) => {
      const source = html.find((each) => each.node === node)?.source;
      if (source === undefined || node.value === '') return;
      const value: PhrasingContent = { type: 'inlineCode', value: source };
      parent?.children.splice(index ?? 0, 1, isLine(parent) ? value : { type: 'paragraph', children: [value] });
    });
    return writer.stringify(tree).trim();
  }
}

/** Whether what stands in a node stands in a line of text. */
function isLine(parent: Parents | undefined): boolean {
  return parent !== undefined && !['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(parent.type);
}

/** `<img src="…">` alone is an image like any other. */
function htmlImages(tree: Root): void {
  visit(tree, 'html', (node, index, parent) => {
    if (!/^<img\b[^>]*>$/iu.test(node.value.trim())) return;
    const attribute = (name: string): string => {
      const form = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'iu');
      const [, double, single, bare] = form.exec(node.value) ?? [];
      return double ?? single ?? bare ?? '';
    };
    const image: Image = { type: 'image', url: attribute('src'), alt: attribute('alt') };
    parent?.children.splice(index ?? 0, 1, parent.type === 'paragraph' ? image : { type: 'paragraph', children: [image] });
  });
}

async function placeImages(tree: Root, cell: AnyCell, assets: NoteAssets, warn: (what: string) => void): Promise<void> {
  const places: { readonly image: Image; readonly put: (node: PhrasingContent) => void }[] = [];
  visit(tree, 'image', (image, index, parent) => {
    places.push({ image, put: (node) => void parent?.children.splice(index ?? 0, 1, node) });
  });
  for (const { image, put } of places) {
    const found = await assets.imageUrl(image.url, cell);
    if ('url' in found) {
      image.url = found.url;
      continue;
    }
    warn(found.problem);
    const text: PhrasingContent = { type: 'text', value: image.alt === '' || image.alt == null ? 'image' : image.alt };
    put(/^https?:/u.test(image.url) ? { type: 'link', url: image.url, children: [text] } : text);
  }
}

/** Links to files beside the notebook lead nowhere on the site, and an anchor is written in lower case there. */
function plainLinks(tree: Root, warn: (what: string) => void): void {
  visit(tree, 'link', (node, index, parent) => {
    if (node.url.startsWith('#')) node.url = decodeURI(node.url).toLowerCase();
    else if (!/^(?:https?|mailto):/iu.test(node.url)) {
      warn(`the link to ${node.url} leads nowhere on the site and is text now`);
      parent?.children.splice(index ?? 0, 1, ...node.children);
    }
  });
}

/** A paragraph that begins with `import` or `export` would be a statement. */
function guardStatements(tree: Root): void {
  visit(tree, 'paragraph', (node) => {
    const [first] = node.children;
    const word = first?.type === 'text' ? /^(?:im|ex)port(?=\s|$)/u.exec(first.value)?.[0] : undefined;
    if (first?.type !== 'text' || word === undefined) return;
    first.value = first.value.slice(1);
    node.children.unshift({ type: 'html', value: `&#${word.charCodeAt(0)};` });
  });
}

/** The text of a note's heading or paragraph as one line. */
export function lineOf(node: Root['children'][number]): string {
  return toString(node).replace(/\s+/gu, ' ').trim();
}
