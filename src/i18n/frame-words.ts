import type { StarlightPlugin } from '@astrojs/starlight/types';

/** What Starlight's frame says in Chinese where its own translation is missing or says too little. */
export function frameWords(): StarlightPlugin {
  return {
    name: 'frame-words',
    hooks: {
      'config:setup': () => undefined, // Starlight refuses a plugin without it
      'i18n:setup': ({ injectTranslations }) => {
        injectTranslations({ 'zh-CN': { 'heading.anchorLabel': '“{{title}}”一节的链接', 'sidebarNav.accessibleLabel': '主导航' } });
      },
    },
  };
}
