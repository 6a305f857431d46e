import { describe, expect, it } from 'vitest';
import { snippetOf, type Segment } from '../../src/search/snippet.ts';

const SECTION = { title: '', heading: '', text: '', code: '' };

describe('snippetOf', () => {
  it('marks overlapping bigrams, and neighbouring words, as one', () => {
    const terms = new Map([['存储', 1], ['储体', 1], ['体冲', 1], ['冲突', 1]]);
    const { text } = snippetOf({ ...SECTION, text: '避免存储体冲突，再测一次。' }, terms);
    expect(shown(text)).toBe('避免[存储体冲突]，再测一次。');
  });

  it('shows the window with most of the query, cut at words and with ellipses', () => {
    const before = 'Nothing to see in this filler sentence. '.repeat(12);
    const text = `${before}Padding removes the bank conflict here. ${'More filler follows. '.repeat(12)}`;
    const { text: found } = snippetOf({ ...SECTION, text }, new Map([['bank', 1], ['conflict', 1], ['filler', 0.1]]));
    expect(shown(found)).toMatch(/^… \S.*Padding removes the \[bank conflict\] here\..* …$/);
    expect(shown(found).length).toBeLessThan(190);
  });

  it('marks the given characters where normalising changes them', () => {
    const { text } = snippetOf({ ...SECTION, text: '用 ｓｍ＿９０ 編譯' }, new Map([['sm_90', 1], ['编译', 1]]));
    expect(shown(text)).toBe('用 [ｓｍ＿９０ 編譯]');
  });

  it('shows the line of code with the symbol', () => {
    const code = 'int i = 0;\n  __syncthreads();\nreturn;';
    expect(shown(snippetOf({ ...SECTION, code }, new Map([['__syncthreads', 1]])).code)).toBe('[__syncthreads]();');
  });

  it('shows no line of code when none has a word of the query', () => {
    expect(snippetOf({ ...SECTION, code: 'int i = 0;' }, new Map([['warp', 1]])).code).toEqual([]);
  });

  it('leaves words that hardly matter unmarked', () => {
    const terms = new Map([['occup', 3], ['the', 0.1]]);
    expect(shown(snippetOf({ ...SECTION, heading: 'The occupancy' }, terms).heading)).toBe('The [occupancy]');
  });

  it('treats the text as text, whatever markup it holds', () => {
    const { text } = snippetOf({ ...SECTION, text: 'a <img src=x onerror=alert(1)> warp' }, new Map([['warp', 1]]));
    expect(shown(text)).toBe('a <img src=x onerror=alert(1)> [warp]');
  });
});

function shown(segments: readonly Segment[]): string {
  return segments.map(({ text, mark }) => (mark ? `[${text}]` : text)).join('');
}
