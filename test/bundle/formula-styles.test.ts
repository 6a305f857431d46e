import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { partFormulaStyles, partRules, usedRules } from '../../src/bundle/formula-styles.ts';
import { temporaryProject } from '../note/note-text.ts';

const KATEX = '@font-face{font-family:KaTeX_Main;src:url(/_astro/m.woff2)}.katex .katex-html>.newline{display:block}.katex,.katex-display{margin:0}';
const USED = '.katex,.katex-display{margin:0}';
const OTHERS = ['@charset "utf-8";', '@font-face{font-family:Body;src:url(/b.woff2)}', 'a::before{content:"}.katex{"}', '.katex,.text{color:red}', '@media print{.katex{color:#000}}'];

it('takes rules of KaTeX alone, and keeps the others in their order', () => {
  expect(partRules(OTHERS.slice(0, 3).join('') + KATEX + OTHERS.slice(3).join(''))).toEqual({ formulas: KATEX, rest: OTHERS.join('') });
});

it('gives pages with formulas the sheet, pages with cells a disabled one, and others none', async () => {
  const page = (body: string): string => `<head><link rel="stylesheet" href="/b/_astro/all.H1.css"><link rel="icon" href="/b/i.svg"></head>${body}`;
  const root = await temporaryProject({
    'dist/_astro/all.H1.css': OTHERS.join('') + KATEX, 'dist/a/index.html': page('<span class="katex">x</span><run-cell></run-cell>'),
    'dist/b/index.html': page('<run-cell></run-cell>'), 'dist/c/index.html': page(''),
  });
  const dist = join(root, 'dist');
  expect(await partFormulaStyles(dist)).toBe(2);
  const [katex = '', used = '', all = '', ...more] = (await readdir(join(dist, '_astro'))).toSorted((one, other) => other.localeCompare(one));
  expect([katex, used, all, more]).toEqual([expect.stringMatching(/^katex\.[\w-]{8}\.css$/u), expect.stringMatching(/^formulas\.[\w-]{8}\.css$/u), expect.stringMatching(/^all\.[\w-]{8}\.css$/u), []]);
  expect(await Promise.all([katex, used, all].map((file) => readFile(join(dist, '_astro', file), 'utf8')))).toEqual([KATEX, USED, OTHERS.join('')]);
  const links = async (name: string): Promise<string> => (await readFile(join(dist, name, 'index.html'), 'utf8')).split('<link rel="icon"')[0] ?? '';
  const sheet = `<link rel="stylesheet" href="/b/_astro/${all}">`;
  const disabled = `<link data-formulas="" disabled="" rel="stylesheet" href="/b/_astro/${katex}">`;
  expect(await links('a')).toBe(`<head>${disabled}<link rel="stylesheet" href="/b/_astro/${used}">${sheet}`);
  expect(await links('b')).toBe(`<head>${disabled}${sheet}`);
  expect(await links('c')).toBe(`<head>${sheet}`);
  // The names follow what is in the sheets, which a browser keeps for good.
  await expect(partFormulaStyles(join(root, 'none'))).rejects.toThrow();
});

it('keeps rules whose classes stand together at some element, with their fonts', () => {
  const font = (name: string): string => `@font-face{font-family:KaTeX_${name};src:url(/${name}.woff2)}`;
  const size = (from: number, to: number): string => `.katex .sizing.reset-size${from}.size${to},.katex .delimsizing.size${to}{font-size:1em}`;
  const kept = ['.katex .mathit{font-family:KaTeX_Main}', '.katex svg{fill:red}', '.katex>.mord:not(.never){color:red}', size(6, 3)];
  const css = font('Main') + font('AMS') + kept.join('') + size(6, 2) + '.katex .amsrm{font-family:KaTeX_AMS}.katex .mord .never{color:red}';
  expect(usedRules(css, new Set(['katex', 'mord mathit', 'sizing reset-size6 size3 mtight', 'size2']))).toBe(font('Main') + kept.join(''));
});
