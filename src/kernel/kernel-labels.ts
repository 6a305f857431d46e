import type { Locale } from '../i18n/locale.ts';
import { kernelLabels as english } from './kernel-labels-en.ts';
import { kernelLabels as chinese } from './kernel-labels-zh-cn.ts';

/** What the kernel bar can be in; `off` is not connected. */
export type KernelPhase =
  | 'off' | 'connecting' | 'idle' | 'busy' | 'stopping' | 'restarting' | 'reconnecting' | 'unauthorized' | 'lost';

/** The words of the bar; those of the dialog are in connect-labels.ts, those of errors in error-labels.ts. */
export interface KernelLabels {
  readonly bar: string;
  readonly phase: Readonly<Record<KernelPhase, string>>;
  readonly connect: string;
  readonly newToken: string;
  readonly disconnect: string;
  readonly runAll: string;
  readonly stop: string;
  /** After a first Stop that has had no effect yet. */
  readonly stopNow: string;
  readonly restart: string;
  /** Gives up a connection that is being made. */
  readonly cancel: string;
  /** Stops the hub's server, kernel and all. */
  readonly stopServer: string;
  /** Puts the note onto the server as a notebook. */
  readonly openLab: string;
  readonly details: string;
  readonly server: string;
  readonly gpu: string;
  readonly memory: (used: string, total: string) => string;
  readonly noGpu: string;
  readonly driver: string;
  readonly nvcc: string;
  readonly none: string;
  readonly keepOnLeave: string;
  readonly keepHint: string;
  readonly cannotKeep: string;
  /** A kernel of an earlier visit of this page still runs. */
  readonly stillRuns: (host: string) => string;
  readonly takeUp: string;
}

/** For the build, and for what shows words of both; a page with cells loads those of its own language (`elements/page-words.ts`). */
export const kernelLabels: Readonly<Record<Locale, KernelLabels>> = { en: english, 'zh-cn': chinese };
