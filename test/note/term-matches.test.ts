import { describe, expect, it } from 'vitest';
import type { Locale } from '../../src/i18n/locale.ts';
import { termFinder } from '../../src/note/term-matches.ts';
import { testTerm } from './test-term.ts';

const terms = [
  testTerm('warp', { en: ['warp'], 'zh-cn': ['线程束'] }),
  testTerm('thread', { en: ['thread'], 'zh-cn': ['线程'] }),
  testTerm('thread-block', { en: ['thread block'], 'zh-cn': ['线程块'] }),
  testTerm('ptx', { en: ['PTX'], 'zh-cn': ['PTX'] }),
  testTerm('mutex', { en: ['mutex'], 'zh-cn': ['互斥锁'] }),
  testTerm('torch-compile', { en: ['torch.compile'], 'zh-cn': ['torch.compile'] }),
];
const found = (text: string, locale: Locale = 'en') =>
  termFinder(terms, locale)(text).map(({ term, start, end }) => `${term.id}: ${text.slice(start, end)}`);

describe('termFinder', () => {
  it('takes the longest term at each place', () => {
    expect(found('a thread block of threads')).toEqual(['thread-block: thread block', 'thread: threads']);
    expect(found('线程块里的线程', 'zh-cn')).toEqual(['thread-block: 线程块', 'thread: 线程']);
  });

  it('finds plurals, and a term that begins a sentence', () => {
    expect(found('Warps. Mutexes.')).toEqual(['warp: Warps', 'mutex: Mutexes']);
  });

  it('holds a name with capitals to them', () => {
    expect(found('PTX, not ptx')).toEqual(['ptx: PTX']);
  });

  it('finds a term that a line end cuts', () => {
    expect(found('a thread\nblock')).toEqual(['thread-block: thread\nblock']);
  });

  it.each(['warped', 'unwarp', 'warp_size', 'warp::x', 'warp-size', 'warp.sync', 'a-warp', 'multithread'])('leaves a part of another word alone: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('takes signs of a name as they are', () => {
    expect(found('torch.compile, not torchXcompile')).toEqual(['torch-compile: torch.compile']);
  });

  it.each(['a warp.', 'a warp, a', '(warp)', 'warp: 32', '“warp”', '每个 warp 有'])('finds a word beside punctuation: %s', (text) => {
    expect(found(text)).toEqual(['warp: warp']);
  });

  it('finds nothing where there are no terms', () => {
    expect(termFinder([], 'en')('a warp')).toEqual([]);
  });
});
