import type { StarlightPlugin } from '@astrojs/starlight/types';
import type { Locale } from '../i18n/locale.ts';

/** What Starlight's frame says in Chinese where its own translation says too little. */
export function frameWords(): StarlightPlugin {
  return {
    name: 'frame-words',
    hooks: {
      'config:setup': () => undefined, // Starlight refuses a plugin without it
      'i18n:setup': ({ injectTranslations }) => { injectTranslations({ 'zh-CN': { 'sidebarNav.accessibleLabel': '主导航' } }); },
    },
  };
}

/**
 * A page's text with the words of its headings' links, without a mark for a search that the site does not have. Starlight tells the
 * language of a file by a folder that the notes are not in, and has the words in English.
 */
export function withHeadingLinks(html: string, locale: Locale): string {
  const words = locale === 'zh-cn' ? '链接到$1' : 'Section titled $1';
  return html.replace(/<span class="sr-only" data-pagefind-ignore="true">Section titled (“[^<]*”)(?=<\/span><\/a>)/gu, `<span class="sr-only">${words}`);
}
