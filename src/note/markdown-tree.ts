import type { Root } from 'mdast';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { NoteError } from './note-error.ts';

const parser = unified().use(remarkParse).use(remarkMdx).use(remarkFrontmatter, ['yaml']).use(remarkGfm).use(remarkMath)
  .use(remarkCjkFriendly);

/** Parses MDX with the extensions that the site has. Broken MDX is a NoteError with its place. */
export function markdownTree(text: string, file: string): Root {
  try {
    return parser.parse(text);
  } catch (cause) {
    const { line, column, reason = String(cause) } = cause as { line?: number; column?: number; reason?: string };
    // A tag that is never closed has its place in the text alone: "Expected a closing tag for `<details>` (3:1-3:10)".
    const [, lineInText, columnInText] = /\((\d+):(\d+)/u.exec(reason) ?? [];
    const place = { file, line: line ?? Number(lineInText ?? 1), column: column ?? Number(columnInText ?? 1) };
    const error = new NoteError(place, reason, 'in prose write { as \\{ and < as \\<, or use `code`');
    error.cause = cause;
    throw error;
  }
}
