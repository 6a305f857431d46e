import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { init, parse } from 'es-module-lexer';

/** What a built page makes a browser load before its reader does anything, in bytes of gzip at level 9, without fonts and pictures. */
export interface PageWeight {
  readonly html: number;
  readonly css: number;
  readonly js: number;
}

const TAG = /<(script|link)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gu;

/** Weighs pages of a built site; files that pages share are read once. */
export class PageScale {
  readonly #directory: string;
  readonly #files = new Map<string, Promise<{ readonly bytes: number; readonly imports: readonly string[] }>>();

  /** @param directory the built site */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** @param page the HTML file, from the site's folder */
  async weigh(page: string): Promise<PageWeight> {
    const html = await readFile(posix.join(this.#directory, page), 'utf8');
    const tags = [...html.matchAll(TAG)].map(([, name = '', attributes = '']) => ({ name, attribute: (key: string) => new RegExp(`\\s${key}\\s*=\\s*["']?([^"'\\s>]*)`, 'u').exec(attributes)?.[1] }));
    const styles = tags.flatMap(({ attribute }) => (attribute('rel') === 'stylesheet' && attribute('data-formulas') === undefined ? own(attribute('href')) : []));
    const scripts = tags.flatMap(({ name, attribute }) => (name === 'script' ? own(attribute('src')) : attribute('rel') === 'modulepreload' ? own(attribute('href')) : []));
    return {
      html: gzipBytes(html),
      css: await this.#sum(new Set(styles)), js: await this.#sum(await this.#withImports(scripts)),
    };
  }

  async #sum(files: ReadonlySet<string>): Promise<number> {
    const all = await Promise.all([...files].map(async (file) => (await this.#file(file)).bytes));
    return all.reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Scripts with all that they import by statements: what `import()` brings comes later. */
  async #withImports(scripts: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set(scripts);
    for (const file of found) for (const each of (await this.#file(file)).imports) found.add(each);
    return found;
  }

  #file(file: string): ReturnType<typeof readBuilt> {
    const known = this.#files.get(file) ?? readBuilt(this.#directory, file);
    this.#files.set(file, known);
    return known;
  }
}

async function readBuilt(directory: string, file: string): Promise<{ readonly bytes: number; readonly imports: readonly string[] }> {
  const text = await readFile(posix.join(directory, file), 'utf8');
  if (!file.endsWith('.js')) return { bytes: gzipBytes(text), imports: [] };
  await init;
  const [imports] = parse(text, file);
  return { bytes: gzipBytes(text), imports: imports.flatMap(({ n, d }) => (d === -1 && n?.startsWith('.') === true ? [posix.join(posix.dirname(file), n)] : [])) };
}

/** The file of the site that an address leads to, whatever base path it has; none for one elsewhere. */
function own(address = ''): readonly string[] {
  const start = /^[a-z]+:|^\/\//u.test(address) ? -1 : address.indexOf('_astro/');
  return start === -1 ? [] : [address.slice(start).replace(/[?#].*$/u, '')];
}

function gzipBytes(text: string): number {
  return gzipSync(text, { level: 9 }).length;
}
