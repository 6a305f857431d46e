import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

const directory = join(projectRoot, 'dist');

it('links only to files and headings that the site has', async () => {
  const pages = await Array.fromAsync(glob('**/*.html', { cwd: directory }));
  expect(pages.length).toBeGreaterThan(6);
  const dead = await Promise.all(pages.map(async (page) => {
    const html = await readFile(join(directory, page), 'utf8');
    const links = [...html.matchAll(/\s(?:href|src)="([^"]+)"/gu)].map(([, link = '']) => link);
    return Promise.all(links.filter((link) => !/^(?:https?|data):/u.test(link)).map(async (link) => ((await leads(html, link)) ? [] : `${page}: ${link}`)));
  }));
  expect(dead.flat(2)).toEqual([]);
});

it('calls the links of Chinese headings in Chinese', async () => {
  for await (const page of glob('zh-cn/**/index.html', { cwd: directory })) {
    expect(await readFile(join(directory, page), 'utf8'), page).not.toMatch(/Section titled/u);
  }
  expect(await readFile(join(directory, 'zh-cn/cuda/bank-conflicts/index.html'), 'utf8')).toMatch(/>链接到“[^<]+”<\/span><\/a>/u);
});

async function leads(html: string, link: string): Promise<boolean> {
  const [path = '', anchor = ''] = link.split('#');
  const file = join(directory, decodeURI(path.replace(/\?.*$/u, '')), path.endsWith('/') ? 'index.html' : '');
  if (path !== '' && !existsSync(file)) return false;
  if (anchor === '') return true;
  const target = path === '' ? html : await readFile(file, 'utf8');
  return target.includes(` id="${decodeURIComponent(anchor)}"`);
}
