import { closest } from 'fastest-levenshtein';
import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import { placeOf } from '../note/node-place.ts';
import { isKnownLanguage, knownLanguages } from './grammars/site-grammars.ts';

interface PlainFencesOptions {
  /** Folder of the project, where `notes/` is. */
  readonly root: string;
  readonly warn?: (line: string) => void;
}

/** Shows a fence in a language that nothing here knows as it stands, and says where that is. */
export function remarkPlainFences({ root, warn = (line) => { console.warn(line); } }: PlainFencesOptions) {
  return (tree: Root, file: VFile): void => {
    const name = file.path.startsWith(root) ? file.path.slice(root.length + 1) : file.path;
    visit(tree, 'code', (node) => {
      const language = node.lang ?? '';
      if (language === '' || isKnownLanguage(language)) return;
      const { line, column } = placeOf(node);
      const hint = `did you mean "${closest(language, knownLanguages())}"? "text" has none on purpose`;
      warn(`${name}:${line}:${column}: the fence is in "${language}", which has no colours here, and is shown plain (${hint})`);
      node.lang = 'txt';
    });
  };
}
