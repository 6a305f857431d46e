import { docsSchema } from '@astrojs/starlight/schema';
import { glob } from 'astro/loaders';
import { defineCollection } from 'astro:content';
import { noteFields } from './note/frontmatter.ts';

export const collections = {
  docs: defineCollection({
    loader: glob({ base: './notes', pattern: '**/[^_]*.mdx' }),
    // Partial for the pages that are no notes, such as the home page; notes are held to all of it by `note/read-note.ts`.
    schema: docsSchema({ extend: noteFields.partial() }),
  }),
};
