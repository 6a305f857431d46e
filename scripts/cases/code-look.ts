import type { Element, Nodes, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { bundledLanguages } from 'shiki/langs';
import { siteGrammars } from '../../src/markdown/grammars/site-grammars.ts';
import { count, texts } from './assert-values.ts';
import type { HardCase } from './case-file.ts';

type Assert = HardCase['assert'];

/** A block of code as a page shows it. */
export interface ShownCode {
  readonly language: string;
  readonly text: string;
  /** Texts of the pieces that have a colour of their own. */
  readonly coloured: readonly string[];
}

const LOOKS = ['code_block_count', 'grammar', 'not_grammar', 'deterministic_html'] as const;

/** Whether an assertion looks at coloured code. */
export const isCodeLook = (key: string): boolean => (LOOKS as readonly string[]).includes(key);

/** Holds the code of a page against the assertions that look at it. A language that has colours must show some. */
export async function codeFailures(assert: Assert, html: string): Promise<readonly string[]> {
  const blocks = shownCode(html);
  const wanted = count(assert, 'code_block_count');
  const failures = wanted !== undefined && blocks.length !== wanted ? [`${blocks.length} blocks of code, not ${wanted}`] : [];
  const [allowed, refused] = [texts(assert, 'grammar'), texts(assert, 'not_grammar')];
  for (const { language, text, coloured } of blocks) {
    const scope = await scopeOf(language);
    if (refused.includes(scope)) failures.push(`a block is read as ${scope}`);
    if (allowed.length > 0 && !allowed.includes(scope)) failures.push(`a block is read as ${scope === '' ? 'plain text' : scope}`);
    if (scope !== '' && text.trim() !== '' && coloured.length === 0) failures.push(`a block in ${language} has no colours`);
  }
  return failures;
}

/** The blocks of code of a page in its order. */
export function shownCode(html: string): readonly ShownCode[] {
  const page = fromHtml(html, { fragment: true });
  return all('.expressive-code pre', page).map((pre) => ({
    language: String(pre.properties['dataLanguage'] ?? ''),
    text: all('.ec-line .code', pre).map((line) => textOf(line).replace(/\n$/u, '')).join('\n'),
    coloured: all('.ec-line .code i[class], .ec-line .code [style]', pre).map(textOf),
  }));
}

/** The scope that a grammar gives to a whole text, such as `source.ptx`; empty for a language without a grammar. */
async function scopeOf(language: string): Promise<string> {
  const own = siteGrammars.find(({ name, aliases = [] }) => [name, ...aliases].includes(language));
  if (own) return own.scopeName;
  const load = Object.hasOwn(bundledLanguages, language) ? bundledLanguages[language as keyof typeof bundledLanguages] : undefined;
  return (await load?.())?.default.at(-1)?.scopeName ?? '';
}

function all(selector: string, place: Root | Element): readonly Element[] {
  return selectAll(selector, place);
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
