import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SELECTED = /document\.querySelectorAll\(\[[^\]]*:has\([^\]]*\]\.join\(\)\)/u;
const PLACES = JSON.stringify(fileURLToPath(new URL('../elements/contents-places.ts', import.meta.url)));

/**
 * Lets Starlight's contents list find what it watches without looking, for each element of a page, through all that is in it: on a
 * note a tenth of a second on a phone. Throws where Starlight's module has no such line any more.
 */
export function starlightContents(): Plugin {
  return {
    name: 'warpnotes-starlight-contents',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/@astrojs\/starlight\/.*\/starlight-toc\.[jt]s$/u.test(id.replace(/\?.*$/u, ''))) return null;
      if (!SELECTED.test(code)) throw new Error(`${id} has changed: see whether ${import.meta.filename} is still needed`);
      return { code: `import { contentsPlaces } from ${PLACES};\n${code.replace(SELECTED, 'contentsPlaces(this.tocHeadingSelector)')}`, map: null };
    },
  };
}
