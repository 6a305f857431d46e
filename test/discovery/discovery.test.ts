import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import rss from '@astrojs/rss';
import { describe, expect, it } from 'vitest';
import { llmsFullText, llmsText } from '../../src/discovery/llms-text.ts';
import { noteFeed } from '../../src/discovery/note-feed.ts';
import { previewOf } from '../../src/discovery/preview-file.ts';
import { addressOf, readSiteUrl, siteAddress, wholeAddress } from '../../src/discovery/site-address.ts';
import { sitePreviews } from '../../src/discovery/site-previews.ts';
import { noteData, scriptText, siteData } from '../../src/discovery/structured-data.ts';
import { loadPageDates } from '../../src/note/note-dates.ts';
import { loadNote } from '../../src/note/note-library.ts';
import { noteText, temporaryProject } from '../note/note-text.ts';

const published = { site: 'https://notes.example', base: '/warp/' } as const;
const nowhere = { site: null, base: '/warp/' } as const;
const HOME = '---\ntitle: Home\ndescription: Notes that run.\n---\n\nHello.\n';

const project = (): Promise<string> => temporaryProject({
  'notes/index.mdx': HOME,
  'notes/zh-cn/index.mdx': HOME.replace('Notes that run.', '能运行的笔记。'),
  'notes/glossary.mdx': HOME.replace('Home', 'Glossary'),
  'notes/os/paging.mdx': noteText('P.', { title: 'Paging', topic: 'os' }),
  'notes/cuda/b.mdx': noteText('B.', { title: 'Second', order: '2' }),
  'notes/cuda/a.mdx': noteText('A $x$.', { title: 'First </script> & more' }),
  'notes/zh-cn/cuda/a.mdx': noteText('甲。', { title: '第一篇', description: '它讲什么。' }),
  'notes/planned.yaml': '[]\n',
});

async function committed(root: string): Promise<void> {
  const git = (date: string, ...args: readonly string[]): Promise<unknown> => promisify(execFile)('git', [...args], {
    cwd: root, env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' },
  });
  await git('', 'init', '-q');
  await git('', 'add', 'notes/cuda/a.mdx');
  await git('2026-01-02T03:04:05Z', 'commit', '-qm', 'one');
  await git('', 'add', '.');
  await git('2026-02-03T04:05:06Z', 'commit', '-qm', 'two');
  await git('2026-03-04T05:06:07Z', 'rm', '-q', '--cached', 'notes/cuda/a.mdx');
  await git('', 'add', '.');
  await git('2026-04-05T06:07:08Z', 'commit', '-qm', 'three', '--allow-empty');
}

describe('the address of the site', () => {
  it('is whole where SITE_URL gives one, and starts at the root of the host where it gives none', () => {
    expect(addressOf(siteAddress({ SITE: 'https://notes.example', BASE_URL: '/warp' }), 'cuda/a.md')).toBe('https://notes.example/warp/cuda/a.md');
    expect(addressOf(siteAddress({ SITE: undefined, BASE_URL: '/' }), 'cuda/a.md')).toBe('/cuda/a.md');
    expect([wholeAddress(published), wholeAddress(nowhere)]).toEqual(['https://notes.example/warp/', null]);
  });

  it('is refused where it is none, with what to write', () => {
    expect([readSiteUrl(undefined), readSiteUrl(''), readSiteUrl('https://notes.example')]).toEqual([undefined, undefined, 'https://notes.example/']);
    expect(() => readSiteUrl('notes.example')).toThrow('SITE_URL is "notes.example", which is no address of a web site');
    expect(() => readSiteUrl('ftp://notes.example')).toThrow('https://notes.example');
    expect(() => readSiteUrl('https://me.example/notes/')).toThrow('set it to https://me.example, and BASE_PATH to /notes/');
  });
});

describe('llms.txt', () => {
  it('lists the notes of a language by topic in reading order, each as Markdown', async () => {
    const text = await llmsText(await project(), 'en', published);
    expect(text).toMatch(/^# Warpnotes\n\n> Notes that run\.\n\n/u);
    const list = text.slice(text.indexOf('## CUDA'));
    expect(list).toBe([
      '## CUDA', '',
      '- [First </script> & more](https://notes.example/warp/cuda/a.md): What it says.',
      '- [Second](https://notes.example/warp/cuda/b.md): What it says.', '',
      '## Operating systems', '', '- [Paging](https://notes.example/warp/os/paging.md): What it says.', '',
      '## Other languages', '', '- [简体中文](https://notes.example/warp/zh-cn/llms.txt)', '',
    ].join('\n'));
  });

  it('names no host where the site has no address', async () => {
    const root = await project();
    expect(await llmsText(root, 'zh-cn', nowhere)).toContain('- [第一篇](/warp/zh-cn/cuda/a.md): 它讲什么。');
    expect(await llmsText(root, 'en', nowhere) + await llmsFullText(root, 'en', nowhere)).not.toMatch(/https?:/u);
  });

  it('has all notes in one file too', async () => {
    const text = await llmsFullText(await project(), 'en', published);
    expect([...text.matchAll(/^# .+$/gmu)].map(([line]) => line)).toEqual(['# First \\</script> & more', '# Second', '# Paging']);
    expect(text).toContain('From [Warpnotes](https://notes.example/warp/cuda/a/).');
  });
});

describe('the feed', () => {
  it('is RSS with whole addresses, the last published first', async () => {
    const root = await project();
    await committed(root);
    const text = await (await rss(await noteFeed(root, 'en', published))).text();
    expect([...text.matchAll(/<item><title>([^<]*)<\/title><link>([^<]*)</gu)].map(([, title, link]) => [title, link])).toEqual([
      ['Second', 'https://notes.example/warp/cuda/b/'], ['Paging', 'https://notes.example/warp/os/paging/'],
      ['First &lt;/script&gt; &amp; more', 'https://notes.example/warp/cuda/a/'],
    ]);
    expect(text).toContain('<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>');
    expect(text).toContain('<language>en</language><atom:link href="https://notes.example/warp/rss.xml" rel="self" type="application/rss+xml"/>');
  });
});

describe('the dates of a page', () => {
  it('are those of its first and its last commit', async () => {
    const root = await project();
    await committed(root);
    const dates = await loadPageDates(root);
    expect(dates.get('notes/cuda/b.mdx')?.published.slice(0, 19)).toBe('2026-02-03T04:05:06');
    expect(dates.get('notes/cuda/a.mdx')?.published.slice(0, 19)).toBe('2026-01-02T03:04:05');
  });

  it('are left out where there is no history', async () => {
    expect(await loadPageDates(await project())).toEqual(new Map());
  });
});

describe('structured data', () => {
  it('says what a note is and where it stands, and ends no script', async () => {
    const root = await project();
    const data = await noteData(root, await loadNote(root, 'cuda/a', 'en'), published, 'https://notes.example/warp/previews/cuda/a.png');
    expect(scriptText(data)).not.toContain('<');
    expect(JSON.parse(scriptText(data))).toMatchObject({
      '@graph': [
        { '@type': 'TechArticle', url: 'https://notes.example/warp/cuda/a/', headline: 'First </script> & more', inLanguage: 'en', articleSection: 'CUDA' },
        {
          '@type': 'BreadcrumbList', itemListElement: [
            { position: 1, name: 'Warpnotes', item: 'https://notes.example/warp/' }, { position: 2, name: 'CUDA', item: 'https://notes.example/warp/cuda/' },
            { position: 3, item: 'https://notes.example/warp/cuda/a/' },
          ],
        },
      ],
    });
    expect(siteData('zh-cn', 'd', published)).toMatchObject({ '@type': 'WebSite', inLanguage: 'zh-CN', url: 'https://notes.example/warp/zh-cn/' });
  });
});

describe('the picture of a page', () => {
  it('is its own for what is in notes/, and that of the home page for the others', async () => {
    const root = await project();
    const files = [...(await sitePreviews(root)).keys()].toSorted();
    expect(files).toEqual(['cuda/a', 'cuda/b', 'glossary', 'index', 'os/paging', 'zh-cn/cuda/a', 'zh-cn/index'].map((name) => `previews/${name}.png`));
    expect(await previewOf(root, { id: 'cuda/a', locale: 'zh-cn' }, 'zh-cn')).toBe('previews/zh-cn/cuda/a.png');
    expect(await previewOf(root, { slug: 'glossary', locale: 'en' }, 'en')).toBe('previews/glossary.png');
    expect(await previewOf(root, { slug: 'search', locale: 'zh-cn' }, 'zh-cn')).toBe('previews/zh-cn/index.png');
  });
});

it('the mark of the site is one that a picture can hold', async () => {
  expect(await readFile(join(import.meta.dirname, '../../src/assets/mark.svg'), 'utf8')).toMatch(/^<svg [^>]*viewBox="0 0 32 32"/u);
});
