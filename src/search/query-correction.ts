import { analyze, type Token } from './analyzer.ts';
import { editDistance } from './edit-distance.ts';
import type { Ranking } from './page-ranking.ts';
import type { SearchDocument } from './search-document.ts';
import type { TermIndex } from './term-index.ts';

type ShownDocument = Pick<SearchDocument, 'title' | 'heading' | 'text' | 'code'>;

const MOST_NEAR = 4;
/** Between what was typed and what is offered in its place. */
const MOST_EDITS = 3;
/** Similar terms whose spelling is looked up. */
const MOST_CANDIDATES = 60;
/** Pages in which the spelling of a term is looked up. */
const LOOKED_AT = 5;

/** The query with each word that only a similar one answers in the spelling of the notes; null where there is none. */
export function correctedQuery(query: string, { pages, results }: Ranking, documents: readonly ShownDocument[]): string | null {
  const mistyped = results.filter(({ query: { kind }, matches }) => {
    return kind !== 'part' && kind !== 'bare' && matches.length > 0 && matches.every(({ how }) => how === 'fuzzy');
  });
  if (mistyped.length === 0) return null;
  const best = pages.slice(0, LOOKED_AT).flatMap(({ sections }) => sections.slice(0, 2).map(({ document }) => document));
  const forms = Map.groupBy(best.flatMap((place) => formsOf(documents[place])), ({ term }) => term);
  const tokens = analyze(query);
  const changes = mistyped.flatMap(({ query: { term }, matches }) => {
    const token = tokens.find((each) => each.term === term);
    if (token === undefined) return [];
    const words = matches.map((match) => forms.get(match.term) ?? []).toSorted((one, other) => other.length - one.length).flat();
    const spellings = words.map(({ form }) => ({ token, form, edits: editsTo(token, form) }));
    const [nearest] = spellings.filter(({ edits }) => edits <= MOST_EDITS).toSorted((one, other) => one.edits - other.edits);
    return nearest === undefined ? [] : [nearest];
  });
  if (changes.length === 0) return null;
  return changes.toSorted((one, other) => other.token.start - one.token.start).reduce(replaced, query);
}

function editsTo({ surface }: Token, form: string): number {
  return editDistance(surface, form.toLowerCase(), MOST_EDITS);
}

function replaced(query: string, { token: { start, end }, form }: { readonly token: Token; readonly form: string }): string {
  return query.slice(0, start) + form + query.slice(end);
}

/** Words of the notes that are like those of the query, nearest first, in their spelling; with more edits than a search allows. */
export function nearTerms(query: string, index: TermIndex, documents: readonly ShownDocument[]): readonly string[] {
  const words = analyze(query).filter(({ kind, term }) => kind !== 'part' && kind !== 'han' && kind !== 'han-single' && term.length >= 4);
  const near = words.flatMap(({ term, surface }) => {
    const limit = surface.length < 6 ? 1 : 3;
    const similar = index.similar(term, limit).filter((found) => /^[^\d-]{4,}$/u.test(found));
    const edits = (found: string): number => editDistance(term, found, limit);
    const candidates = similar.toSorted((one, other) => edits(one) - edits(other)).slice(0, MOST_CANDIDATES);
    return candidates.flatMap((found) => {
      const spelling = spellingOf(found, surface, index.postings(found)?.documents.slice(0, LOOKED_AT) ?? [], documents) ?? '';
      const distance = editDistance(surface, spelling.toLowerCase(), limit);
      return distance <= limit ? [{ spelling, distance }] : [];
    });
  });
  const nearest = near.toSorted((one, other) => one.distance - other.distance).map(({ spelling }) => spelling);
  return [...new Set(nearest)].slice(0, MOST_NEAR);
}

/**
 * A term as the first of some sections that has it writes it, the form nearest to what was typed: terms are in lower case
 * and without their endings.
 */
function spellingOf(term: string, typed: string, places: readonly number[], documents: readonly ShownDocument[]): string | null {
  for (const place of places) {
    const forms = formsOf(documents[place]).filter((each) => each.term === term);
    const distance = ({ form }: WordForm): number => editDistance(typed, form.toLowerCase(), typed.length);
    const [nearest] = forms.toSorted((one, other) => distance(one) - distance(other));
    if (nearest !== undefined) return nearest.form;
  }
  return null;
}

/** A term with a word of a section that stands for it. */
interface WordForm {
  readonly term: string;
  readonly form: string;
}

function formsOf(document: ShownDocument | undefined): readonly WordForm[] {
  const { title = '', heading = '', text = '', code = '' } = document ?? {};
  return [title, heading, text, code].flatMap((field) => {
    const tokens = analyze(field).filter(({ kind }) => kind !== 'part');
    return tokens.map(({ term, start, end }) => ({ term, form: plainForm(field.slice(start, end)) }));
  });
}

/** A word from the beginning of a sentence as it is inside of one. */
function plainForm(word: string): string {
  return /^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word;
}
