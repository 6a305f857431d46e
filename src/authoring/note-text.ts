import type { Need } from '../cell/cell.ts';
import { loadPlannedNotes } from '../note/planned-notes.ts';
import type { NoteName } from './note-name.ts';

export interface NewNote {
  readonly name: NoteName;
  readonly title: string;
  readonly description: string;
  readonly order: number;
  readonly needs: Need;
  /** MDX, without the frontmatter. */
  readonly body: string;
}

/** A note as text, from its frontmatter on. */
export function noteText({ name, title, description, order, needs, body }: NewNote): string {
  // JSON's strings are YAML's, whatever stands in them.
  const fields = [
    `title: ${JSON.stringify(title)}`, `description: ${JSON.stringify(description)}`, `topic: ${name.topic}`, `order: ${order}`, `needs: ${needs}`,
  ];
  return `---\n${fields.join('\n')}\n---\n\n${body.trim()}\n`;
}

/** The place of a note in the reading order: as it is planned, else behind all others. */
export async function orderOf(root: string, { id }: NoteName): Promise<number> {
  const planned = await loadPlannedNotes(root);
  const own = planned.find((note) => note.id === id);
  if (own) return own.order;
  return Math.max(0, ...planned.map(({ order }) => order)) + 1;
}
