import type { Root } from 'mdast';
import { z } from 'zod';
import { NoteError } from './note-error.ts';
import { parseYaml } from './yaml.ts';

/** What the site reads of the frontmatter of a page that is no note; Starlight checks the rest. */
const pageFrontmatter = z.object({ title: z.string().min(1), description: z.string().default('') });

/** Throws a NoteError where there is no frontmatter with a title. */
export function readPageFrontmatter(tree: Root, file: string): z.infer<typeof pageFrontmatter> {
  const [first] = tree.children;
  const data = first?.type === 'yaml' ? parseYaml(first.value, { file, line: 2 }, 'correct the YAML of the frontmatter') : {};
  const result = pageFrontmatter.safeParse(data);
  if (result.success) return result.data;
  throw new NoteError({ file, line: 1, column: 1 }, 'the page has no title', 'begin it with a title and a description between --- lines');
}
