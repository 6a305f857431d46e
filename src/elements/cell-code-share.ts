import type { CodeLabels } from '../i18n/cell-code-labels.ts';
import type { LinkedEdit } from './cell-code-link.ts';
import type { CodeNotice } from './cell-code-notices.ts';
import { copyText } from './copy-text.ts';
import { EDIT_FRAGMENT } from './page-keys.ts';

/** Copies a link that carries an edited cell, and gives what there is to say about it. The link has nothing else of the page's address. */
export async function shareNotice(edit: LinkedEdit, labels: CodeLabels['link']): Promise<CodeNotice> {
  const codec = await linkCodec();
  if (!codec) return { text: labels.failed };
  const { LinkError, packEdit } = codec;
  try {
    const link = `${location.origin}${location.pathname}${EDIT_FRAGMENT}${await packEdit(edit)}`;
    const copied = await copyText(link);
    return { text: copied === 'copied' ? labels.copied : labels.copyByHand, field: { name: labels.field, value: link } };
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    return { text: error.problem === 'oversized' ? labels.tooLong : labels[error.problem] };
  }
}

/** What packs and unpacks links; null where it cannot be loaded. */
export async function linkCodec(): Promise<typeof import('./cell-code-link.ts') | null> {
  try {
    return await import('./cell-code-link.ts');
  } catch (error) {
    console.error('What packs and unpacks links could not be loaded.', error);
    return null;
  }
}
