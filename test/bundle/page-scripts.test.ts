import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { joinPageScripts, withJoinedScripts } from '../../src/bundle/page-scripts.ts';

const tag = (name: string): string => `<script type="module" src="/notes/_astro/${name}"></script>`;

it('a page loads once what its scripts import, in their order, and keeps those that do more', () => {
  const imports = new Map([['search.js', ['page.js']], ['cell.js', ['page.js', 'cells.js']], ['nothing.js', []]]);
  const html = `<head>${tag('search.js')}</head><p>${tag('home.js')}</p>${tag('cell.js')}${tag('nothing.js')}${tag('home.js')}<script type="module">x()</script>`;
  expect(withJoinedScripts(html, imports)).toBe(`<head>${tag('page.js')}</head><p>${tag('home.js')}</p>${tag('cells.js')}<script type="module">x()</script>`);
});

it('files that are imports alone go, unless another script wants them', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'warpnotes-scripts-'));
  try {
    await mkdir(join(directory, '_astro'));
    const files = { 'search.js': 'import"./page.js";\n', 'empty.js': '', 'page.js': 'import{a}from"./locale.js";a()', 'wanted.js': 'import"./page.js";', 'user.js': 'import("./wanted.js")' };
    for (const [name, code] of Object.entries(files)) await writeFile(join(directory, '_astro', name), code);
    await writeFile(join(directory, 'index.html'), tag('search.js') + tag('empty.js') + tag('user.js'));
    expect(await joinPageScripts(directory)).toBe(2);
    expect((await readdir(join(directory, '_astro'))).toSorted()).toEqual(['page.js', 'user.js', 'wanted.js']);
    expect(await readFile(join(directory, 'index.html'), 'utf8')).toBe(tag('page.js') + tag('user.js'));
  } finally {
    await rm(directory, { recursive: true });
  }
});
