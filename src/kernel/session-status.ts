import type { KernelStatus } from './session-options.ts';
import type { KernelCondition } from './supervisor-options.ts';

/** The one status of a session that is ready, of what is true of it at once. */
export function statusOfKernel(
  { condition, busyElsewhere }: { readonly condition: KernelCondition; readonly busyElsewhere: boolean },
  { restarting, running }: { readonly restarting: boolean; readonly running: boolean },
): KernelStatus {
  if (condition === 'dead' || condition === 'unauthorized') return condition;
  if (restarting || condition === 'reviving') return 'restarting';
  if (condition !== 'open') return 'reconnecting';
  return running || busyElsewhere ? 'busy' : 'idle';
}
