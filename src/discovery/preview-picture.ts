import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { languageTag, type Locale } from '../i18n/locale.ts';
import { siteName } from '../i18n/site-name.ts';
import { PREVIEW_SIZE } from './preview-file.ts';
import type { PreviewFont, TextLook, TextOutline } from './preview-font.ts';

/** What the picture says that other sites show beside a link to a page. */
export interface Preview {
  readonly locale: Locale;
  readonly title: string;
  /** Above the title: the topic of a note. */
  readonly topic: string;
  /** At the foot: what the page says in a sentence or two. */
  readonly description: string;
}

const MARGIN = 80;
const LANGUAGE: Readonly<Record<Locale, string>> = { en: 'English', 'zh-cn': '简体中文' };
const INK = { page: '#fcfcfa', text: '#191a18', muted: '#555852', accent: '#1d6f4c', line: '#dfe1db' } as const;
/** Part of the name in the cache: another look makes other pictures. */
const DRAWING = 1;

/**
 * The picture of a page as PNG, from the cache where the same was drawn before.
 * @param mark the site's mark as SVG
 * @param cache folder of pictures by their contents
 * @param font asked for only where a picture must be drawn
 */
export async function previewPicture(
  preview: Preview, mark: string, cache: string, font: () => Promise<PreviewFont>,
): Promise<Buffer<ArrayBuffer>> {
  const key = createHash('sha256').update(JSON.stringify([DRAWING, siteName[preview.locale], preview, mark])).digest('hex').slice(0, 24);
  const file = join(cache, `${key}.png`);
  const known = await readFile(file).catch(() => null); // not drawn yet
  if (known) return known;
  const picture = await sharp(Buffer.from(await previewSvg(preview, mark, await font()))).png({ palette: true, effort: 4 }).toBuffer();
  await mkdir(cache, { recursive: true });
  // A build that is cut off leaves no half picture.
  await writeFile(`${file}.${process.pid}`, picture);
  await rename(`${file}.${process.pid}`, file);
  return Buffer.from(picture);
}

/** The same as SVG, all its text in outlines. */
export async function previewSvg({ locale, title, topic, description }: Preview, mark: string, font: PreviewFont): Promise<string> {
  const { width, height } = PREVIEW_SIZE;
  const room = width - 2 * MARGIN;
  const set = async (text: string, look: TextLook, x: number, y: number, colour: string): Promise<string> =>
    `<g transform="translate(${x} ${y})" fill="${colour}">${(await font.outline(text, look)).svg}</g>`;
  const parts = [
    `<svg x="${MARGIN}" y="64" width="56" height="56" viewBox="0 0 32 32" fill="none">${mark.replace(/<\/?svg\b[^>]*>/gu, '')}</svg>`,
    await set(siteName[locale], { weight: 600, size: 34 }, MARGIN + 76, 104, INK.text),
  ];
  const language: TextLook = { weight: 400, size: 28 };
  const name = await font.outline(LANGUAGE[locale], language);
  parts.push(`<g transform="translate(${width - MARGIN - name.width} 103)" fill="${INK.muted}">${name.svg}</g>`);
  parts.push(await set(topic, { weight: 600, size: 30 }, MARGIN, 214, INK.accent));
  const { lines, size } = await fitTitle(title, locale, room, font);
  const step = size * 1.24;
  for (const [index, line] of lines.entries()) parts.push(move(line, MARGIN, 232 + size + index * step, INK.text));
  const foot = await footLines(description, locale, room, font);
  const top = height - (foot.length === 1 ? 94 : 116);
  for (const [index, line] of foot.entries()) parts.push(move(line, MARGIN, top + index * 44, INK.muted));
  parts.push(`<path d="M${MARGIN} ${height - 172}h${room}" stroke="${INK.line}" stroke-width="2"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" lang="${languageTag[locale]}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${INK.page}"/>` +
    `<rect width="${width}" height="12" fill="${INK.accent}"/>${parts.join('')}</svg>`;
}

function move({ svg }: TextOutline, x: number, y: number, colour: string): string {
  return `<g transform="translate(${x} ${y})" fill="${colour}">${svg}</g>`;
}

/** A title in at most two lines, as large as they allow. */
async function fitTitle(
  title: string, locale: Locale, room: number, font: PreviewFont,
): Promise<{ readonly lines: readonly TextOutline[]; readonly size: number }> {
  for (const size of [80, 72, 64, 56, 48]) {
    const lines = await wrapped(title, { weight: 700, size }, locale, room, font);
    if (lines.length <= 2) return { lines: lines.map(({ outline }) => outline), size };
  }
  const lines = await wrapped(title, { weight: 700, size: 48 }, locale, room, font);
  return { lines: lines.slice(0, 2).map(({ outline }) => outline), size: 48 };
}

/** A description in at most two lines; one that goes on ends with an ellipsis. */
async function footLines(description: string, locale: Locale, room: number, font: PreviewFont): Promise<readonly TextOutline[]> {
  const look: TextLook = { weight: 400, size: 29 };
  const [first, second, more] = await wrapped(description, look, locale, room, font);
  const end = second && more ? await font.outline(`${second.text.replace(/[\s\p{P}]+$/u, '')}…`, look) : second?.outline;
  return [first?.outline, end].filter((line) => line !== undefined);
}

interface Line {
  readonly text: string;
  readonly outline: TextOutline;
}

/** A text in lines no wider than `room` pixels, broken between words; punctuation stays with the word before it. */
async function wrapped(text: string, look: TextLook, locale: Locale, room: number, font: PreviewFont): Promise<readonly Line[]> {
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const word of wordsOf(text, locale)) {
    const longer: string = (line?.text ?? '') + word;
    const outline = await font.outline(longer.trimEnd(), look);
    if (line !== null && outline.width > room) {
      lines.push(line);
      line = { text: word.trimStart(), outline: await font.outline(word.trim(), look) };
    } else line = { text: longer, outline };
  }
  return line === null ? lines : [...lines, line];
}

function wordsOf(text: string, locale: Locale): readonly string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(languageTag[locale], { granularity: 'word' }).segment(text)) {
    const opens = /[([{（《“「]$/u.test(words.at(-1) ?? '');
    // Within a word of Latin letters, such as `--gpu-code` or C++, there is no break.
    const joins = !/\s/u.test(segment) && /[\w+\-/.&]$/u.test(words.at(-1) ?? '') && /^[\w+\-/.&]/u.test(segment);
    const before = words.length > 0 && (isWordLike !== true || opens || joins) ? words.pop() ?? '' : '';
    words.push(before + segment);
  }
  return words;
}
