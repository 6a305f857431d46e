import type { Plugin } from 'vite';

const GIVEN = 'stripTrailingSlash(import.meta.env.BASE_URL)';
const AS_IN_ADDRESSES = 'stripTrailingSlash(encodeURI(import.meta.env.BASE_URL))';

/**
 * Lets Starlight find a base path with letters beyond ASCII in addresses, where they are encoded: it would put the language
 * before it. Throws where Starlight's module has no such line any more.
 */
export function starlightBase(): Plugin {
  return {
    name: 'warpnotes-starlight-base',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/@astrojs\/starlight\/.*\/localizedUrl\.[jt]s$/u.test(id.replace(/\?.*$/u, ''))) return null;
      if (!code.includes(GIVEN)) throw new Error(`${id} has changed: see whether ${import.meta.filename} is still needed`);
      return { code: code.replace(GIVEN, AS_IN_ADDRESSES), map: null };
    },
  };
}
