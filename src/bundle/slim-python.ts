import { readFile } from 'node:fs/promises';

/** The part of Vite's plugin that is needed here (https://vite.dev/guide/api-plugin). */
interface LoadingPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly applyToEnvironment: (environment: { readonly name: string }) => boolean;
  readonly load: (id: string) => Promise<string | undefined>;
}

/** A docstring of one line or more, as the style of this project has it: it stands first in a module, class or function. */
const DOCSTRING = /(?<before>^|(?:^|\n)[ \t]*(?:async def|def|class)\b[^\n]*:\n)[ \t]*"""[^]*?"""\n/gu;
const COMMENT_LINE = /^[ \t]*#.*\n/gmu;

/** Python source without docstrings and without lines that are comments, which means the same where nobody asks for `__doc__`. */
export function slimPython(source: string): string {
  return source.replace(DOCSTRING, '$<before>').replace(COMMENT_LINE, '');
}

/** Gives pages the Python that they send to kernels without what is there for its readers: a quarter of its bytes. */
export function slimPythonFiles(): LoadingPlugin {
  return {
    name: 'warpnotes-slim-python',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async load(id) {
      if (!id.endsWith('.py?raw')) return undefined;
      return `export default ${JSON.stringify(slimPython(await readFile(id.slice(0, -'?raw'.length), 'utf8')))};`;
    },
  };
}
