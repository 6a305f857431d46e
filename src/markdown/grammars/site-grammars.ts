import { bundledLanguagesInfo } from 'shiki/langs';
import cpp from 'shiki/langs/cpp.mjs';
import { nvsassGrammar } from '../../cuda/nvsass-grammar.ts';
import { ptxGrammar } from '../../cuda/ptx-grammar.ts';
import { cudaGrammar } from './cuda.ts';

/** The grammars of the site, which Shiki has not; C++ among them, since CUDA C++ needs it. */
export const siteGrammars = [cpp, cudaGrammar, ptxGrammar, nvsassGrammar].flat();

/** What Shiki shows as it stands, and the colours of a terminal. */
const PLAIN = ['txt', 'text', 'plain', 'plaintext', 'ansi'];

const names = new Set([
  ...siteGrammars.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  ...bundledLanguagesInfo.flatMap(({ id, aliases = [] }) => [id, ...aliases]),
  ...PLAIN,
]);

/** Whether a fence in a language, by its name in lower case, is coloured. */
export const isKnownLanguage = (language: string): boolean => names.has(language);

/** All names under which a language can stand at a fence. */
export const knownLanguages = (): readonly string[] => [...names];
