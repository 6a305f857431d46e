import type { AstroIntegration } from 'astro';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withContentSecurityPolicy } from './content-security-policy.ts';

/** Writes a Content-Security-Policy into every built page. Goes before what lists the files with their hashes. */
export function security(): AstroIntegration {
  return {
    name: 'warpnotes-security',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const pages = await protectPages(fileURLToPath(dir));
        logger.info(`${pages} pages say what they may load and run`);
      },
    },
  };
}

/** Gives the pages under a built site their policies; how many got one. Throws with the page's name. */
async function protectPages(directory: string): Promise<number> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  const pages = found.filter((each) => each.isFile() && each.name.endsWith('.html')).map((each) => join(each.parentPath, each.name));
  const changed = await Promise.all(pages.map(async (page) => {
    const html = await readFile(page, 'utf8');
    const safe = protectedPage(html, page);
    if (safe !== html) await writeFile(page, safe);
    return safe !== html;
  }));
  return changed.filter(Boolean).length;
}

function protectedPage(html: string, page: string): string {
  try {
    return withContentSecurityPolicy(html);
  } catch (cause) {
    throw new Error(`${page}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
