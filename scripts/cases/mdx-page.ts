import mdxRenderer from '@astrojs/mdx/server.js';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { Fragment } from 'astro/jsx-runtime';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { siteProcessor } from '../../src/markdown/site-processor.ts';
import { componentNames } from '../../src/note/component-names.ts';
import { loadPlannedNotes } from '../../src/note/planned-notes.ts';

/** What MDX compiles a page to. */
type Content = (props: Readonly<Record<string, unknown>>) => unknown;
type Page = Parameters<AstroContainer['renderToString']>[0];

const STAND_IN = import.meta.resolve('./stand-in.ts');

/**
 * The HTML of a page by the site's own Markdown processor, rendered by Astro. Rejects as the build would.
 * @param file where the page would be, from the project's root: notes are told from other pages by it
 */
export async function renderMdx(text: string, file: string, root: string): Promise<string> {
  const processor = siteProcessor({
    // Without the glossary, whose links a case knows nothing of.
    root, base: '/', planned: await loadPlannedNotes(root), terms: [], modules: Object.fromEntries(componentNames.map((name) => [name, STAND_IN])),
  });
  const renderer = await processor.createMdxRenderer?.(
    { syntaxHighlight: false },
    { optimize: false, srcDir: pathToFileURL(`${root}/src/`), sourcemap: false },
  );
  if (!renderer) throw new Error('the Markdown processor of the site makes no MDX: see src/markdown/site-processor.ts');
  const { code } = await renderer.process(text, join(root, file), {});
  const page = await load(code);
  const container = await AstroContainer.create();
  container.addServerRenderer({ name: 'astro:jsx', renderer: mdxRenderer });
  return container.renderToString(page);
}

/** Runs the compiled page, as far as what it exports, and marks it as Astro's own plugin does. */
async function load(code: string): Promise<Page> {
  // A module that is no file knows packages by their full addresses alone.
  const linked = code.replace(/(?<=^import .*["'])(?:astro|@astrojs)\/[^"']+/gmu, (name) => import.meta.resolve(name));
  const { default: content } = (await import(`data:text/javascript,${encodeURIComponent(linked)}`)) as { readonly default: Content };
  const page = Object.assign(
    (props: Readonly<Record<string, unknown>>) => content({ ...props, components: { Fragment } }),
    { [Symbol.for('mdx-component')]: true, [Symbol.for('astro:renderer')]: 'astro:jsx' },
  );
  return page as unknown as Page;
}
