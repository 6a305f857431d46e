import { describe, expect, it } from 'vitest';
import { figureLink, readFigureLink } from '../../src/figures/figure-link.ts';

describe('a link to a view of a figure', () => {
  it('is read as it was written, whatever its values are', () => {
    for (const value of ['32', '', 'sm_80,sm_90', 'a&b=c?d#e', '100 %', '步长', '+']) {
      const link = figureLink({ figure: 'bank-map', values: new URLSearchParams({ kind: value, stride: '2' }) });
      expect(Object.fromEntries(readFigureLink(link)?.values ?? []), value).toEqual({ kind: value, stride: '2' });
    }
  });

  it('can be read by people', () => {
    const values = new URLSearchParams({ gpus: 'sm_80,sm_90', ptx: '' });
    expect(figureLink({ figure: 'image-picker', values })).toBe('#image-picker?gpus=sm_80,sm_90&ptx=');
  });

  it('is no other fragment of the site', () => {
    for (const fragment of ['', '#', '#bank-map', '#_top', '#edit=1.abc', '#what-a-bank-is', '#步长?a=1', '#?a=1']) {
      expect(readFigureLink(fragment), fragment).toBeNull();
    }
  });

  it('may be broken and is read as far as it goes', () => {
    expect(readFigureLink('#bank-map?%E0%A4%A&&=&stride')?.values.get('stride')).toBe('');
  });
});
