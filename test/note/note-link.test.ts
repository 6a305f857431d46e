import { describe, expect, it } from 'vitest';
import { linkTarget } from '../../src/note/note-link.ts';

const known = {
  isWritten: ({ id, locale }: { id: string; locale: string }) => id === 'cuda/a' && locale === 'en',
  isPlanned: (id: string) => id === 'cuda/b',
  isPage: ({ slug }: { slug: string }) => slug === 'glossary',
  isNotebook: (address: string) => ['/notebooks/', '/zh-cn/notebooks/mine/try/'].includes(address),
};

describe('linkTarget', () => {
  it.each([
    ['/cuda/a/', { kind: 'note', path: { id: 'cuda/a', locale: 'en' }, rest: '' }],
    ['/cuda/a?x=1#y', { kind: 'note', path: { id: 'cuda/a', locale: 'en' }, rest: '?x=1#y' }],
    ['/zh-cn/cuda/b/', { kind: 'planned', path: { id: 'cuda/b', locale: 'zh-cn' } }],
    ['#y', { kind: 'elsewhere' }],
    ['https://example.org/cuda/a/', { kind: 'elsewhere' }],
    ['/', { kind: 'elsewhere' }],
    ['/zh-cn/', { kind: 'elsewhere' }],
    ['/favicon.svg', { kind: 'elsewhere' }],
    ['/glossary#term-warp', { kind: 'page', url: '/glossary/#term-warp' }],
    ['/zh-cn/glossary/', { kind: 'page', url: '/zh-cn/glossary/' }],
  ])('knows what %s leads to', (url, target) => {
    expect(linkTarget(url, known)).toEqual(target);
  });

  it('calls a link to no page dead', () => {
    expect(linkTarget('/glosary/', known)).toMatchObject({ kind: 'dead', message: '/glosary/ is no page of the site' });
  });

  it('calls a link dead where the note is there in the other language alone', () => {
    expect(linkTarget('/zh-cn/cuda/a/', known)).toMatchObject({ kind: 'dead', message: '/zh-cn/cuda/a/ is no page of the site' });
  });
});
