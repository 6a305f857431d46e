import type { HelperFile } from '../kernel/helper-files.ts';
import kernelHelper from '../kernel/kernel_helper.py?raw';
import { reachPlace, stopPlace, tokenComesBack, type KernelPlace, type ReachOptions } from '../kernel/kernel-place.ts';
import { KernelSession, type KernelSessionOptions, type KernelTicket } from '../kernel/kernel-session.ts';
import { accessServer } from '../kernel/server-access.ts';
import { ADDED_HELPER } from './added-helper.ts';
import type { SessionEvents } from './kernel-link.ts';
import { pageEffects } from './page-effects.ts';

// This module and all it imports are loaded on the first run, not before.

/** Starts a kernel that gets the helper; a hub's server is started first. */
export async function openSession(place: KernelPlace, events: SessionEvents): Promise<KernelSession> {
  return KernelSession.open(await sessionOptions(place, events, 'start'));
}

/** Connects to a kernel that runs already; no server is started for it. */
export async function attachSession(place: KernelPlace, ticket: KernelTicket, events: SessionEvents): Promise<KernelSession> {
  return KernelSession.attach({ ...await sessionOptions(place, events, 'existing'), ticket });
}

/** Goes on with a kernel whose server no longer took the token. */
export async function renewSession(session: KernelSession, place: KernelPlace, signal: AbortSignal): Promise<void> {
  await session.renew(await reachPlace(place, { mode: 'existing', signal, page: pageEffects() }));
}

export { stopPlace, tokenComesBack };

async function sessionOptions(
  place: KernelPlace, { status, problem, progress, signal }: SessionEvents, mode: Required<ReachOptions>['mode'],
): Promise<KernelSessionOptions> {
  const page = pageEffects();
  return {
    server: await reachPlace(place, { mode, progress, signal, page }),
    helperSource: async (file) => HELPER[file](),
    onStatus: status,
    onProblem: problem,
    access: (server) => accessServer(server, { page }),
    // Loaded where something is wrong.
    explain: async (error, access, kernelId) => {
      const { explainStart } = await import('../kernel/doctor-kernel.ts');
      return explainStart(error, access, kernelId, { page });
    },
    wake,
  };
}

const HELPER: Readonly<Record<HelperFile, () => string | Promise<string>>> = { 'src/kernel/kernel_helper.py': () => kernelHelper, ...ADDED_HELPER };

/** The network is back, or the reader: a lost connection is worth a try at once. */
function wake(listener: () => void): () => void {
  const visible = (): void => { if (document.visibilityState === 'visible') listener(); };
  window.addEventListener('online', listener);
  document.addEventListener('visibilitychange', visible);
  return () => {
    window.removeEventListener('online', listener);
    document.removeEventListener('visibilitychange', visible);
  };
}
