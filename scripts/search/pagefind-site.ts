import { mkdir, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import type { SearchPage, SearchPageSection } from '../../src/search/search-document.ts';
import { type BenchContext, BenchUnavailable } from '../bench/bench.ts';
import { fetchPeer } from '../bench/peer-package.ts';
import { runCommand } from '../run-command.ts';

const VERSION = '1.6.0';
export const PAGEFIND_NAME = `Pagefind ${VERSION}`;

/** Where the program lies that builds an index of Pagefind. */
export interface PagefindProgram {
  readonly path: string;
}

/** Fetches Pagefind's program for this machine, the variant that cuts Chinese into words. Throws a BenchUnavailable. */
export async function fetchPagefind(context: BenchContext): Promise<PagefindProgram> {
  const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
  const system = systems[platform()];
  if (system === undefined) throw new BenchUnavailable(`Pagefind has no program for ${platform()}: measure on Linux, macOS or Windows`);
  const folder = await fetchPeer({ name: `@pagefind/${system}-${arch()}`, version: VERSION }, context);
  return { path: join(folder, 'bin', system === 'windows' ? 'pagefind_extended.exe' : 'pagefind_extended') };
}

/** Writes pages as HTML below `directory`/pages and their index into `directory`/pagefind, with Pagefind's defaults. */
export async function writePagefindIndex(
  { path }: PagefindProgram, directory: string, locale: string, pages: readonly SearchPage[],
): Promise<void> {
  for (const page of pages) {
    const file = join(directory, 'pages', page.path, 'index.html');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, pageHtml(page, locale));
  }
  const args = ['--site', directory, '--output-path', join(directory, 'pagefind')];
  const result = await runCommand(path, args, { cwd: directory, env: process.env });
  if (result.kind === 'exited' && result.code === 0) return;
  const said = result.kind === 'exited' ? result.lines.slice(-10).join('\n') : result.error.message;
  throw new BenchUnavailable(`Pagefind could not build its index. It said:\n${said}`);
}

function pageHtml({ title, sections }: SearchPage, locale: string): string {
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>` +
    `<body><main><h1>${escaped(title)}</h1>${sections.map(sectionHtml).join('')}</main></body></html>`;
}

function sectionHtml({ heading, anchor, text, code }: SearchPageSection): string {
  const paragraphs = text.split('\n').map((line) => `<p>${escaped(line).replace(/`([^`]+)`/gu, '<code>$1</code>')}</p>`);
  const block = code === '' ? '' : `<pre><code>${escaped(code)}</code></pre>`;
  return `${heading === '' ? '' : `<h2 id="${escaped(anchor)}">${escaped(heading)}</h2>`}${paragraphs.join('')}${block}`;
}

function escaped(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;').replace(/"/gu, '&quot;');
}
