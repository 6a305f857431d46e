import { cellCodeOf } from './cell-code.ts';
import { linkCodec } from './cell-code-share.ts';
import { EDIT_FRAGMENT } from './page-keys.ts';
import { codeLabels } from './page-words.ts';

/** Opens the edited cell that the page's address carries, now and when the address changes. Runs nothing. */
export function watchLinkedEdits(): void {
  window.addEventListener('hashchange', () => void takeLinkedEdit());
  void takeLinkedEdit();
}

async function takeLinkedEdit(): Promise<void> {
  if (!location.hash.startsWith(EDIT_FRAGMENT)) return;
  const packed = location.hash.slice(EDIT_FRAGMENT.length);
  const labels = codeLabels.link;
  const codec = await linkCodec();
  if (!codec) {
    tell(labels.failed);
    return;
  }
  const { LinkError, unpackEdit } = codec;
  // The address is the note's again: reloading or passing it on does not bring the code along.
  history.replaceState(history.state, '', location.pathname + location.search);
  try {
    const { note, cell, text, digest } = await unpackEdit(packed);
    const code = cellCodeOf(note, cell);
    if (code) code.openLinked({ text, digest });
    else tell(labels.otherNote);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    console.warn('The link to an edited cell was not opened.', error);
    tell(labels[error.problem]);
  }
}

/** Above the note: no cell is the one that is meant. */
function tell(text: string): void {
  const notice = document.createElement('p');
  notice.className = 'link-notice not-content';
  notice.role = 'alert';
  notice.textContent = text;
  document.querySelector('.link-notice')?.remove();
  (document.querySelector('.sl-markdown-content') ?? document.body).prepend(notice);
  notice.scrollIntoView({ block: 'center' });
}
