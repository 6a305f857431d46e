import { toMarkdown } from 'mdast-util-to-markdown';
import { describe, expect, it } from 'vitest';
import { remarkNoteLinks } from '../../src/markdown/remark-note-links.ts';
import { temporaryProject } from '../note/note-text.ts';
import { transform } from './transform.ts';

const planned = [{ id: 'cuda/later', order: 2, en: 'Later', 'zh-cn': '以后' }, { id: 'cuda/a', order: 1, en: 'A', 'zh-cn': '甲' }];

async function page(text: string, base = '/notes/'): Promise<string> {
  const root = await temporaryProject({ 'notes/cuda/a.mdx': '', 'notes/zh-cn/cuda/a.mdx': '' });
  return toMarkdown(await transform(remarkNoteLinks, { root, base, planned }, `${root}/notes/cuda/b.mdx`, text)).trim();
}

describe('a link to a note', () => {
  it.each([
    ['/cuda/a/', '/notes/cuda/a/'],
    ['/zh-cn/cuda/a/', '/notes/zh-cn/cuda/a/'],
    ['/cuda/a/#a-heading', '/notes/cuda/a/#a-heading'],
    ['/cuda/a', '/notes/cuda/a/'],
    ['/cuda/a#a-heading', '/notes/cuda/a/#a-heading'],
    ['/cuda/a?x=1', '/notes/cuda/a/?x=1'],
  ])('gets the base path and its slash: %s', async (url, expected) => {
    expect(await page(`[text](${url})`)).toBe(`[text](${expected})`);
  });

  it('stays as it is on a site at the root', async () => {
    expect(await page('[text](/cuda/a/)', '/')).toBe('[text](/cuda/a/)');
  });

  it('by reference gets the base path too', async () => {
    expect(await page('See [text][a].\n\n[a]: /cuda/a/')).toBe('See [text][a].\n\n[a]: /notes/cuda/a/');
  });

  it('that is planned becomes its text and says so, in the language of the link', async () => {
    expect(await page('See [the `later` note](/cuda/later/), then [A](/cuda/a/).')).toBe('See the `later` note (to come), then [A](/notes/cuda/a/).');
    expect(await page('见[以后](/zh-cn/cuda/later/)。')).toBe('见以后（待写）。');
    expect(await page('See [later][l].\n\n[l]: /cuda/later/')).toMatch(/^See later \(to come\)\./u);
  });

  it.each(['[text](/cuda/none/)', '[text][n]\n\n[n]: /zh-cn/cuda/none/'])('that leads nowhere stops the build with its place: %j', async (link) => {
    const line = link.startsWith('[text](') ? 3 : 5;
    await expect(page(`Fine.\n\n${link}`)).rejects.toMatchObject({ name: 'NoteError', line, column: 1, message: expect.stringContaining('/cuda/none/') as string });
  });
});

it.each(['https://example.org/cuda/none/', '//example.org/cuda/none/', '#section', '../a/', '/images/a.png', '/zh-cn/', '/', 'mailto:a@example.org'])(
  'leaves a link to %s alone', async (url) => {
    expect(await page(`[text](${url})`)).toBe(`[text](${url})`);
  },
);
