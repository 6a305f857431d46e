import type { HelperSource } from './helper-files.ts';
import type { KernelError } from './kernel-error.ts';
import type { KernelServer } from './server-address.ts';
import { accessServer, type ServerAccess } from './server-access.ts';

/** `unauthorized`: the server no longer takes the token; `renew` goes on with another one. */
export type KernelStatus = 'starting' | 'idle' | 'busy' | 'restarting' | 'dead' | 'reconnecting' | 'unauthorized';

/** What a later page needs to take a kernel up. It holds no token. */
export interface KernelTicket {
  readonly kernelId: string;
  readonly kernelName: string;
  /** The server keeps messages for the client of this id while it is away. */
  readonly clientId: string;
}

export interface KernelSessionOptions {
  readonly server: KernelServer;
  /** The files that are run silently in a fresh kernel, or before the first code that needs them. */
  readonly helperSource: HelperSource;
  /** Each new status; `dead` and `unauthorized` with the reason, which may be that the server is out of reach. */
  readonly onStatus?: (status: KernelStatus, error?: KernelError) => void;
  /** What went wrong and ended nothing. The message holds no token. */
  readonly onProblem?: (problem: KernelError) => void;
  /** How long Stop waits for an interrupt to work before it restarts the kernel. */
  readonly stopTimeoutSeconds?: number;
  /** How long a fresh kernel may take to answer, and then to take the helper. */
  readonly connectTimeoutSeconds?: number;
  /** How long the server may take to interrupt, restart or end the kernel. */
  readonly requestSeconds?: number;
  /** How often a run that has not ended asks the server whether its kernel is still there. */
  readonly watchSeconds?: number;
  /** After how much silence a run that has not ended looks whether its connection is half open. */
  readonly heartbeatSeconds?: number;
  /** How long completion and inspection may take. A kernel that has to load its completer first takes seconds, on a busy machine many. */
  readonly answerSeconds?: number;
  /** Calls the listener when a lost connection is worth a try at once: the network is back, the page visible again. */
  readonly wake?: (listener: () => void) => () => void;
  /** Finds out how the server takes requests. */
  readonly access?: (server: KernelServer) => Promise<ServerAccess>;
  /** Finds out why no kernel could be started (`kernelId` is null), or connected to. */
  readonly explain?: (error: unknown, access: ServerAccess, kernelId: string | null) => Promise<Error>;
  readonly fetch?: typeof fetch;
  readonly WebSocket?: typeof WebSocket;
  /** In [0, 1), for the times between tries to connect. */
  readonly random?: () => number;
  /** Milliseconds from any start. */
  readonly now?: () => number;
}

export function completeOptions(options: KernelSessionOptions): Required<KernelSessionOptions> {
  return {
    onStatus: () => undefined,
    onProblem: () => undefined,
    stopTimeoutSeconds: 5,
    connectTimeoutSeconds: 60,
    requestSeconds: 10,
    watchSeconds: 3,
    heartbeatSeconds: 15,
    answerSeconds: 20,
    wake: () => () => undefined,
    access: (server) => accessServer(server),
    // Loaded where something is wrong.
    explain: async (...failure) => (await import('./doctor-kernel.ts')).explainStart(...failure),
    fetch: (...args) => fetch(...args),
    WebSocket,
    random: Math.random,
    now: () => performance.now(),
    ...options,
  };
}
