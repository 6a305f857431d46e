import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { readFenceHead } from '../cell/fence-language.ts';

/** A remark plugin that gives fences the site's own names for their languages, and its form of their options. */
export function remarkFenceLanguages() {
  return fenceLanguages;
}

/** The same for a tree that was only parsed. */
export function fenceLanguages(tree: Root): void {
  visit(tree, 'code', (node) => {
    const { language, meta } = readFenceHead(node.lang ?? '', node.meta ?? '');
    node.lang = language === '' ? null : language;
    node.meta = meta === '' ? null : meta;
  });
}
