import type { Root } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { remarkTerms } from '../../src/markdown/remark-terms.ts';
import { testTerm } from '../note/test-term.ts';
import { transform } from './transform.ts';

const terms = [
  testTerm('warp', { en: ['warp'], 'zh-cn': ['线程束'] }),
  testTerm('thread-block', { en: ['thread block'], 'zh-cn': ['线程块'] }),
  testTerm('block', { en: ['block'], 'zh-cn': ['块'], linked: [] }),
  testTerm('kernel', { en: ['kernel'], 'zh-cn': ['内核'], linked: ['cuda'] }),
];
const read = (text: string, file = 'notes/cuda/a.mdx', base = '/'): Promise<Root> =>
  transform(remarkTerms, { base, terms }, `/project/${file}`, text);
const page = async (...given: Parameters<typeof read>): Promise<string> => toMarkdown(await read(...given)).trim();

/** The texts of the links to the glossary, and where they go. */
async function links(...given: Parameters<typeof read>): Promise<readonly (readonly string[])[]> {
  const found: string[][] = [];
  visit(await read(...given), 'link', ({ children: [child], url }) => {
    if (url.includes('glossary')) found.push([child?.type === 'text' ? child.value : '', url]);
  });
  return found;
}

describe('the first use of a term in a note', () => {
  it('links to the glossary, and the later ones do not', async () => {
    expect(await page('A warp of a thread block. A warp again.\n\nThread blocks and warps.'))
      .toBe('A [warp](/glossary/#term-warp) of a [thread block](/glossary/#term-thread-block). A warp again.\n\nThread blocks and warps.');
  });

  it('links to the glossary of its language, below the base path', async () => {
    expect(await links('一个线程束。', 'notes/zh-cn/cuda/a.mdx', '/base/')).toEqual([['线程束', '/base/zh-cn/glossary/#term-warp']]);
  });

  it('is found in lists, quotes, emphasis and folded answers', async () => {
    for (const text of ['- a warp', '> a warp', 'a **warp**', '<details>\n<summary>Why?</summary>\n\nA warp.\n\n</details>']) {
      expect(await links(text), text).toEqual([['warp', '/glossary/#term-warp']]);
    }
  });

  it('is not looked for in headings, links, code, tables, formulas and elements', async () => {
    const text = [
      '## A warp', '[a warp](/cuda/b/)', '[a warp][b]', '`warp`', '```text\nwarp\n```', '| warp |\n| --- |\n| warp |', '$warp$', '$$\nwarp\n$$',
      '<Metric cell="warp" label="warp" />', '<Note>a warp</Note>', '<details>\n<summary>What is a warp?</summary>\n</details>', '[b]: /cuda/b/ "a warp"',
    ].join('\n\n');
    expect(await links(text)).toEqual([]);
    expect(await links(`${text}\n\nA warp.`)).toHaveLength(1);
  });

  it('says that it is a term, for its looks', async () => {
    const classes: unknown[] = [];
    visit(await read('A warp.'), 'link', ({ data }) => void classes.push(data?.hProperties));
    expect(classes).toEqual([{ className: ['term'] }]);
  });
});

describe('a term that is switched off', () => {
  it('is not linked, nor is a term within it', async () => {
    expect(await links('A block.')).toEqual([]);
    expect(await links('A thread block and a block.')).toEqual([['thread block', '/glossary/#term-thread-block']]);
  });

  it('for a topic is linked in the others alone', async () => {
    expect(await links('The kernel.', 'notes/os/a.mdx')).toEqual([]);
    expect(await links('The kernel.', 'notes/cuda/a.mdx')).toHaveLength(1);
  });
});

it('leaves pages that are no notes as they are', async () => {
  expect(await page('A warp.', 'notes/glossary.mdx')).toBe('A warp.');
});
