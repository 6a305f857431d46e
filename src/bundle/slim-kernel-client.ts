import { fileURLToPath } from 'node:url';

/** The part of Vite's plugin that is needed here (https://vite.dev/guide/api-plugin). */
interface ResolvingPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly applyToEnvironment: (environment: { readonly name: string }) => boolean;
  readonly resolveId: (source: string, importer: string | undefined) => string | undefined;
}

/** What stands in, by who imports (a path with `/`) and by what: files of src/kernel/slim. */
export const STAND_INS: readonly { readonly importer: RegExp; readonly files: Readonly<Record<string, string>> }[] = [
  {
    importer: /\/node_modules\/@jupyterlab\/services\/lib\//u,
    files: {
      '..': 'services.ts', './comm': 'services.ts', '../kernelspec/restapi': 'services.ts', './kernel/serialize': 'services.ts',
      '@jupyterlab/coreutils': 'coreutils.ts', '@lumino/coreutils': 'lumino.ts', '@lumino/disposable': 'lumino.ts',
    },
  },
  {
    importer: /\/node_modules\/@lumino\/signaling\//u,
    files: { '@lumino/coreutils': 'lumino.ts', '@lumino/algorithm': 'lumino.ts' },
  },
  { importer: /\/src\/kernel\//u, files: { '@jupyterlab/services': 'services.ts' } },
];

/**
 * Gives pages the few parts of `@jupyterlab/services` that talk to a kernel, instead of all of it: its files import their own
 * index, which no tree-shaking undoes since they are CommonJS. Only what is bundled for the browser is changed; Node (the
 * recorder, the tests) loads the package as it is published.
 */
export function slimKernelClient(): ResolvingPlugin {
  return {
    name: 'warpnotes-slim-kernel-client',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer = '') {
      const file = STAND_INS.find((standIn) => standIn.importer.test(importer))?.files[source];
      return file === undefined ? undefined : fileURLToPath(new URL(`../kernel/slim/${file}`, import.meta.url));
    },
  };
}
