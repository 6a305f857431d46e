import type { Root } from 'mdast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { displayMath } from './display-math.ts';
import { fenceLanguages } from './fence-languages.ts';
import { mdxCure } from './mdx-cure.ts';
import { NoteError } from './note-error.ts';
import { siteSyntax } from './site-syntax.ts';

const parser = unified().use(remarkParse).use(remarkMdx).use(remarkFrontmatter, ['yaml']).use(remarkGfm).use(siteSyntax);

/** Parses MDX with the extensions that the site has. Broken MDX is a NoteError with its place and the cure for what stands there. */
export function markdownTree(text: string, file: string): Root {
  try {
    const tree = parser.parse(text);
    displayMath(tree, text);
    fenceLanguages(tree);
    return tree;
  } catch (cause) {
    const { line, column, reason = String(cause) } = cause as { line?: number; column?: number; reason?: string };
    // A tag that is never closed has its place in the text alone: "Expected a closing tag for `<details>` (3:1-3:10)".
    const [, lineInText, columnInText] = /\((\d+):(\d+)/u.exec(reason) ?? [];
    const place = { line: Number(lineInText ?? line ?? 1), column: Number(columnInText ?? column ?? 1) };
    const error = new NoteError({ file, ...place }, reason, mdxCure(text, place, reason));
    error.cause = cause;
    throw error;
  }
}
