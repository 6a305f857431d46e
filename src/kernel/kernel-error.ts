/** Why a kernel could not be reached or was lost. */
export const kernelErrorCodes = [
  // What can be told before anything is sent.
  'address-invalid', 'mixed-content', 'local-network-denied', 'local-network-prompt', 'content-policy',
  // A script of the page itself: no network, or a newer site in its place.
  'page-part-missing',
  // The server and what it says to its first request.
  'unreachable', 'timeout', 'not-jupyter', 'origin-refused', 'unauthorized', 'xsrf-refused', 'no-kernelspec', 'server-error',
  // The kernel and its WebSocket.
  'websocket-origin', 'websocket-protocol', 'websocket-refused', 'kernel-dead',
  // A hub's server and a binder's build.
  'not-hub', 'hub-forbidden', 'hub-server-stopped', 'spawn-failed', 'not-binder', 'build-failed',
] as const;
export type KernelErrorCode = (typeof kernelErrorCodes)[number];

/** What kind of server an address belongs to: their settings have different names. */
export type ServerKind = 'jupyter' | 'gateway' | 'hub' | 'binder';

/** What is wrong with an address; `credentials`: a user name in it; `spec`: a binder cannot read what to build. */
export type AddressProblem = 'empty' | 'no-scheme' | 'websocket' | 'scheme' | 'credentials' | 'malformed' | 'spec';

/** What the advice on an error needs. Never the token, nor an address with a query. */
export interface KernelErrorFacts {
  /** The server's address. */
  readonly url?: string;
  /** The page's origin, for the server's configuration; left out where the client is no page. */
  readonly origin?: string;
  /** `jupyter` where left out. */
  readonly kind?: ServerKind;
  readonly addressProblem?: AddressProblem;
  /** What to write in place of an address that is not one. */
  readonly suggestions?: readonly string[];
  /** HTTP status of the answer. */
  readonly status?: number;
  /** How long the answer was waited for. */
  readonly seconds?: number;
  /** What the server itself said: data from elsewhere, shown as plain text. */
  readonly said?: string;
}

export interface KernelErrorOptions extends ErrorOptions {
  readonly facts?: KernelErrorFacts;
}

/** A failure of the connection, never of the code that ran. Message and facts hold no token. */
export class KernelError extends Error {
  override readonly name = 'KernelError';
  readonly code: KernelErrorCode;
  readonly facts: KernelErrorFacts;

  constructor(code: KernelErrorCode, message: string, { facts = {}, ...options }: KernelErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.facts = facts;
  }
}

/** What a page keeps of an error; `other` is whatever is no KernelError. */
export interface ErrorFacts {
  readonly code: KernelErrorCode | 'other';
  readonly facts: KernelErrorFacts;
}

export function factsOf(error: unknown): ErrorFacts {
  return error instanceof KernelError ? { code: error.code, facts: error.facts } : { code: 'other', facts: {} };
}
