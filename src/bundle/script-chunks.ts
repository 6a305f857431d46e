/** What rolldown tells of a module while it makes chunks (https://rolldown.rs/reference/Interface.ChunkingContext). */
interface ModuleImporters {
  readonly isEntry: boolean;
  /** Ids of those that import it by statements. */
  readonly importers: readonly string[];
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleImporters | null;
}

/** By scripts in pages (Astro's entries), the first fitting one counts: those of all pages of text, those of pages with cells. */
const PAGE_CHUNKS: readonly (readonly [name: string, scripts: RegExp])[] = [
  ['page', /\/(?:Head|Search|NoteHead|MarkdownContent|TableOfContents|MobileTableOfContents)\.astro\?/u],
  ['page-cells', /\/(?:Cell|CellControls|NotebookCell|KernelBar)\.astro\?/u],
];

/**
 * By the modules that are loaded together, the first fitting one counts: with the first touch of a cell, with the first run, with the
 * first run of a cell in CUDA C++ or shell, with the first output that is more than text.
 */
const CHUNKS: readonly (readonly [name: string, loaded: readonly string[]])[] = [
  ['cells', ['/src/elements/kernel-bar.ts', '/src/elements/connect-request.ts']],
  ['run', ['/src/elements/kernel-client.ts', '/src/elements/live-outputs.ts', '/src/elements/live-context.ts']],
  ['cuda', ['/src/kernel/cuda_magic.py?raw', '/src/elements/live-cuda.ts']],
  ['rich', ['/src/elements/live-rich.ts']],
];

/**
 * The chunk of a module that many pages or every first run load; undefined where it is none. Left alone, the bundler makes a chunk
 * for each set of importers: twenty files a page and forty for a run, which compress worse by themselves.
 */
export function scriptChunk(id: string, modules: ChunkingContext): string | undefined {
  const users = new Set([id]);
  const entries: string[] = [];
  for (const user of users) {
    const info = modules.getModuleInfo(user);
    if (info?.isEntry === true) entries.push(user);
    for (const importer of info?.importers ?? []) users.add(importer);
  }
  // A script of a page stays one: its chunk would run on all pages that load the chunk.
  if (entries.includes(id)) return undefined;
  const ids = [...users];
  return entries.length > 0
    ? PAGE_CHUNKS.find(([, scripts]) => entries.some((entry) => scripts.test(entry)))?.[0]
    : CHUNKS.find(([, loaded]) => loaded.some((path) => ids.some((user) => user.endsWith(path))))?.[0];
}

/** The part of Vite's plugin that is needed here (https://vite.dev/guide/api-plugin), its options those of rolldown. */
interface ChunkingPlugin {
  readonly name: string;
  readonly applyToEnvironment: (environment: { readonly name: string }) => boolean;
  readonly options: (options: object) => object;
  readonly outputOptions: (options: object) => object;
}

/** Makes the chunks of `scriptChunk`. */
export function scriptChunks(): ChunkingPlugin {
  return {
    name: 'warpnotes-script-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    // What a chunk's modules import may be a page's own, and stays where it is.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    outputOptions: (options) => ({ ...options, codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: scriptChunk }] } }),
  };
}
