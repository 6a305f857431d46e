/** The site's languages: English at the root, Simplified Chinese under `zh-cn/`. */
export const locales = ['en', 'zh-cn'] as const;
export type Locale = (typeof locales)[number];

/** BCP 47 tag for `lang` attributes. */
export const languageTag: Readonly<Record<Locale, string>> = { en: 'en', 'zh-cn': 'zh-CN' };

/** The locale of a language tag such as `zh-CN`; anything that is not Chinese reads English. */
export function localeOf(tag: string | undefined): Locale {
  return tag?.toLowerCase().startsWith('zh') ? 'zh-cn' : 'en';
}

/** A text in both languages. */
export type Bilingual = Readonly<Record<Locale, string>>;
