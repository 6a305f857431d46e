import type { StarlightPlugin } from '@astrojs/starlight/types';

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
 * The text of a Chinese page with what its headings' links are called: Starlight tells the language of a file by a folder that the
 * notes are not in, and calls them in English.
 */
export function withChineseHeadingLinks(html: string): string {
  return html.replace(/(<span class="sr-only"[^>]*>)Section titled (“[^<]*”)(?=<\/span><\/a>)/gu, '$1$2一节的链接');
}
