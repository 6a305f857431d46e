import type { IOPubMessage } from '../output/reduce-outputs.ts';

/** An IOPub message with its binary parts, those of widgets say. */
export type RunMessage = IOPubMessage & { readonly buffers: readonly Uint8Array[] };

/** What a run tells whoever began it. */
export interface RunHandlers {
  /**
   * Every IOPub message whose parent is this run: also after its end (threads), until the kernel is restarted or the session
   * ends. Never one twice.
   */
  readonly message: (message: RunMessage) => void;
  /** The code asks for a line. Left out: the kernel is told there is no input (the code gets an error, nothing hangs). */
  readonly input?: (request: InputRequest, signal: AbortSignal) => Promise<string>;
  /**
   * Output may be missing at this place: the connection was cut and made again, an earlier page had begun the run, or messages were
   * unreadable.
   */
  readonly gap?: () => void;
  /** The request has its id, with which a later page can take the run up again. */
  readonly sent?: (requestId: string) => void;
  /** Stops the run after so long; its result then has `timedOut`. */
  readonly timeoutSeconds?: number;
}

export interface InputRequest {
  readonly prompt: string;
  readonly password: boolean;
}
