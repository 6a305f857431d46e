import type { Root } from 'mdast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { NoteError } from './note-error.ts';

const parser = unified().use(remarkParse).use(remarkMdx).use(remarkFrontmatter, ['yaml']).use(remarkGfm).use(remarkMath);

/** Parses MDX with the extensions that the site has. Broken MDX is a NoteError with its place. */
export function markdownTree(text: string, file: string): Root {
  try {
    return parser.parse(text);
  } catch (cause) {
    const { line = 1, column = 1, reason = String(cause) } = cause as { line?: number; column?: number; reason?: string };
    const error = new NoteError({ file, line, column }, reason, 'in prose write { as \\{ and < as \\<, or use `code`');
    error.cause = cause;
    throw error;
  }
}
