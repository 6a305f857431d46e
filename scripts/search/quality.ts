import type { CorpusQuery } from './corpus-file.ts';

/** How good answers are, each from 0 to 1. */
export interface Quality {
  /** Share of queries whose first page is a right one. */
  readonly recall1: number;
  /** Share of the right pages among the first three; of more than three right ones, of three. */
  readonly recall3: number;
  /** Mean of 1 over the place of the first right page within the first ten; 0 where there is none. */
  readonly mrr: number;
}

export interface QualityReport {
  readonly overall: Quality;
  /** In the order in which kinds first appear. */
  readonly kinds: Readonly<Record<string, Quality>>;
}

/** @param found for each query the ids of the pages that were found, best first */
export function qualityReport(queries: readonly CorpusQuery[], found: readonly (readonly string[])[]): QualityReport {
  const each = queries.map((query, index) => ({ kind: query.kind, quality: queryQuality(query.expected, found[index] ?? []) }));
  const kinds = [...Map.groupBy(each, ({ kind }) => kind)].map(([kind, of]) => [kind, mean(of.map(({ quality }) => quality))] as const);
  return { overall: mean(each.map(({ quality }) => quality)), kinds: Object.fromEntries(kinds) };
}

function queryQuality(expected: readonly string[], found: readonly string[]): Quality {
  const recall = (depth: number): number => {
    return found.slice(0, depth).filter((id) => expected.includes(id)).length / Math.min(depth, expected.length);
  };
  const place = found.slice(0, 10).findIndex((id) => expected.includes(id));
  return { recall1: recall(1), recall3: recall(3), mrr: place < 0 ? 0 : 1 / (place + 1) };
}

function mean(all: readonly Quality[]): Quality {
  const of = (read: (quality: Quality) => number): number => all.reduce((sum, each) => sum + read(each), 0) / Math.max(1, all.length);
  return { recall1: of(({ recall1 }) => recall1), recall3: of(({ recall3 }) => recall3), mrr: of(({ mrr }) => mrr) };
}
