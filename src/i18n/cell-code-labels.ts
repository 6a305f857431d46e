import type { Locale } from './locale.ts';
import { codeLabels as english } from './cell-code-labels-en.ts';
import { codeLabels as chinese } from './cell-code-labels-zh-cn.ts';

/** What is said of the code of a cell that a reader edits. */
export interface CodeLabels {
  readonly edit: string;
  readonly reset: string;
  readonly undoReset: string;
  readonly undoAdopt: string;
  readonly share: string;
  readonly copy: string;
  readonly copied: string;
  /** The browser lets no page write to the clipboard. */
  readonly copyByHand: string;
  readonly status: { readonly edited: string; readonly linked: string };
  /** Above recorded outputs, while the code beside them is not the one that printed them. */
  readonly ofOriginal: string;
  readonly betweenSentences: string;
  readonly notice: {
    readonly linked: string;
    readonly linkedOutdated: string;
    readonly hiddenCharacters: string;
    readonly linkedAside: string;
    readonly outdated: string;
    readonly pageOnly: string;
    readonly editorFailed: string;
    readonly runLinkedFirst: string;
  };
  readonly action: {
    readonly adopt: string;
    readonly showOwn: string;
    readonly showOriginal: string;
    readonly showLinked: string;
    readonly takeNew: string;
    readonly keepMine: string;
  };
  readonly link: {
    readonly copied: string;
    readonly copyByHand: string;
    readonly tooLong: string;
    readonly field: string;
    readonly broken: string;
    readonly oversized: string;
    readonly foreign: string;
    readonly unsupported: string;
    readonly otherNote: string;
    readonly failed: string;
  };
  readonly editor: {
    readonly name: (cell: string) => string;
    readonly keys: string;
    /** CodeMirror's own texts. */
    readonly phrases: Readonly<Record<string, string>>;
  };
}

/** For the build, and for what shows words of both; a page with cells loads those of its own language (`elements/page-words.ts`). */
export const codeLabels: Readonly<Record<Locale, CodeLabels>> = { en: english, 'zh-cn': chinese };
