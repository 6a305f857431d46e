import { describe, expect, it } from 'vitest';
import { topics } from '../../src/i18n/topic-labels.ts';
import { erratumAnchors, loadErrata } from '../../src/note/errata.ts';
import { loadNotes, loadPages } from '../../src/note/note-library.ts';
import { loadPlannedNotes } from '../../src/note/planned-notes.ts';
import { loadReadingPaths } from '../../src/note/reading-paths.ts';
import { readingMinutes } from '../../src/note/reading-time.ts';
import { searchPages } from '../../src/note/search-pages.ts';
import { loadSourceRows } from '../../src/note/source-rows.ts';
import { loadTerms, termAnchor } from '../../src/note/terms.ts';
import { projectRoot } from '../support/project-root.ts';

const [rows, errata, terms, paths, planned, notes, pages] = await Promise.all([
  loadSourceRows(projectRoot), loadErrata(projectRoot), loadTerms(projectRoot), loadReadingPaths(projectRoot),
  loadPlannedNotes(projectRoot), loadNotes(projectRoot), loadPages(projectRoot),
]);
const ids = new Set(planned.map(({ id }) => id));
const isWritten = (id: string): boolean => notes.some((note) => note.id === id && note.locale === 'en');
const range = (list: string, count: number) => Array.from({ length: count }, (_, index) => `${list}-${String(index + 1).padStart(2, '0')}`);

describe('the notes', () => {
  // By their number the language link finds the place that is read (`elements/language-place.ts`).
  it.each(notes.filter(({ locale }) => locale === 'en'))('$id has the same headings in both languages', ({ id, sections }) => {
    const twin = notes.find((note) => note.id === id && note.locale === 'zh-cn');
    expect(twin?.sections.length).toBe(sections.length);
  });
});

describe('the source rows', () => {
  it('are the 20 of the first list and the 26 of the second, each once and in order', () => {
    expect(rows.map(({ row }) => row)).toEqual([...range('S0', 20), ...range('S1', 26)]);
  });

  it.each(rows)('$row is covered by notes of the site', ({ notes: covering }) => {
    expect(covering.filter((id) => !ids.has(id))).toEqual([]);
  });

  it.each(rows)('$row has a correction of each thing that was wrong, as far as its notes are written', ({ row, notes: covering, corrected }) => {
    const said = errata.filter((each) => each.row === row).map(({ claim, fact }) => `${claim.en}\n${fact.en}`).join('\n');
    const missing = corrected.filter((word) => !said.includes(word));
    if (covering.every(isWritten) || said !== '') expect(missing).toEqual([]);
    // A note to come may still owe its corrections; the page of coverage says so.
    else expect(missing).toEqual(corrected);
  });
});

describe('the corrections', () => {
  it('are of rows that say what was wrong', () => {
    expect(errata.filter(({ row }) => !rows.some((each) => each.row === row)).map(({ row }) => row)).toEqual([]);
  });

  it('have an anchor each, that of the row first', () => {
    const anchors = [...erratumAnchors(errata).values()];
    expect(new Set(anchors).size).toBe(errata.length);
    expect(errata.map(({ row }) => anchors.includes(row))).not.toContain(false);
  });

  it('are in a topic that the page of corrections shows', () => {
    expect(errata.filter(({ note }) => !topics.some((topic) => note.startsWith(`${topic}/`)))).toEqual([]);
  });
});

describe('the glossary', () => {
  it('names a note of the site for every term', () => {
    expect(terms.filter(({ note }) => !ids.has(note)).map(({ id }) => id)).toEqual([]);
  });

  it.each(['en', 'zh-cn'] as const)('has no form of a term twice, in %s', (locale) => {
    const forms = terms.flatMap((term) => term[locale]);
    expect(forms.filter((form, index) => forms.indexOf(form) < index)).toEqual([]);
  });

  it('has terms of every topic', () => {
    expect([...new Set(terms.map(({ topic }) => topic))].toSorted()).toEqual(topics.toSorted());
  });
});

describe('the reading paths', () => {
  it('are three, of notes of the site', () => {
    expect(paths).toHaveLength(3);
    expect(paths.flatMap(({ steps }) => steps).filter(({ note }) => !ids.has(note))).toEqual([]);
  });

  it.each(['en', 'zh-cn'] as const)('stand under their titles, in %s', (locale) => {
    const page = pages.find(({ slug, locale: other }) => slug === 'paths' && other === locale);
    expect(page?.sections.map(({ heading }) => heading).filter((heading) => heading !== '')).toEqual(paths.map(({ title }) => title[locale]));
  });

  it.each(['en', 'zh-cn'] as const)('lead to the first kernel within an hour of reading, in %s', (locale) => {
    const minutes = paths[0]?.steps.map(({ note: id }) => {
      const [own, twin] = [locale, 'en'].map((wanted) => notes.find((note) => note.id === id && note.locale === wanted));
      return own && twin ? readingMinutes(own, twin) : Infinity;
    });
    expect(minutes?.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(60);
  });
});

describe('the pages that are no notes', () => {
  it('are there in both languages: one a topic, paths, corrections, glossary, coverage', () => {
    const slugs = (locale: string) => pages.filter((page) => page.locale === locale).map(({ slug }) => slug).toSorted();
    expect(slugs('en')).toEqual(expect.arrayContaining([...topics, 'paths', 'errata', 'glossary', 'coverage']));
    expect(slugs('zh-cn')).toEqual(slugs('en'));
  });

  it.each(['en', 'zh-cn'] as const)('are in the search of %s, each entry of their lists by itself', async (locale) => {
    const found = (await searchPages(locale, () => Promise.resolve(''), projectRoot)).map(({ pageId }) => pageId);
    for (const slug of [...topics, 'paths', 'errata', 'glossary', 'coverage', 'serving-many-readers']) expect(found).toContain(slug);
    for (const term of terms) expect(found).toContain(`glossary#${termAnchor(term)}`);
    for (const anchor of erratumAnchors(errata).values()) expect(found).toContain(`errata#${anchor}`);
    for (const { row } of rows) expect(found).toContain(`coverage#${row}`);
    expect(found).not.toContain('index');
    expect(new Set(found).size).toBe(found.length);
  });
});
