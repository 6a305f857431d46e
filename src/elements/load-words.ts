import { type Locale, localeOf } from '../i18n/locale.ts';

/** Loads what there is of each language for the language of the page, and of no other. Each is an `import()`. */
export function loadWords<Words>(words: Readonly<Record<Locale, () => Promise<Words>>>): Promise<Words> {
  return words[localeOf(document.documentElement.lang)]();
}
