import { z } from 'zod';
import { needs } from '../cell/cell.ts';
import { topics } from '../i18n/topic-labels.ts';

const noteId = z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/u, 'a note id is topic/slug');

/** What a note's frontmatter adds to Starlight's own fields. */
export const noteFields = z.object({
  topic: z.enum(topics),
  /** Place in the topic's reading order. */
  order: z.number().int().positive(),
  needs: z.enum(needs),
  /** Source rows that the note covers; each has its corrections in notes/errata. */
  sources: z.array(z.string().regex(/^S[01]-\d\d$/u, 'a source row is S0-01 … S1-26')).default([]),
  prerequisites: z.array(noteId).default([]),
  related: z.array(noteId).default([]),
});

/** The whole frontmatter of a note. Starlight's other fields are not for notes: the site decides alike for all of them. */
export const noteFrontmatter = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1),
  ...noteFields.shape,
});
export type NoteFrontmatter = z.infer<typeof noteFrontmatter>;
