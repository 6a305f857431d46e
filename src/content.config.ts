import { docsSchema } from '@astrojs/starlight/schema';
import { glob } from 'astro/loaders';
import { defineCollection } from 'astro:content';
import { z } from 'zod';
import { noteFields } from './note/frontmatter.ts';
import { notebookLoader } from './notebook/notebook-loader.ts';

export const collections = {
  docs: defineCollection({
    loader: glob({ base: './notes', pattern: '**/[^_]*.mdx' }),
    // Partial for the pages that are no notes, such as the home page; notes are held to all of it by `note/read-note.ts`.
    schema: docsSchema({ extend: noteFields.partial() }),
  }),
  notebooks: defineCollection({ loader: notebookLoader(process.cwd()), schema: z.object({ codes: z.array(z.string()) }) }),
};
