import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { moduleImports, type ModuleImport } from './support/module-imports.ts';

const imports = moduleImports(['src/**/*.{ts,astro}', 'scripts/**/*.ts', '*.config.{mjs,ts}']);

/** Which folders a folder may import from besides itself. What is not here is not allowed. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Ground: pure, and knows nothing of its neighbours but by need.
  cell: [],
  cuda: [],
  i18n: ['cell'], // names of outcomes and needs
  figures: ['cuda', 'i18n'], // draws how many blocks an SM holds
  output: ['cuda', 'i18n'], // draws CUDA messages, in two languages
  search: ['cell', 'i18n'],
  // First floor.
  kernel: ['cell', 'output', 'cuda', 'i18n'],
  note: ['cell', 'i18n', 'search'], // hands its sections to search
  markdown: ['note', 'cell', 'cuda', 'i18n'], // its plugins read notes
  // Second floor.
  notebook: ['kernel', 'note', 'cell', 'output', 'figures', 'cuda', 'search', 'i18n'], // hands notebooks to search, as notes are, and the pipeline's files to its figure
  elements: ['kernel', 'offline', 'cell', 'output', 'cuda', 'search', 'figures', 'i18n'], // leaves kernels to the worker
  offline: [],
  security: [],
  bundle: [],
  // Third floor: what a note becomes elsewhere, and what becomes a note.
  download: ['offline', 'notebook', 'note', 'kernel', 'output', 'cell', 'i18n'], // an exported notebook brings the kernel's helpers
  authoring: ['notebook', 'note', 'cell', 'i18n'],
  discovery: ['download', 'offline', 'note', 'i18n'], // what the site says to programs
  pages: ['components', 'discovery', 'download', 'offline', 'note', 'notebook', 'search', 'i18n', 'notes'],
  // Roof.
  components: ['discovery', 'download', 'markdown', 'note', 'notebook', 'kernel', 'elements', 'offline', 'output', 'figures', 'search', 'cuda', 'cell', 'i18n'],
  'content.config.ts': ['note', 'notebook'],
  // Cases read programs as the editor does.
  scripts: ['authoring', 'offline', 'security', 'notebook', 'markdown', 'elements', 'note', 'kernel', 'search', 'output', 'figures', 'cuda', 'cell', 'i18n'],
  'astro.config.mjs': ['bundle', 'components', 'discovery', 'i18n', 'markdown', 'note', 'notebook', 'offline', 'security'],
  'ec.config.mjs': ['markdown'],
};

/** Used by the page, the build and the scripts alike. */
const SHARED = ['cell', 'cuda', 'figures', 'i18n', 'kernel', 'output', 'search'];

/** The modules that bring the Jupyter client with them. */
const CLIENT = ['src/kernel/kernel-session.ts', 'src/kernel/jupyter-kernel.ts'];

/** `cell` for src/cell/cell.ts; the first folder or the file itself elsewhere. */
function folderOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'src' ? second : first;
}

const show = ({ from, specifier }: ModuleImport): string => `${from} imports ${specifier}`;

/** All files and packages that are loaded with a file, along the kinds of import that are given. */
function loadedWith(entry: string, kinds: readonly ModuleImport['kind'][]): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const file of found) {
    for (const { from, to, specifier, kind } of imports) if (from === file && kinds.includes(kind)) found.add(to ?? specifier);
  }
  return found;
}

/** What the pages load as scripts. */
const entries = [...new Set(imports.flatMap(({ from, to }) =>
  (from.endsWith('.astro') && to !== null && /^src\/(?:elements|offline)\/.*\.ts$/u.test(to) ? [to] : [])))];

describe('the imports of the project', () => {
  it('are found in modules, frontmatter and page scripts, by value, by type and dynamically', () => {
    const has = (from: string, to: string, kind: ModuleImport['kind']) =>
      imports.some((each) => each.from === from && each.to === to && each.kind === kind);
    expect(has('src/notebook/record-note.ts', 'src/kernel/kernel-session.ts', 'type')).toBe(true);
    expect(has('src/components/Cell.astro', 'src/notebook/recording-library.ts', 'static')).toBe(true);
    expect(has('src/components/CellControls.astro', 'src/elements/cells-on-demand.ts', 'static')).toBe(true);
    expect(has('src/elements/cells-on-demand.ts', 'src/elements/kernel-bar.ts', 'dynamic')).toBe(true);
    expect(has('src/elements/page-session.ts', 'src/elements/kernel-client.ts', 'dynamic')).toBe(true);
  });

  it('lead to files that exist', () => {
    expect(imports.filter(({ to }) => to !== null && !existsSync(to)).map(show)).toEqual([]);
  });

  it('point down only', () => {
    const wrong = imports.filter(({ from, to }) => {
      if (to === null || folderOf(to) === folderOf(from)) return false;
      return !ALLOWED[folderOf(from)]?.includes(folderOf(to));
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('make no circle of files', () => {
    const circular = [...new Set(imports.map(({ from }) => from))].filter((file) =>
      imports.some(({ from, to }) => from === file && to !== null && loadedWith(to, ['static', 'dynamic', 'type']).has(file)));
    expect(circular).toEqual([]);
  });

  it('make no circle of folders', () => {
    const reach = (folder: string, seen = new Set<string>()): ReadonlySet<string> => {
      for (const next of ALLOWED[folder] ?? []) if (!seen.has(next)) reach(next, seen.add(next));
      return seen;
    };
    expect(Object.keys(ALLOWED).filter((folder) => reach(folder).has(folder))).toEqual([]);
  });
});

describe('shared code', () => {
  it('imports nothing of Node, of Astro or of Vite', () => {
    const wrong = imports.filter(({ from, specifier }) => SHARED.includes(folderOf(from)) && /^(?:node:|astro|@astrojs|vite)/u.test(specifier));
    expect(wrong.map(show)).toEqual([]);
  });

  it('is the same on each side: only files that say so are for the build or the browser', () => {
    const sided = imports.filter(({ from, specifier }) => SHARED.includes(folderOf(from)) && ['sanitize-html', 'dompurify'].includes(specifier));
    expect(sided.map(show)).toEqual([
      'src/output/sanitize-browser.ts imports dompurify', 'src/output/sanitize-build.ts imports sanitize-html',
    ]);
  });
});

describe('the Jupyter client', () => {
  it('is imported in src/kernel alone', () => {
    const wrong = imports.filter(({ from, specifier }) => specifier.startsWith('@jupyterlab/') && folderOf(from) !== 'kernel');
    expect(wrong.map(show)).toEqual([]);
  });

  it('comes to a page by one dynamic import, that of elements/kernel-client.ts', () => {
    const byValue = imports.filter(({ from, to, kind }) => folderOf(from) === 'elements' && to !== null && CLIENT.includes(to) && kind !== 'type');
    expect(byValue.map(({ from }) => from)).toEqual(['src/elements/kernel-client.ts']);
    const ofClient = imports.filter(({ to }) => to === 'src/elements/kernel-client.ts');
    expect(ofClient.map(({ from, kind }) => [from, kind])).toEqual([['src/elements/page-session.ts', 'dynamic']]);
  });

  it('is not loaded with a page', () => {
    expect(entries).toContain('src/elements/cells-on-demand.ts');
    for (const entry of [...entries, 'src/elements/kernel-bar.ts']) {
      const loaded = [...loadedWith(entry, ['static'])];
      expect(loaded.filter((each) => CLIENT.includes(each) || each.startsWith('@jupyterlab/')), entry).toEqual([]);
    }
  });
});

describe('browser code', () => {
  it.each([...entries, 'src/offline/service-worker.ts'])('of %s never reaches Node, the build or its packages', (entry) => {
    const build = /^(?:node:|astro|@astrojs|shiki|unified|remark|rehype|js-yaml$|sanitize-html$|zod$|src\/(?:note|notebook|download|authoring|markdown|components|pages)\/|scripts\/)/u;
    expect([...loadedWith(entry, ['static', 'dynamic'])].filter((each) => build.test(each))).toEqual([]);
  });
});

describe('scripts', () => {
  it('are imported by nothing in src', () => {
    expect(imports.filter(({ from, to }) => from.startsWith('src/') && to?.startsWith('scripts/')).map(show)).toEqual([]);
  });
});
