import type { SearchPage, SearchPageSection } from '../../src/search/search-document.ts';
import type { SearchCorpus } from './corpus-file.ts';

/** One word in so many is new on a grown page: a corpus that grows also learns words. */
const NEW_WORD_EVERY = 40;

/**
 * A corpus of at least so many sections in each language: the given pages, and pages made of their sentences in another
 * order, with some words that no other page has. The same for the same input.
 */
export function grownCorpus(corpus: SearchCorpus, sections: number): SearchCorpus {
  return new Map([...corpus].map(([locale, pages]) => [locale, grownPages(pages, sections)]));
}

function grownPages(pages: readonly SearchPage[], sections: number): readonly SearchPage[] {
  const random = randomNumbers(20_240_517);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const all = pages.flatMap((page) => page.sections);
  const sentences = all.flatMap(({ text }) => text.split(/(?<=[.。！？]\s?)/u)).filter((sentence) => sentence.trim() !== '');
  const grown = [...pages];
  let count = all.length;
  for (let copy = 1; count < sections; copy += 1) {
    const model = pages[copy % pages.length];
    if (model === undefined) throw new Error('a corpus without pages does not grow');
    grown.push({
      ...model, pageId: `${model.pageId}-${copy}`, path: `${model.path.slice(0, -1)}-${copy}/`, title: `${pick(pages)?.title ?? ''} ${copy}`,
      sections: model.sections.map((section) => grownSection(section, pick(all), { copy, random, sentence: () => pick(sentences) ?? '' })),
    });
    count += model.sections.length;
  }
  return grown;
}

interface Growth {
  readonly copy: number;
  readonly random: () => number;
  readonly sentence: () => string;
}

type Section = SearchPageSection;

function grownSection(section: Section, other: Section | undefined, { copy, random, sentence }: Growth): Section {
  const length = section.text.split(/(?<=[.。！？]\s?)/u).length;
  const text = Array.from({ length }, sentence).join(' ');
  const renamed = (word: string): string => (random() * NEW_WORD_EVERY < 1 ? `${word}${syllables(copy)}` : word);
  return {
    ...section, heading: other?.heading ?? '',
    text: text.replace(/[a-z]{4,}/gu, renamed),
    code: (other?.code ?? '').replace(/[A-Za-z_]{5,}/gu, renamed),
  };
}

function syllables(number: number): string {
  const [first = 'ba', ...rest] = Array.from(number.toString(6), (digit) => ['ba', 'ke', 'ti', 'lo', 'mu', 'ra'][Number(digit)] ?? 'ba');
  return first + rest.join('');
}

/** Numbers from 0 to 1 that look random and are the same each time (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
