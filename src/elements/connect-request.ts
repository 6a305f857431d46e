import { localeOf } from '../i18n/locale.ts';
import type { KernelPlace } from '../kernel/kernel-place.ts';
import type { ConnectDialog } from './connect-dialog.ts';
import { isAllowed, keptPlace } from './kept-places.ts';
import { findLocalKernel, siteServer, type KnownServer } from './known-servers.ts';
import type { PageKernel } from './page-kernel.ts';
import { pagePart } from './page-part.ts';

let pending: Promise<boolean> | null = null;
let dialog: Promise<ConnectDialog> | null = null;

/**
 * Connects the page before a run: to the place that the reader chose to keep for this tab, else to a server that the
 * page knows and the reader has allowed before, else to what the reader says in the dialog. False where the reader gave none.
 */
export function requestConnection(kernel: PageKernel): Promise<boolean> {
  // A second click while the first is being answered waits for the same kernel.
  pending ??= connect(kernel).finally(() => (pending = null));
  return pending;
}

/** Asks in the dialog, whatever is known. */
export async function askForServer(kernel: PageKernel): Promise<boolean> {
  return (await connectDialog(kernel)).ask(await knownServers());
}

/** Loaded when the reader is asked: most runs go to a server that is known. */
function connectDialog(kernel: PageKernel): Promise<ConnectDialog> {
  dialog ??= pagePart(import('./connect-dialog.ts')).then(({ ConnectDialog: Dialog }) => new Dialog(kernel, localeOf(document.documentElement.lang)));
  dialog.catch(() => (dialog = null));
  return dialog;
}

async function connect(kernel: PageKernel): Promise<boolean> {
  if (kernel.state.phase === 'unauthorized') return askForServer(kernel);
  const place = keptPlace() ?? (await allowedPlace());
  if (place && (await kernel.connect(place, 'comes-back'))) return true;
  return askForServer(kernel);
}

async function allowedPlace(): Promise<KernelPlace | null> {
  return (await knownServers()).find(({ token, allowAs }) => token === 'known' && isAllowed(allowAs))?.place ?? null;
}

/** The servers whose address needs not be typed in: this computer's, then the one that the site's owner set up. */
async function knownServers(): Promise<readonly KnownServer[]> {
  return [await findLocalKernel(), siteServer()].filter((server) => server !== null);
}
