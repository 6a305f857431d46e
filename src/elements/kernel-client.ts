import helperSource from '../kernel/cuda_magic.py?raw';
import { KernelSession, type KernelStatus } from '../kernel/kernel-session.ts';
import type { KernelServer } from '../kernel/server-address.ts';

/** Starts a kernel with the helper in it. This module and all it imports are loaded on the first run, not before. */
export function startSession(server: KernelServer, onStatus: (status: KernelStatus) => void): Promise<KernelSession> {
  return KernelSession.start({ server, helperSource, onStatus });
}
