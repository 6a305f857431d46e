import type { SSRManifest } from 'astro';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import { fromHtml } from 'hast-util-from-html';
import { select } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import type { FigureText } from '../download/figure-nodes.ts';
import { languageTag, type Locale } from '../i18n/locale.ts';

const figures = import.meta.glob<{ readonly default: AstroComponentFactory }>('./figures/*.astro');

/** What is needed for `Astro.currentLocale` to be that of the address. */
const i18n: SSRManifest['i18n'] = {
  defaultLocale: 'en', locales: ['en', { path: 'zh-cn', codes: [languageTag['zh-cn']] }],
  fallback: {}, fallbackType: 'redirect', strategy: 'pathname-prefix-other-locales', domainLookupTable: {}, domains: {},
};

/** What those who do not see a figure are told of it: rendered, since some figures say what they calculate. Null for what is no figure. */
export async function figureText(name: string, locale: Locale): Promise<FigureText | null> {
  const load = figures[`./figures/${name}.astro`];
  if (!load) return null;
  const container = await AstroContainer.create({ manifest: { i18n } as SSRManifest });
  const request = new Request(`https://figures.invalid/${locale === 'en' ? '' : `${locale}/`}`);
  const tree = fromHtml(await container.renderToString((await load()).default, { request }), { fragment: true });
  const text = (selector: string): string => {
    const found = select(selector, tree);
    return found ? toString(found).replaceAll(/\s+/gu, ' ').trim() : '';
  };
  const caption = text('figcaption');
  // A figure with controls has a summary of what it shows at first, and no title.
  const [title, description] = select('svg > title', tree) ? [text('svg > title'), text('svg > desc')] : ['', text('[aria-live]')];
  return { title, description: description === '' ? caption : description };
}
