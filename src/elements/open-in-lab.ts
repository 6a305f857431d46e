import type { Locale } from '../i18n/locale.ts';
import { labLabels } from '../kernel/lab-labels.ts';
import { LabError, openInLab } from '../kernel/server-notebook.ts';
import type { ServerPath } from '../kernel/server-path.ts';

/** Puts the page's note onto the server and says in `place` where it can be opened there, or why not. */
export async function openNoteInLab(server: ServerPath, place: HTMLElement, locale: Locale): Promise<void> {
  const labels = labLabels[locale];
  const source = document.querySelector<HTMLAnchorElement>('.note-downloads a[href$=".ipynb"]');
  if (!source) throw new Error('the page has no notebook');
  place.textContent = labels.working;
  const text = await fetch(source.href).then((response) => (response.ok ? response.text() : null), () => null); // offline: said below
  if (text === null) {
    place.textContent = labels.noNotebook;
    return;
  }
  try {
    const { file, url } = await openInLab(server, source.pathname.slice(source.pathname.lastIndexOf('/') + 1), text);
    const link = document.createElement('a');
    Object.assign(link, { href: url, target: '_blank', rel: 'noopener noreferrer', textContent: labels.open(file) });
    place.replaceChildren(link, ` ${labels.placed(file)}`);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    console.warn('The notebook was not put onto the server.', error);
    place.textContent = labels.failed[error.reason](error.status);
  }
}
