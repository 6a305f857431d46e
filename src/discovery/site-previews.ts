import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { referenceLabel, topicLabels } from '../i18n/topic-labels.ts';
import { loadNotes, loadPages } from '../note/note-library.ts';
import { HOME, previewFile } from './preview-file.ts';
import { PreviewFont } from './preview-font.ts';
import { previewPicture, type Preview } from './preview-picture.ts';

/** What the pictures of all pages in notes/ say, by their files. */
export async function sitePreviews(root: string): Promise<ReadonlyMap<string, Preview>> {
  const notes = (await loadNotes(root)).map(({ id, locale, frontmatter: { title, description, topic } }): [string, Preview] =>
    [previewFile(id, locale), { locale, title, description, topic: topicLabels[topic][locale] }]);
  const pages = (await loadPages(root)).map(({ slug, locale, title, description }): [string, Preview] =>
    [previewFile(slug, locale), { locale, title, description, topic: slug === HOME ? 'NVCC · CUDA · PyTorch' : referenceLabel[locale] }]);
  return new Map([...notes, ...pages]);
}

let font: Promise<PreviewFont> | null = null;

/** The picture as PNG; one that was drawn before comes from `.warpnotes/previews/`. */
export async function drawnPreview(root: string, preview: Preview): Promise<Buffer<ArrayBuffer>> {
  const mark = await readFile(join(root, 'src/assets/mark.svg'), 'utf8');
  return previewPicture(preview, mark, join(root, '.warpnotes', 'previews'), () => (font ??= PreviewFont.open()));
}
