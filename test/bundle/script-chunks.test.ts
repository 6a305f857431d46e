import { expect, it } from 'vitest';
import { scriptChunk, scriptChunks } from '../../src/bundle/script-chunks.ts';

/** Who imports whom by statements; a script of a page is an entry. */
const IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  '/w/src/components/CellControls.astro?astro&type=script': [],
  '/w/src/components/Search.astro?astro&type=script': [],
  '/w/src/components/Home.astro?astro&type=script': [],
  '/w/src/elements/cells-on-demand.ts': ['/w/src/components/CellControls.astro?astro&type=script'],
  '/w/src/elements/site-search.ts': ['/w/src/components/Search.astro?astro&type=script'],
  '/w/src/elements/home-cell.ts': ['/w/src/components/Home.astro?astro&type=script'],
  '/w/src/elements/kernel-bar.ts': [],
  '/w/src/elements/kernel-client.ts': [],
  '/w/src/elements/connect-dialog.ts': [],
  '/w/src/i18n/locale.ts': ['/w/src/elements/cells-on-demand.ts', '/w/src/elements/kernel-bar.ts', '/w/src/elements/site-search.ts'],
  '/w/src/elements/run-cell.ts': ['/w/src/elements/kernel-bar.ts'],
  '/w/src/kernel/kernel-error.ts': ['/w/src/kernel/server-path.ts', '/w/src/elements/run-cell.ts'],
  '/w/src/kernel/server-path.ts': ['/w/src/elements/kernel-client.ts', '/w/src/elements/connect-dialog.ts'],
  '/w/src/elements/connect-form.ts': ['/w/src/elements/connect-dialog.ts'],
};
const modules = {
  getModuleInfo: (id: string) => ({ isEntry: id.endsWith('type=script'), importers: IMPORTERS[id] ?? [] }),
};

it.each([
  ['what the cells need comes with them, though the first run needs it too', '/w/src/kernel/kernel-error.ts', 'cells'],
  ['what only a run needs comes with the first', '/w/src/kernel/server-path.ts', 'run'],
  ['what a dialog needs comes with the dialog', '/w/src/elements/connect-form.ts', undefined],
  ['what scripts of all pages need is one file', '/w/src/elements/site-search.ts', 'page'],
  ['what other scripts need too is with it', '/w/src/i18n/locale.ts', 'page'],
  ['what only pages with cells need is another', '/w/src/elements/cells-on-demand.ts', 'page-cells'],
  ['what one kind of page needs stays where it is', '/w/src/elements/home-cell.ts', undefined],
  ['scripts of pages stay apart', '/w/src/components/Search.astro?astro&type=script', undefined],
])('%s', (_title, id, chunk) => {
  expect(scriptChunk(id, modules)).toBe(chunk);
});

it('divides what is bundled for the browser alone, and leaves what is imported where it is', () => {
  const { applyToEnvironment, options, outputOptions } = scriptChunks();
  expect(['client', 'ssr', 'prerender'].filter((name) => applyToEnvironment({ name }))).toEqual(['client']);
  expect(options({ treeshake: true })).toEqual({ treeshake: true, preserveEntrySignatures: 'allow-extension' });
  expect(outputOptions({ dir: 'dist' })).toMatchObject({ dir: 'dist', codeSplitting: { includeDependenciesRecursively: false } });
});
