import { createHash } from 'node:crypto';
import { loadNotes } from '../note/note-library.ts';
import { compactSvg } from '../output/render-image.ts';
import { isStillSvg } from '../output/still-svg.ts';
import { freshRecordings, loadRecordedNote } from './recording-library.ts';

/** A picture that a cell recorded, as a file of the site: pages of both languages show it, and load it when it comes near the screen. */
export interface RecordedPicture {
  /** From the site's base path. */
  readonly path: string;
  readonly svg: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

const FOLDER = 'pictures/';

/**
 * The file of a picture.
 * @param svg as `compactSvg` gives it
 * @returns undefined where it does more than draw or does not say its size: pages carry such a picture, where it runs nothing
 */
export function recordedPicture(noteId: string, cellId: string, svg: string): RecordedPicture | undefined {
  const root = /<svg\s[^>]*>/u.exec(svg)?.[0] ?? '';
  const [width, height] = [lengthOf(root, 'width'), lengthOf(root, 'height')];
  if (width === undefined || height === undefined || !isStillSvg(svg)) return undefined;
  const digest = createHash('sha256').update(svg).digest('hex').slice(0, 12);
  return { path: `${FOLDER}${noteId}/${cellId}.${digest}.svg`, svg, width, height };
}

/** CSS pixels of a length in pixels or points: a point is 1/72, a pixel 1/96 of an inch. */
function lengthOf(tag: string, name: 'width' | 'height'): number | undefined {
  const [, number, unit] = new RegExp(`\\s${name}="(\\d+(?:\\.\\d+)?)(px|pt|)"`, 'u').exec(tag) ?? [];
  return number === undefined ? undefined : Number(number) * (unit === 'pt' ? 96 / 72 : 1);
}

/** All pictures that cells of notes show, by their paths below the folder of pictures. */
export async function recordedPictures(root: string): Promise<ReadonlyMap<string, RecordedPicture>> {
  const notes = await Promise.all((await loadNotes(root)).map(({ id, locale }) => loadRecordedNote(root, id, locale)));
  return new Map(notes.flatMap((recorded) => recorded.cells.flatMap(({ cell: { options: { id } } }) =>
    freshRecordings(recorded, id).flatMap(({ cell: { recording: { outputs } } }) => outputs.flatMap((output) => {
      const svg = 'data' in output ? compactSvg(output.data['image/svg+xml']) : undefined;
      const picture = svg === undefined ? undefined : recordedPicture(recorded.note.id, id, svg);
      return picture ? [[picture.path.slice(FOLDER.length), picture] as const] : [];
    })))));
}
