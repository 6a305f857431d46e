import mdxRenderer from '@astrojs/mdx/server.js';
import { createRenderer } from '@astrojs/starlight/expressive-code';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { Fragment } from 'astro/jsx-runtime';
import type { Element, Parents, Root } from 'hast';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { visit } from 'unist-util-visit';
import { siteProcessor } from '../../src/markdown/site-processor.ts';
import { componentNames } from '../../src/note/component-names.ts';
import { loadPlannedNotes } from '../../src/note/planned-notes.ts';

/** What MDX compiles a page to. */
type Content = (props: Readonly<Record<string, unknown>>) => unknown;
type Page = Parameters<AstroContainer['renderToString']>[0];

const STAND_IN = import.meta.resolve('./stand-in.ts');

/** How the fences of a page are shown: as they are read, or as the site colours them. */
export type Fences = 'plain' | 'coloured';

/**
 * The HTML of a page by the site's own Markdown processor, rendered by Astro. Rejects as the build would.
 * @param file where the page would be, from the project's root: notes are told from other pages by it
 */
export async function renderMdx(text: string, file: string, root: string, fences: Fences = 'plain'): Promise<string> {
  const processor = siteProcessor({
    // Without the glossary, whose links a case knows nothing of.
    root, base: '/', planned: await loadPlannedNotes(root), terms: [], modules: Object.fromEntries(componentNames.map((name) => [name, STAND_IN])),
  });
  if (fences === 'coloured') processor.options.rehypePlugins.push([colourFences, await codeRenderer(root)]);
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

let loads = 0;

type CodeRenderer = Awaited<ReturnType<typeof createRenderer>>;

/** Of ec.config.mjs, loaded anew: its plugins remember what they have coloured. */
async function codeRenderer(root: string): Promise<CodeRenderer> {
  loads += 1;
  const config = pathToFileURL(join(root, 'ec.config.mjs'));
  config.search = String(loads);
  const { default: options } = (await import(config.href)) as { readonly default: Parameters<typeof createRenderer>[0] };
  return createRenderer(options);
}

/** A rehype plugin that puts fences as the site shows them in the place of plain ones, and of its styles and scripts nothing. */
function colourFences({ ec }: CodeRenderer) {
  return async (tree: Root): Promise<void> => {
    const fences: { readonly pre: Element; readonly code: Element; readonly parent: Parents }[] = [];
    visit(tree, 'element', (pre, _, parent) => {
      const [code] = pre.children;
      if (pre.tagName === 'pre' && code?.type === 'element' && code.tagName === 'code' && parent) fences.push({ pre, code, parent });
    });
    for (const { pre, code, parent } of fences) {
      const [first] = code.children;
      const [language = ''] = ([code.properties['className']].flat()).map(String).filter((name) => name.startsWith('language-'));
      const { meta } = (code.data ?? {}) as { readonly meta?: string | null };
      const { renderedGroupAst } = await ec.render({
        code: first?.type === 'text' ? first.value.replace(/\n$/u, '') : '', language: language.replace('language-', ''), meta: meta ?? '',
      });
      parent.children.splice(parent.children.indexOf(pre), 1, renderedGroupAst as never);
    }
  };
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
