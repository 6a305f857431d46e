import type { AstroIntegration } from 'astro';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFiles } from './built-files.ts';

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
 * Parts the style sheets of a built site and links the parts; how many pages need no KaTeX. Pages with formulas load the rules that
 * formulas of the site use, a third of them. A page whose cells may print formulas knows the sheet of all, disabled
 * (`elements/live-context.ts`). Throws where no sheet has KaTeX's rules.
 */
export async function partFormulaStyles(directory: string): Promise<number> {
  const files = await builtFiles(directory);
  const sheet = await findSheet(files.filter((file) => file.endsWith('.css')));
  const { formulas, rest } = partRules(sheet.css);
  const pages = await Promise.all(files.filter((file) => file.endsWith('.html')).map(async (file) => ({ file, html: await readFile(file, 'utf8') })));
  const set = pages.filter(({ html }) => hasFormulas(html));
  const classLists = set.flatMap(({ html }) => Array.from(html.matchAll(/class="([^"]*)"/gu), ([, list = '']) => list));
  const used = usedRules(formulas, new Set(classLists));
  const old = basename(sheet.file);
  const names = { old, name: hashedName(old.replace(/\..*$/u, ''), rest), usedName: hashedName('formulas', used), allName: hashedName('katex', formulas) };
  const sheets = { [names.allName]: formulas, [names.usedName]: used, [names.name]: rest };
  for (const [name, css] of Object.entries(sheets)) await writeFile(join(dirname(sheet.file), name), css);
  await rm(sheet.file);
  for (const { file, html } of pages) await writeFile(file, withFormulaSheet(html, names));
  return pages.length - set.length;
}

function hasFormulas(html: string): boolean {
  return html.includes('class="katex');
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
  /** Of all other rules. */
  readonly name: string;
  /** Of the rules that formulas of the site use. */
  readonly usedName: string;
  /** Of all rules of KaTeX. */
  readonly allName: string;
}

/** KaTeX's sheets go before the others, as in `customCss`. */
function withFormulaSheet(html: string, { old, name, usedName, allName }: SheetNames): string {
  return html.replace(/<link\b[^>]*>/gu, (link) => {
    if (!link.includes(`/${old}`)) return link;
    const all = html.includes('<run-cell') ? link.replace(old, allName).replace('<link', '<link data-formulas="" disabled=""') : '';
    return all + (hasFormulas(html) ? link.replace(old, usedName) : '') + link.replace(old, name);
  });
}

/**
 * The rules of KaTeX that elements with these classes can match, and the fonts that those name.
 * @param classLists values of class attributes
 */
export function usedRules(css: string, classLists: ReadonlySet<string>): string {
  const elements = [...classLists].map((list) => new Set(list.split(/\s+/u)));
  const isUsed = (selector: string): boolean => selector.replace(/:not\([^)]*\)/gu, '').split(/[\s>+~]+/u).every((compound) => {
    const classes = [...compound.matchAll(/\.([\w-]+)/gu)].map(([, name = '']) => name);
    return elements.some((element) => classes.every((name) => element.has(name)));
  });
  const [fonts, rules] = [[] as string[], [] as string[]];
  for (const rule of topRules(css)) {
    if (rule.startsWith('@font-face')) fonts.push(rule);
    else if (rule.slice(0, rule.indexOf('{')).split(',').some(isUsed)) rules.push(rule);
  }
  const text = rules.join('');
  return fonts.filter((font) => text.includes(/KaTeX_\w+/u.exec(font)?.[0] ?? '')).join('') + text;
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
