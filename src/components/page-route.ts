import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { loadLastChanges } from '../note/last-changes.ts';
import { readableNotes } from '../note/note-library.ts';
import { parseNotePath } from '../note/note-path.ts';
import { notePlace } from '../note/note-place.ts';
import { topicSidebar } from './topic-sidebar.ts';

const changes = loadLastChanges(process.cwd(), ['notes', 'notebooks']);

/** Gives Starlight's frame the sidebar of the page's topic, and the day when the page, or what is recorded of its cells, last changed. */
export const onRequest = defineRouteMiddleware(async ({ locals: { starlightRoute: route } }) => {
  const place = notePlace(route.entry.filePath, await readableNotes(process.cwd()));
  route.sidebar = topicSidebar(route.sidebar, place?.topic ?? null, place?.position ?? null);
  // The home page is made of what other pages have.
  route.lastUpdated = route.hasSidebar ? await lastChange(route.entry.filePath) : undefined;
});

async function lastChange(file: string): Promise<Date | undefined> {
  const note = parseNotePath(file);
  const known = await changes;
  // Where a clone does not reach back to the text, the recording alone says nothing of it.
  if (!known.has(file)) return undefined;
  const files = note ? [file, `notebooks/${note.id}.ipynb`] : [file];
  return files.flatMap((each) => known.get(each) ?? []).toSorted((a, b) => Number(b) - Number(a))[0];
}
