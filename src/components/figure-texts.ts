import type { SSRManifest } from 'astro';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import { fromHtml } from 'hast-util-from-html';
import { select } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import type { DescribedFigure } from '../download/figure-nodes.ts';
import { languageTag, type Locale } from '../i18n/locale.ts';

const figures = import.meta.glob<{ readonly default: AstroComponentFactory }>('./figures/*.astro');

/** What is needed for `Astro.currentLocale` to be that of the address. */
const i18n: SSRManifest['i18n'] = {
  defaultLocale: 'en', locales: ['en', { path: 'zh-cn', codes: [languageTag['zh-cn']] }],
  fallback: {}, fallbackType: 'redirect', strategy: 'pathname-prefix-other-locales', domainLookupTable: {}, domains: {},
};

/** What those who do not see a figure are told of it: rendered, since some figures say what they calculate. Null for what is no figure. */
export async function figureText(component: string, locale: Locale): Promise<DescribedFigure | null> {
  const load = figures[`./figures/${component}.astro`];
  if (!load) return null;
  const container = await AstroContainer.create({ manifest: { i18n } as SSRManifest });
  const request = new Request(`https://figures.invalid/${locale === 'en' ? '' : `${locale}/`}`);
  const tree = fromHtml(await container.renderToString((await load()).default, { request }), { fragment: true });
  const text = (selector: string): string => {
    const found = select(selector, tree);
    return found ? toString(found).replaceAll(/\s+/gu, ' ').trim() : '';
  };
  // A figure with controls has a summary of what it shows at first.
  const isDrawn = select('svg > title', tree) !== undefined;
  const name = select('figure[aria-label]', tree)?.properties['ariaLabel'];
  const description = text(isDrawn ? 'svg > desc' : '[aria-live]');
  return { title: isDrawn ? text('svg > title') : name ?? '', description: description === '' ? text('figcaption') : description };
}
