import { statusOf, type KernelFrame, type OutgoingMessage } from './kernel-frames.ts';

/** Who carries the messages of a socket that @jupyterlab/services believes to have. */
export interface SocketCarrier {
  begin(socket: SteadySocket): void;
  carry(message: OutgoingMessage, socket: SteadySocket): void;
  end(socket: SteadySocket): void;
}

/**
 * A WebSocket as @jupyterlab/services sees it: it opens once and stays open, while its carrier connects anew underneath as
 * often as it must. Its messages are objects in both directions.
 */
export class SteadySocket {
  binaryType = 'arraybuffer';
  /** None for services: the frames are written and read by the carrier. */
  readonly protocol = '';
  onopen: ((event: unknown) => void) | null = null;
  onmessage: ((event: { readonly data: KernelFrame }) => void) | null = null;
  onclose: ((event: unknown) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  /** The address without a token. */
  readonly url: string;
  readonly #carrier: SocketCarrier;

  constructor(url: string, carrier: SocketCarrier) {
    this.url = url;
    this.#carrier = carrier;
    carrier.begin(this);
  }

  send(message: OutgoingMessage): void {
    this.#carrier.carry(message, this);
  }

  close(): void {
    this.#carrier.end(this);
  }
}

/** The class that goes into the settings of @jupyterlab/services as `WebSocket`. */
export function steadySocketClass(carrier: SocketCarrier): typeof WebSocket {
  const Steady = class extends SteadySocket {
    constructor(url: string) {
      super(url, carrier);
    }
  };
  // Services uses of a WebSocket what SteadySocket has.
  return Steady as unknown as typeof WebSocket;
}

/** What services needs for its futures; restarts and outputs are not its business. */
export function isForServices(frame: KernelFrame): boolean {
  const state = statusOf(frame);
  return frame.channel !== 'iopub' || state === 'busy' || state === 'idle';
}
