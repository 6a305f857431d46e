import type { Locale } from '../i18n/locale.ts';
import type { KnownNotes } from '../note/note-link.ts';
import type { Note } from '../note/note.ts';

/** What a reference may lead to. */
export interface ReferencedNotes extends KnownNotes {
  /** The note where it could be read; its faults are told elsewhere. */
  readonly find: (id: string, locale: Locale) => Note | undefined;
  /** Whether the site has a page that is no note, or a file, at an address from its root (`/zh-cn/`, `/favicon.svg`). */
  readonly isAddress: (path: string) => boolean;
}
