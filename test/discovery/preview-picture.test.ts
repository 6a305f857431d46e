import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { PreviewFont } from '../../src/discovery/preview-font.ts';
import { previewPicture, previewSvg } from '../../src/discovery/preview-picture.ts';

const MARK = '<svg viewBox="0 0 32 32"><rect width="32" height="32"/></svg>';
const english = { locale: 'en', title: 'Bank conflicts', topic: 'CUDA', description: 'Why lanes wait.' } as const;
const chinese = { locale: 'zh-cn', title: '存储体冲突', topic: 'CUDA 编程', description: '为什么要等待。'.repeat(30) } as const;

it('has all its text as outlines, so that it needs no font of the machine, and no line leaves it', async () => {
  const font = await PreviewFont.open();
  for (const preview of [english, chinese, { ...english, title: 'A very long title '.repeat(12) }]) {
    const svg = await previewSvg(preview, MARK, font);
    expect(svg).not.toMatch(/<text|font-family/u);
    const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    // The margins have the colour of the page alone.
    const column = (x: number): readonly number[] => Array.from({ length: 600 }, (_, y) => data[((y + 20) * 1200 + x) * 3] ?? 0);
    expect(new Set([...column(40), ...column(1160)])).toEqual(new Set([0xfc]));
  }
});

it('sets Latin with kerning and Han in its own slices, and a box for what the font has not', async () => {
  const font = await PreviewFont.open();
  const width = async (text: string): Promise<number> => (await font.outline(text, { weight: 400, size: 100 })).width;
  expect(await width('AV')).toBeLessThan(await width('A') + await width('V'));
  expect(await width('存储体')).toBeCloseTo(300, 0);
  expect((await font.outline('\u{10ffff}', { weight: 400, size: 100 })).svg).toContain('<path');
  const bold = await font.outline('W', { weight: 700, size: 100 });
  expect(bold.width).toBeGreaterThan(await width('W'));
});

it('is drawn once: the cache has it, and is asked by all that the picture says', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'warpnotes-previews-'));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  const first = await previewPicture(english, MARK, cache, () => PreviewFont.open());
  expect(first.subarray(1, 4).toString()).toBe('PNG');
  expect(first.length).toBeLessThan(60_000);
  const again = await previewPicture(english, MARK, cache, () => Promise.reject(new Error('no font is needed')));
  expect(again.equals(first)).toBe(true);
  await previewPicture({ ...english, title: 'Other' }, MARK, cache, () => PreviewFont.open());
  expect((await readdir(cache)).length).toBe(2);
});
