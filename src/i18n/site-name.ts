import type { Bilingual } from './locale.ts';

/** The name of the site: in its header and titles, as an app, in feeds, downloads and pictures for links. */
export const siteName: Bilingual = { en: 'Warpnotes', 'zh-cn': 'Warpnotes' };
