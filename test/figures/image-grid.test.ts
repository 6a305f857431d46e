import { expect, test } from 'vitest';
import { type DeviceImage, imageUse } from '../../src/figures/image-grid.ts';

const gpus = [75, 80, 86, 89, 90, 100, 103, 110, 120, 121];
const usable = (image: DeviceImage): readonly number[] => gpus.filter((gpu) => imageUse(image, gpu) !== 'refuses');

test('SASS runs in its generation, from its own number on', () => {
  expect(usable({ kind: 'SASS', capability: 80, suffix: '' })).toEqual([80, 86, 89]);
  expect(usable({ kind: 'SASS', capability: 86, suffix: '' })).toEqual([86, 89]);
  expect(usable({ kind: 'SASS', capability: 100, suffix: '' })).toEqual([100, 103]);
});

test('plain PTX compiles on everything from its number on', () => {
  expect(usable({ kind: 'PTX', capability: 90, suffix: '' })).toEqual([90, 100, 103, 110, 120, 121]);
});

test('a suffix keeps an image to one architecture, or to one family', () => {
  expect(usable({ kind: 'PTX', capability: 90, suffix: 'a' })).toEqual([90]);
  expect(usable({ kind: 'SASS', capability: 100, suffix: 'a' })).toEqual([100]);
  expect(usable({ kind: 'PTX', capability: 100, suffix: 'f' })).toEqual([100, 103]);
  expect(usable({ kind: 'SASS', capability: 120, suffix: 'f' })).toEqual([120, 121]);
});
