import { expect, it, test } from 'vitest';
import { startDrawing } from '../../src/figures/figure-model.ts';
import { tokensOf, vitParameters, vitPresets, type VitShape } from '../../src/figures/vit-parameters.ts';
import { figure } from '../../src/figures/vit-parameters-figure.ts';

/** `num_params` of the weights' metadata in torchvision/models/vision_transformer.py (ImageNet-1K, trained from scratch). */
it.each([
  ['ViT-B/16', 86_567_656], ['ViT-B/32', 88_224_232], ['ViT-L/16', 304_326_632], ['ViT-L/32', 306_535_400],
])('%s has as many parameters as torchvision says', (name, count) => {
  expect(vitParameters(vitPresets[name] as VitShape)).toBe(count);
});

test('ViT-H/14 for images of 518 pixels, too, whose positions are more', () => {
  const large = { ...vitPresets['ViT-H/14'], image: 518 } as VitShape;
  expect([tokensOf(large), vitParameters(large)]).toEqual([1370, 633_470_440]);
});

test('the areas of the figure are the parameters', () => {
  const { picture, summary } = startDrawing(figure, 'en');
  expect(summary).toContain('86,567,656 parameters; an image is 197 tokens');
  const counts = [...picture.matchAll(/<title>[^:]*: (?<count>[\d,]+),/gu)].map(({ groups }) => Number(groups?.['count']?.replaceAll(',', '')));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(86_567_656);
  const sizes = [...picture.matchAll(/width="(?<width>[\d.]+)" height="(?<height>[\d.]+)" rx="0"/gu)].slice(0, counts.length);
  const area = sizes.map(({ groups }) => Number(groups?.['width']) * Number(groups?.['height']));
  const largest = counts.indexOf(Math.max(...counts));
  expect((area[largest] ?? 0) / (352 * 300)).toBeCloseTo((counts[largest] ?? 0) / 86_567_656, 3);
});
