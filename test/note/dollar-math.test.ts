import { describe, expect, it } from 'vitest';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Root } from 'mdast';
import { markdownTree } from '../../src/note/markdown-tree.ts';
import { notePaths } from '../../src/note/note-library.ts';
import { projectRoot } from '../support/project-root.ts';

/** The formulas of a tree in order, those in display with both their signs. */
function formulas(tree: Root): readonly string[] {
  const found: string[] = [];
  visit(tree, (node) => {
    if (node.type === 'inlineMath') found.push(node.value);
    if (node.type === 'math') found.push(`$$${node.value}$$`);
  });
  return found;
}

const read = (text: string): readonly string[] => formulas(markdownTree(text, 'a.mdx'));

describe('a dollar sign', () => {
  it.each([
    'It costs $5 and $10.',
    'From $5, $6 or $7.',
    '$10–$20 an hour',
    'US$20,000 (about £15,000) and US$30,000',
    '从 $100 万到 $200 万',
    '**$5** and **$6**',
    'It costs $5.\nOr $6.',
    'the variables $HOME and $PATH',
    '`$x$` and \\$5 and $6',
    '$5/$6',
    '$5 or \\$6',
  ])('is that of a price in %j', (text) => {
    expect(read(text)).toEqual([]);
  });

  it.each([
    ['$x$', ['x']],
    ['$x$-axis and $n$s', ['x', 'n']],
    ['$2$, $2^{10}$ and $0.5x$', ['2', '2^{10}', '0.5x']],
    ['$ x $ and $x $ and $ x$', ['x', 'x ', ' x']],
    ['$\\frac{1}{2} $', ['\\frac{1}{2} ']],
    ['$a, b$', ['a, b']],
    ['$1 < x < 2$', ['1 < x < 2']],
    ['$x\n< 1$', ['x\n< 1']],
    ['每个$n$有$2^n$个，共$\\text{约 }n$个', ['n', '2^n', '\\text{约 }n']],
    ['$\\{x_1, \\dots\\}$', ['\\{x_1, \\dots\\}']],
  ])('is that of a formula in %j', (text, found) => {
    expect(read(text)).toEqual(found);
  });

  it.each([
    ['$5, $6 and $7 for $x$', ['x']],
    ['$10 per $m^2$', ['m^2']],
    ['价格从$5涨到$8，公式$x$。', ['x']],
    ['| $5 | $6 |\n| - | - |\n| $x$ | $7 |', ['x']],
  ])('of a price takes no formula after it away: %j', (text, found) => {
    expect(read(text)).toEqual(found);
  });

  it('means in the Chinese notes, which have no spaces around formulas, what it means to remark-math', async () => {
    const plain = unified().use(remarkParse).use(remarkMdx).use(remarkGfm).use(remarkMath);
    for (const { file } of (await notePaths(projectRoot)).filter(({ locale }) => locale === 'zh-cn')) {
      const text = (await readFile(join(projectRoot, file), 'utf8')).replace(/^---\n[^]*?\n---\n/u, '');
      expect(read(text), file).toEqual(formulas(plain.parse(text)));
    }
  });
});

describe('display math', () => {
  it.each([
    ['$$\nx\n$$', ['$$x$$']],
    ['$$x = 1$$', ['$$x = 1$$']],
    ['- $$x$$\n- text', ['$$x$$']],
    ['> $$ x $$', ['$$x$$']],
    ['Text.\n$$\nx\n$$\nText.', ['$$x$$']],
    ['in a line $$x$$ of text', ['x']],
  ])('is what has a paragraph to itself: %j', (text, found) => {
    expect(read(text)).toEqual(found);
  });
});
