import { load, YAMLException } from 'js-yaml';
import { z } from 'zod';

const terms = z.array(z.string({ error: 'not a term: put quotes around numbers and symbols' }).trim().min(1, 'an empty term'), {
  error: 'write a list of terms in brackets',
});

const entry = z.strictObject({ en: terms.default([]), zh: terms.default([]) }, {
  error: ({ code, keys }) => (code === 'unrecognized_keys' ? `unknown key ${String(keys)}: the keys are en and zh` : 'write it as { en: [warp], zh: [线程束] }'),
}).refine(({ en, zh }) => en.length + zh.length >= 2, 'give at least two terms that mean the same');

const glossary = z.array(entry, { error: 'write a list of entries such as "- { en: [warp], zh: [线程束] }"' }).readonly();

/** Terms that mean the same, in every language of the site. */
export type Glossary = readonly GlossaryEntry[];
export interface GlossaryEntry {
  readonly en: readonly string[];
  readonly zh: readonly string[];
}

/**
 * Reads `notes/glossary.yaml`: a list of `{ en: […], zh: […] }`, each with at least one term and together at least two.
 * For the build: a browser gets what it returns, and of this module the types alone.
 * @param source the YAML text; `file` names it in errors
 * @throws Error that names the line or the entry, and the cure
 */
export function parseGlossary(source: string, file = 'notes/glossary.yaml'): Glossary {
  const result = glossary.safeParse(yamlOf(source, file));
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`, { cause: result.error });
  return result.data;
}

function yamlOf(source: string, file: string): unknown {
  try {
    return load(source);
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    throw new Error(`${file}:${cause.mark.line + 1}:${cause.mark.column + 1}: ${cause.reason}`, { cause });
  }
}
