import { rehypeHeadingIds } from '@astrojs/markdown-remark';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { describe, expect, it } from 'vitest';
import { markdownTree } from '../../src/note/markdown-tree.ts';
import type { NoteSection } from '../../src/note/note.ts';
import { noteSections } from '../../src/note/note-sections.ts';

const sections = (text: string) => noteSections(markdownTree(text, 'notes/cuda/a.mdx'), 'cuda/a');

/** The prose of a section, with `…` for a recorded number. */
const prose = (section: NoteSection | undefined) => section?.text.map((part) => (typeof part === 'string' ? part : '…')).join('') ?? '';

/** The ids that Astro's own plugin gives the headings of a page. */
async function astroHeadings(text: string): Promise<readonly { readonly slug: string; readonly text: string }[]> {
  const file = new VFile({ path: 'notes/cuda/a.mdx' });
  const passThrough = ['mdxJsxFlowElement', 'mdxJsxTextElement', 'mdxFlowExpression', 'mdxTextExpression', 'mdxjsEsm'] as const;
  const html = await unified().use(remarkRehype, { passThrough: [...passThrough] }).run(markdownTree(text, file.path));
  await unified().use(rehypeHeadingIds).run(html, file);
  return (file.data['astro'] as { headings: { slug: string; text: string }[] }).headings;
}

describe('anchors', () => {
  it.each([
    ['plain English', '## Every bank serves one word\n\n### A stride has a degree'],
    ['Chinese', '## 每个存储体每周期一个字\n\n## 代价：怎样数出“趟数”？\n\n## 自测（选做）'],
    ['inline code', '## `cudaMalloc` and `<<<grid, block>>>`\n\n## `-arch=sm_90` 是什么'],
    ['repeated headings', '## Again\n\n## Again\n\n### Again'],
    ['strong text beside Chinese punctuation', '## **存储体冲突。**这是什么\n\n## 这是**“存储体”**的定义'],
    ['links and elements', '## See [the guide](https://example.org) <b>now</b>'],
    ['headings inside containers', '> ## Quoted\n\n<details>\n<summary>More</summary>\n\n## Quoted\n\n</details>\n\n## Quoted'],
    ['punctuation and symbols', '## C++ & PTX: 1.5 × faster?\n\n## Don\'t panic -- yet'],
    ['an image', '## ![alt text](/a.png) Picture'],
  ])('are those that Astro generates: %s', async (_, text) => {
    const found = sections(text).filter(({ heading }) => heading !== '').map(({ anchor, heading }) => ({ slug: anchor, text: heading.trim() }));
    const expected = (await astroHeadings(text)).map((each) => ({ slug: each.slug, text: each.text.trim() }));
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(0);
  });
});

describe('text', () => {
  it('is cut at the headings, with what stands before the first in a section of its own', () => {
    expect(sections('Lead.\n\n## One\n\nFirst.\n\n## Two\n\nSecond.').map((each) => [each.heading, prose(each).trim()])).toEqual([
      ['', 'Lead.'], ['One', 'First.'], ['Two', 'Second.'],
    ]);
  });

  it('keeps inline code in backticks, inside emphasis and links too', () => {
    expect(prose(sections('Call `cudaFree` or **`__syncthreads()`** and [`nvcc`](https://example.org).')[0]).trim())
      .toBe('Call `cudaFree` or **`__syncthreads()`** and `nvcc`.'.replaceAll('**', ''));
  });

  it('does not let the words of two blocks run together', () => {
    const text = prose(sections('| a | b |\n| - | - |\n| c | d |\n\n- one\n- two\n\n> three\n\nfour\\\nfive')[0]);
    expect(text.split(/\s+/u).filter((word) => word !== '')).toEqual(['a', 'b', 'c', 'd', 'one', 'two', 'three', 'four', 'five']);
  });

  it('has the titles of asides without their markers', () => {
    const text = prose(sections(':::note[Take `care`]\nThe body.\n:::\n\n:::tip\nA hint.\n\nMore.\n:::\n\nAfter.')[0]);
    expect(text.split('\n').filter((line) => line !== '')).toEqual(['Take `care`', 'The body.', 'A hint.', 'More.', 'After.']);
  });

  it('knows strong text beside Chinese punctuation, as the page does', () => {
    expect(prose(sections('**注意。**这里')[0]).trim()).toBe('注意。这里');
  });

  it('leaves out imports and expressions', () => {
    expect(prose(sections('import A from "./a.ts"\n\nSo it is {1 + 1}.')[0]).trim()).toBe('So it is .');
  });

  it('reads formulas as plain text, displayed ones on a line of their own', () => {
    expect(prose(sections('If $s \\neq 0$, then\n\n$$\n\\frac{a}{b} \\le 1\n$$\n\nholds.')[0])).toBe('If s ≠ 0, then\na/b ≤ 1\nholds.\n');
  });

  it('keeps the place of a recorded number, in a line and on one of its own', () => {
    const [section] = sections('It took <Metric cell="a" label="x" digits={1} />, not\n\n<Metric note="nvcc/b" cell="c" label="y" />\n\nmore.');
    expect(section?.text).toEqual([
      'It took ', { note: 'cuda/a', cell: 'a', label: 'x', digits: 1, line: 1, column: 9 },
      ', not\n', { note: 'nvcc/b', cell: 'c', label: 'y', digits: null, line: 3, column: 1 }, '\nmore.\n',
    ]);
  });
});

describe('code and cells', () => {
  it('stand in the section that they are under, runnable or not', () => {
    const [one, two] = sections('## One\n\n```cuda run id=a\nint a;\n```\n\n```cpp\nint b;\n```\n\n## Two\n\n- <Cell id="x" />\n\n<Cell id="y" />');
    expect(one).toMatchObject({ code: 'int a;\nint b;', embeddedCells: [] });
    expect(two).toMatchObject({ code: '', embeddedCells: ['x', 'y'] });
  });

  it('make no section where there is nothing', () => {
    expect(sections('')).toEqual([]);
  });
});
