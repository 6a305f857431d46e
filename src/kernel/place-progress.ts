import type { AccessEffects } from './server-request.ts';

/** What a hub or a binder says while a server comes up. */
export interface PlaceProgress {
  readonly phase: 'waiting' | 'building' | 'starting' | 'ready';
  /** From 0 to 1, where it is known. */
  readonly fraction?: number;
  /** The hub's own words, one line of plain text; may be empty. */
  readonly message: string;
}

/** How a place is reached: with the effects of `accessServer`, and somebody to tell how far it is. */
export interface ReachOptions extends Partial<AccessEffects> {
  readonly progress?: (progress: PlaceProgress) => void;
  /** `existing`: nothing is started or built; a server that does not run is `kernel-dead`. `start` where left out. */
  readonly mode?: 'start' | 'existing';
  /** Gives up. What the hub has begun goes on there. */
  readonly signal?: AbortSignal;
}

const LONGEST_MESSAGE = 200;

/** The last line that says something, without colours and control characters. */
export function oneLine(text: string): string {
  const plain = text.replace(/\u001b\[[0-9;?]*[A-Za-z]/gu, '').split(/[\r\n]+/u).map((line) => line.replace(/\p{Cc}/gu, ' ').trim());
  return plain.findLast((line) => line !== '')?.slice(0, LONGEST_MESSAGE) ?? '';
}
