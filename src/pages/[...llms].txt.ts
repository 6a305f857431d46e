import type { APIRoute } from 'astro';
import { llmsFile, llmsFullText, llmsText } from '../discovery/llms-text.ts';
import { siteAddress } from '../discovery/site-address.ts';
import { locales, type Locale } from '../i18n/locale.ts';

interface Path {
  readonly params: { readonly llms: string };
  readonly props: { readonly make: typeof llmsText; readonly locale: Locale };
}

export function getStaticPaths(): readonly Path[] {
  return locales.flatMap((locale) => ([['llms', llmsText], ['llms-full', llmsFullText]] as const).map(([kind, make]) => ({
    params: { llms: llmsFile(kind, locale).replace(/\.txt$/u, '') }, props: { make, locale },
  })));
}

/** The notes of a language for language models: as a list, and as one file. */
export const GET: APIRoute<Path['props']> = async ({ props: { make, locale } }) =>
  new Response(await make(process.cwd(), locale, siteAddress(import.meta.env)), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
