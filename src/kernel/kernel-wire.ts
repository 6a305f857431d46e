import { encodeFrame, type OutgoingMessage } from './kernel-frames.ts';

/** One WebSocket, which opens and ends once. */
export interface KernelWire {
  /** Only once it is open. */
  send(message: OutgoingMessage): void;
  close(): void;
}

export interface WireOptions {
  readonly WebSocket: typeof WebSocket;
  readonly address: string;
  readonly protocols: readonly string[];
  readonly onOpen: (wire: KernelWire) => void;
  readonly onData: (data: unknown) => void;
  /** By whatever: the server, the network, the time limit or `close`. */
  readonly onEnd: (wasOpen: boolean) => void;
}

/** jupyter-server takes an upgrade only when a fresh kernel has answered it. */
const HANDSHAKE_MS = 30_000;

/** Opens a WebSocket. One that the browser refuses to make (mixed content) ends before it was open. */
export function openWire({ WebSocket: Real, address, protocols, onOpen, onData, onEnd }: WireOptions): KernelWire {
  let real: WebSocket;
  try {
    real = new Real(address, [...protocols]);
  } catch (error) {
    console.warn('No WebSocket can be made.', error instanceof Error ? error.name : error); // its message has the address
    onEnd(false);
    return { send: () => undefined, close: () => undefined };
  }
  let wasOpen = false;
  const close = (): void => {
    clearTimeout(limit);
    real.onopen = real.onmessage = real.onclose = null;
    real.close();
    onEnd(wasOpen);
  };
  const limit = setTimeout(close, HANDSHAKE_MS);
  const wire: KernelWire = { close, send: (message) => { real.send(encodeFrame(message, real.protocol)); } };
  real.binaryType = 'arraybuffer';
  real.onopen = () => {
    clearTimeout(limit);
    wasOpen = true;
    onOpen(wire);
  };
  real.onmessage = ({ data }: MessageEvent<unknown>) => { onData(data); };
  real.onclose = close;
  return wire;
}
