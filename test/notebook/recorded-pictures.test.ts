import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordedPicture, recordedPictures } from '../../src/notebook/recorded-pictures.ts';
import { isStillSvg } from '../../src/output/still-svg.ts';

const ROOT = join(import.meta.dirname, '../..');
const svg = (size: string, inner = '<path d="M0 0"/>'): string => `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`;

it('a picture is a file named by its cell and its content, with its size in pixels', () => {
  const picture = recordedPicture('cuda/atomics', 'plot', svg('width="72pt" height="30px"'));
  expect(picture).toMatchObject({ width: 96, height: 30 });
  expect(picture?.path).toMatch(/^pictures\/cuda\/atomics\/plot\.[0-9a-f]{12}\.svg$/u);
  expect(recordedPicture('cuda/atomics', 'plot', svg('width="72pt" height="31px"'))?.path).not.toBe(picture?.path);
});

it('the page carries a picture whose size is not known, or that does more than draw', () => {
  expect(recordedPicture('a/b', 'c', svg('width="100%" height="30"'))).toBeUndefined();
  expect(recordedPicture('a/b', 'c', svg('viewBox="0 0 1 1"'))).toBeUndefined();
  expect(recordedPicture('a/b', 'c', svg('width="1" height="1"', '<script>x()</script>'))).toBeUndefined();
});

it('the pictures of the notes lie below the folder, each once', async () => {
  const pictures = await recordedPictures(ROOT);
  expect(pictures.size).toBeGreaterThan(20);
  for (const [file, { path, svg: text }] of pictures) {
    expect(path).toBe(`pictures/${file}`);
    expect(isStillSvg(text)).toBe(true);
  }
});
