import type { KernelTicket } from '../kernel/kernel-session.ts';

/** What a later page needs to take the kernel of this one up again, besides the place with its token. */
export interface KernelRecord {
  readonly address: string;
  readonly ticket: KernelTicket;
  readonly done: readonly string[];
  readonly running: { readonly cellId: string; readonly requestId: string } | null;
}
