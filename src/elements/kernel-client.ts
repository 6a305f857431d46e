import helperSource from '../kernel/cuda_magic.py?raw';
import { placeAddress, reachPlace, type KernelPlace } from '../kernel/kernel-place.ts';
import { KernelSession, type KernelTicket } from '../kernel/kernel-session.ts';
import type { SessionEvents } from './kernel-link.ts';

// This module and all it imports are loaded on the first run, not before.

/** Starts a kernel that gets the helper; a hub's server is started first. */
export async function openSession(place: KernelPlace, { status, progress, signal }: SessionEvents): Promise<KernelSession> {
  const server = await reachPlace(place, { progress, signal });
  return KernelSession.open({ server, helperSource, onStatus: status });
}

/** Connects to a kernel that runs already. */
export async function attachSession(
  place: KernelPlace,
  ticket: KernelTicket,
  { status, progress, signal }: SessionEvents,
): Promise<KernelSession> {
  const server = await reachPlace(place, { progress, signal });
  return KernelSession.attach({ server, helperSource, onStatus: status, ticket });
}

/** Goes on with a kernel whose server no longer took the token. */
export async function renewSession(session: KernelSession, place: KernelPlace, signal: AbortSignal): Promise<void> {
  await session.renew(await reachPlace(place, { progress: () => undefined, signal }));
}

export { placeAddress as addressOf };
