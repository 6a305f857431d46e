import helperSource from '../kernel/cuda_magic.py?raw';
import { KernelSession, type KernelStatus } from '../kernel/kernel-session.ts';
import type { KernelServer } from '../kernel/server-address.ts';

/** Starts a kernel that gets the helper. This module and all it imports are loaded on the first run, not before. */
export function openSession(server: KernelServer, onStatus: (status: KernelStatus) => void): Promise<KernelSession> {
  return KernelSession.open({ server, helperSource, onStatus });
}
