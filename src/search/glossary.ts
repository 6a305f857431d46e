import { load } from 'js-yaml';

/** Terms that mean the same, in every language of the site. */
export interface GlossaryEntry {
  readonly en: readonly string[];
  readonly zh: readonly string[];
}

export type Glossary = readonly GlossaryEntry[];

/**
 * Reads `notes/glossary.yaml`: a list of `{ en: […], zh: […] }`, each with at least one term and together at least two.
 * @param source the YAML text; `file` names it in errors
 * @throws Error that names the entry and the cure
 */
export function parseGlossary(source: string, file = 'notes/glossary.yaml'): Glossary {
  const entries: unknown = load(source);
  if (!Array.isArray(entries)) {
    throw new Error(`${file}: write a list of entries such as "- { en: [warp], zh: [线程束] }"`);
  }
  return entries.map((entry: unknown, index) => parseEntry(entry, `${file}: entry ${index + 1}`));
}

function parseEntry(entry: unknown, where: string): GlossaryEntry {
  if (typeof entry !== 'object' || entry === null) throw new Error(`${where}: write it as { en: [warp], zh: [线程束] }`);
  const unknownKey = Object.keys(entry).find((key) => key !== 'en' && key !== 'zh');
  if (unknownKey !== undefined) throw new Error(`${where}: unknown key "${unknownKey}"; the keys are en and zh`);
  const en = parseTerms('en' in entry ? entry.en : [], `${where}: en`);
  const zh = parseTerms('zh' in entry ? entry.zh : [], `${where}: zh`);
  if (en.length + zh.length < 2) throw new Error(`${where}: give at least two terms that mean the same`);
  return { en, zh };
}

function parseTerms(terms: unknown, where: string): readonly string[] {
  if (!Array.isArray(terms)) throw new Error(`${where}: write a list of terms in brackets`);
  return terms.map((term: unknown) => {
    if (typeof term !== 'string' || term.trim() === '') {
      throw new Error(`${where}: ${JSON.stringify(term)} is not a term; put quotes around numbers and symbols`);
    }
    return term;
  });
}
