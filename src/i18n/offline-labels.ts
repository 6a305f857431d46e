import type { Locale } from './locale.ts';

export interface OfflineLabels {
  /** A new version of the site waits. */
  readonly ready: string;
  readonly reload: string;
  /** Puts the prompt away until the next page. */
  readonly later: string;
}

export const offlineLabels: Readonly<Record<Locale, OfflineLabels>> = {
  en: { ready: 'A new version is ready.', reload: 'Reload', later: 'Later' },
  'zh-cn': { ready: '新版本已就绪。', reload: '重新加载', later: '稍后' },
};
