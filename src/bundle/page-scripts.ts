import type { AstroIntegration } from 'astro';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFiles } from './built-files.ts';

const SCRIPT = /<script type="module" src="([^"]*\/)([^"/]+\.js)"><\/script>/gu;
const IMPORTS_ALONE = /^(?:\s*import\s*"\.\/[^"/]+";?)*\s*$/u;

/** Has pages load what their scripts import in place of scripts that do nothing else. Goes before what hashes files. */
export function pageScripts(): AstroIntegration {
  return {
    name: 'warpnotes-page-scripts',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        logger.info(`${await joinPageScripts(fileURLToPath(dir))} scripts were imports alone`);
      },
    },
  };
}

/**
 * Each component's script is a file of its own, and most are one import of the same chunk (`script-chunks.ts`): a page names that
 * chunk once instead. Returns how many files went.
 */
export async function joinPageScripts(directory: string): Promise<number> {
  const files = await builtFiles(directory);
  const scripts = await Promise.all(files.filter((file) => file.endsWith('.js')).map(async (file) => ({ file, code: await readFile(file, 'utf8') })));
  const idle = scripts.filter(({ code }) => IMPORTS_ALONE.test(code));
  const imports = new Map(idle.map(({ file, code }) => [basename(file), Array.from(code.matchAll(/"\.\/([^"]+)"/gu), ([, name = '']) => name)]));
  await Promise.all(files.filter((file) => file.endsWith('.html')).map(async (file) => {
    const html = await readFile(file, 'utf8');
    await writeFile(file, withJoinedScripts(html, imports));
  }));
  const gone = idle.filter(({ file }) => !scripts.some(({ code }) => code.includes(basename(file))));
  await Promise.all(gone.map(({ file }) => rm(file)));
  return gone.length;
}

/** @param imports the names of scripts that are imports alone, with the names of what they import */
export function withJoinedScripts(html: string, imports: ReadonlyMap<string, readonly string[]>): string {
  const there = new Set<string>();
  return html.replace(SCRIPT, (script, folder: string, name: string) => {
    const wanted = (imports.get(name) ?? [name]).filter((each) => !there.has(each));
    for (const each of wanted) there.add(each);
    return wanted.map((each) => (each === name ? script : `<script type="module" src="${folder}${each}"></script>`)).join('');
  });
}
