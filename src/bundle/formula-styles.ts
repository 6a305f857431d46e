import type { AstroIntegration } from 'astro';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Takes KaTeX's rules out of the style sheet of all pages: those with formulas get a sheet of their own. Goes before what hashes files. */
export function formulaStyles(): AstroIntegration {
  return {
    name: 'warpnotes-formula-styles',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        logger.info(`${await partFormulaStyles(fileURLToPath(dir))} pages have no formula`);
      },
    },
  };
}

/**
 * Parts the style sheets of a built site and links the parts; how many pages need no KaTeX. A page whose cells may print formulas
 * knows the sheet, disabled (`elements/live-context.ts`). Throws where no sheet has KaTeX's rules.
 */
export async function partFormulaStyles(directory: string): Promise<number> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const sheet = await findSheet(files.filter((file) => file.endsWith('.css')));
  const { formulas, rest } = partRules(sheet.css);
  const old = basename(sheet.file);
  const [formulaName, name] = [hashedName('katex', formulas), hashedName(old.replace(/\..*$/u, ''), rest)];
  await writeFile(join(dirname(sheet.file), formulaName), formulas);
  await writeFile(join(dirname(sheet.file), name), rest);
  await rm(sheet.file);
  const pages = await Promise.all(files.filter((file) => file.endsWith('.html')).map(async (file) => {
    const html = await readFile(file, 'utf8');
    await writeFile(file, withFormulaSheet(html, { old, name, formulaName }));
    return !html.includes('class="katex');
  }));
  return pages.filter(Boolean).length;
}

async function findSheet(files: readonly string[]): Promise<{ readonly file: string; readonly css: string }> {
  for (const file of files) {
    const css = await readFile(file, 'utf8');
    if (css.includes('.katex-html')) return { file, css };
  }
  throw new Error('no style sheet of the site has rules for formulas: see astro.config.mjs');
}

interface SheetNames {
  readonly old: string;
  readonly name: string;
  readonly formulaName: string;
}

/** KaTeX's sheet goes before the others, as in `customCss`. */
function withFormulaSheet(html: string, { old, name, formulaName }: SheetNames): string {
  return html.replace(/<link\b[^>]*>/gu, (link) => {
    if (!link.includes(`/${old}`)) return link;
    const sheet = link.replace(old, name);
    if (html.includes('class="katex')) return link.replace(old, formulaName) + sheet;
    return (html.includes('<run-cell') ? link.replace(old, formulaName).replace('<link', '<link data-formulas="" disabled=""') : '') + sheet;
  });
}

/** KaTeX's fonts and all rules of its elements alone, and the others in their order. */
export function partRules(css: string): { readonly formulas: string; readonly rest: string } {
  const parts = { formulas: '', rest: '' };
  for (const rule of topRules(css)) parts[isOfFormulas(rule) ? 'formulas' : 'rest'] += rule;
  return parts;
}

function isOfFormulas(rule: string): boolean {
  if (rule.startsWith('@font-face')) return /font-family:\s*["']?KaTeX_/u.test(rule);
  return !rule.startsWith('@') && rule.slice(0, rule.indexOf('{')).split(',').every((selector) => selector.trim().startsWith('.katex'));
}

/** Rules and statements of the first level; strings may hold braces. */
function topRules(css: string): readonly string[] {
  const rules: string[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: sign, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*[^]*?\*\/|[{};]/gu)) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth > 0 || (sign !== '}' && sign !== ';')) continue;
    rules.push(css.slice(start, index + 1));
    start = index + 1;
  }
  return [...rules, css.slice(start)];
}

function hashedName(name: string, css: string): string {
  return `${name}.${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`;
}
