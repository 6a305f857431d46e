import { describe, expect, it } from 'vitest';
import { sectionDocuments, type SearchPage } from '../../src/search/search-document.ts';

const PAGE: SearchPage = {
  pageId: 'cuda/bank-conflicts',
  path: '/cuda/bank-conflicts/',
  topic: 'cuda',
  title: '32 banks',
  description: 'Why stride matters.',
  sections: [
    { heading: '', anchor: '', text: 'Use `__shared__` memory.', code: '', needs: [] },
    {
      heading: 'Padding',
      anchor: 'padding',
      text: 'Add one column.',
      code: 'int x = 0; // plain words\ntile<<<grid, 32>>>();\n__syncthreads();',
      needs: ['gpu'],
    },
  ],
};

describe('sectionDocuments', () => {
  it('makes one document a section, with the description in the first', () => {
    const documents = sectionDocuments(PAGE);
    expect(documents.map(({ id, heading }) => [id, heading])).toEqual([
      ['/cuda/bank-conflicts/#', ''],
      ['/cuda/bank-conflicts/#padding', 'Padding'],
    ]);
    expect(documents[0]?.text).toBe('Why stride matters.\nUse __shared__ memory.');
  });

  it('takes inline code as symbols', () => {
    expect(sectionDocuments(PAGE)[0]?.symbols).toBe('__shared__');
  });

  it('takes names and launch brackets of code blocks as symbols, but not their plain words', () => {
    expect(sectionDocuments(PAGE)[1]?.symbols).toBe('<<< >>> __syncthreads');
  });

  it('makes a document of the description when a page starts with a heading', () => {
    const sections = PAGE.sections.slice(1);
    expect(sectionDocuments({ ...PAGE, sections }).map(({ anchor, text }) => [anchor, text])).toEqual([
      ['', 'Why stride matters.'],
      ['padding', 'Add one column.'],
    ]);
  });

  it('drops an opening that says nothing', () => {
    const sections = PAGE.sections.slice(1);
    expect(sectionDocuments({ ...PAGE, description: '', sections })).toHaveLength(1);
  });
});
