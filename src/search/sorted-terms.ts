/**
 * Terms in the order of their UTF-16 units, which is all that a lookup, a prefix and a distance need: the list is read
 * from the index as it lies there, without building a tree of it first.
 */
export class SortedTerms {
  readonly terms: readonly string[];
  /** Where Han, Kana and Hangul begin: nobody asks for a similar bigram. */
  readonly #spaced: number;

  /** @param terms sorted by UTF-16 units, none twice */
  constructor(terms: readonly string[]) {
    this.terms = terms;
    this.#spaced = this.#firstFrom('\u2e80');
  }

  /** The ordinal of a term, or -1. */
  indexOf(term: string): number {
    const at = this.#firstFrom(term);
    return this.terms[at] === term ? at : -1;
  }

  /** Terms that begin with `prefix`, itself included. */
  withPrefix(prefix: string): readonly string[] {
    const from = this.#firstFrom(prefix);
    return this.terms.slice(from, this.#firstBeyond(prefix, from));
  }

  /**
   * Terms of alphabets that are at most `limit` insertions, deletions, substitutions and swaps of neighbours away (the
   * restricted distance of Damerau). Rows of the table are shared by terms with a common beginning, and a beginning
   * from which no term can come back is passed over whole.
   */
  similar(word: string, limit: number): readonly string[] {
    const table = new DistanceTable(word, limit);
    const found: string[] = [];
    for (let at = 0; at < this.#spaced; ) {
      const term = this.terms[at] ?? '';
      const reached = table.read(term);
      if (reached < term.length) at = this.#firstBeyond(term.slice(0, reached), at);
      else {
        if (table.distance(term.length) <= limit) found.push(term);
        at += 1;
      }
    }
    return found;
  }

  #firstFrom(term: string): number {
    let low = 0;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.terms[middle] ?? '') < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #firstBeyond(prefix: string, from: number): number {
    let low = from;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.terms[middle] ?? '').startsWith(prefix)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Rows of distances between the beginnings of a word and those of the term that was read last. */
class DistanceTable {
  readonly #word: string;
  readonly #limit: number;
  readonly #rows: number[][];
  readonly #least: number[] = [0];
  #term = '';
  /** How many units of the term have their rows. */
  #depth = 0;

  constructor(word: string, limit: number) {
    this.#word = word;
    this.#limit = limit;
    this.#rows = [Array.from({ length: word.length + 1 }, (_, column) => column)];
  }

  distance(depth: number): number {
    return this.#rows[depth]?.[this.#word.length] ?? Infinity;
  }

  /** Computes the rows of a term up to its end, or to where nothing that goes on like this can be near; tells how far. */
  read(term: string): number {
    let depth = 0;
    while (depth < this.#depth && depth < term.length && term[depth] === this.#term[depth]) depth += 1;
    this.#term = term;
    for (; depth < term.length; depth += 1) {
      this.#addRow(depth + 1);
      if ((this.#least[depth + 1] ?? 0) > this.#limit && (this.#least[depth] ?? 0) > this.#limit) {
        this.#depth = depth + 1;
        return depth + 1;
      }
    }
    this.#depth = depth;
    return depth;
  }

  #addRow(row: number): void {
    const last = this.#rows[row - 1] ?? [];
    const before = this.#rows[row - 2] ?? [];
    const current = (this.#rows[row] ??= []);
    const unit = this.#term.charCodeAt(row - 1);
    const unitBefore = this.#term.charCodeAt(row - 2);
    let least = (current[0] = row);
    for (let column = 1; column <= this.#word.length; column += 1) {
      const other = this.#word.charCodeAt(column - 1);
      let cost = Math.min((last[column - 1] ?? 0) + (unit === other ? 0 : 1), (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      if (row > 1 && column > 1 && unitBefore === other && unit === this.#word.charCodeAt(column - 2)) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      current[column] = cost;
      if (cost < least) least = cost;
    }
    this.#least[row] = least;
  }
}
