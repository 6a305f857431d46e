import type { Bilingual, Locale } from '../i18n/locale.ts';

const TITLES: Readonly<Record<string, Bilingual>> = {
  note: { en: 'Note', 'zh-cn': '注意' },
  tip: { en: 'Tip', 'zh-cn': '提示' },
  caution: { en: 'Caution', 'zh-cn': '警告' },
  danger: { en: 'Danger', 'zh-cn': '危险' },
};

const OPENING = /^:::(?<kind>note|tip|caution|danger)(?:\[(?<title>.*)\])?[ \t]*$/u;
const FENCE = /^[ \t]*(?<mark>`{3,}|~{3,})/u;

/** Markdown with its asides (`:::note[Title]` up to `:::`) as quotes that begin with their title in bold; code is left alone. */
export function asideQuotes(text: string, locale: Locale): string {
  let fence = '';
  let inside = false;
  return text.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.groups?.['mark'] ?? '';
    const inCode = fence !== '';
    if (inCode && mark.startsWith(fence)) fence = '';
    else if (!inCode) fence = mark;
    const { kind, title } = (inCode ? undefined : OPENING.exec(line)?.groups) ?? {};
    if (kind !== undefined) {
      inside = true;
      return `> **${title ?? TITLES[kind]?.[locale] ?? kind}**\n>`;
    }
    if (inside && !inCode && /^:::[ \t]*$/u.test(line)) {
      inside = false;
      return '';
    }
    return inside ? `> ${line}` : line;
  }).join('\n');
}
