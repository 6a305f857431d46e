import sharp from 'sharp';

/** Most bytes of a picture under docs/, which everyone who clones the project fetches. */
const MOST_BYTES = 150_000;
const QUALITIES = [90, 80, 70, 60, 50] as const;

/** A screenshot as WebP, as good as has room. Throws where not even the worst quality is small enough. */
export async function compressed(png: Uint8Array): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const picture = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (picture.length < MOST_BYTES) return picture;
  }
  throw new Error(`a picture is larger than ${MOST_BYTES} bytes at every quality: make its scene smaller`);
}
