const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
/** What editors make up: hexadecimal digits. */
const RANDOM = /^(?:[0-9a-f]{6,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/u;
const LONGEST = 56;

/** Hands out the ids of a note's cells, each once. */
export class CellIds {
  /** The slug of the heading above; a cell without a better name is called after it. */
  section = '';
  readonly #taken = new Set<string>();

  /** @param id that the notebook has; kept where a human chose it @param name that the code gives itself */
  next(id: string, name: string): string {
    const wanted = [RANDOM.test(id) ? '' : id, slug(name), slug(this.section), 'cell'].find((each) => ID.test(each)) ?? 'cell';
    const stem = wanted.slice(0, LONGEST).replace(/-+$/u, '');
    let free = stem;
    for (let count = 2; this.#taken.has(free); count += 1) free = `${stem}-${count}`;
    this.#taken.add(free);
    return free;
  }
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/gu, '-').replace(/^-+|-+$/gu, '');
}
