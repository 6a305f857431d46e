import * as v from 'valibot';

/** The binary subprotocol of jupyter-server (https://jupyter-server.readthedocs.io/en/latest/developers/websocket-protocols.html). */
export const V1_PROTOCOL = 'v1.kernel.websocket.jupyter.org';

const header = v.looseObject({
  msg_id: v.string(),
  msg_type: v.string(),
  session: v.string(),
  // Left out by some kernels; @jupyterlab/services takes no message without.
  username: v.optional(v.string(), ''),
  version: v.optional(v.string(), '5.3'),
});

const frame = v.looseObject({
  channel: v.string(),
  header,
  parent_header: v.optional(v.nullable(v.looseObject({ msg_id: v.optional(v.string()), session: v.optional(v.string()) })), {}),
  metadata: v.optional(v.record(v.string(), v.unknown()), {}),
  content: v.unknown(),
});

/** A message of the Jupyter protocol with the channel it came on. */
export interface KernelFrame {
  readonly channel: string;
  readonly header: v.InferOutput<typeof header>;
  /** Empty where the message answers nothing. */
  readonly parent_header: { readonly msg_id?: string | undefined; readonly session?: string | undefined; readonly msg_type?: unknown };
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly content: unknown;
  readonly buffers: readonly Uint8Array[];
}

const statusContent = v.object({ execution_state: v.string() });

/** `busy`, `idle`, `starting`, … of an IOPub status message; undefined for any other. */
export function statusOf({ channel, header: { msg_type: type }, content }: KernelFrame): string | undefined {
  return channel === 'iopub' && type === 'status' && v.is(statusContent, content) ? content.execution_state : undefined;
}

/** What goes to a server: as `KernelMessage.createMessage` of @jupyterlab/services makes it. */
export interface OutgoingMessage {
  readonly channel: string;
  readonly header: unknown;
  readonly parent_header: unknown;
  readonly metadata: unknown;
  readonly content: unknown;
}

/**
 * Reads a frame: JSON text, or either of the two binary formats, whatever subprotocol was agreed. Some gateways agree on
 * the new one and pass the old frames through (jupyter-server/jupyter_server#1310). Throws where it is none of them.
 */
export function decodeFrame(data: unknown): KernelFrame {
  if (typeof data === 'string') return parts(JSON.parse(data), []);
  if (!(data instanceof ArrayBuffer)) throw new Error('a frame is neither text nor an ArrayBuffer');
  const bytes = new Uint8Array(data);
  const v1 = offsets(bytes, (view, at) => Number(view.getBigUint64(at * 8, true)), 8);
  if (v1 !== null) return decodeV1(bytes, v1);
  const old = offsets(bytes, (view, at) => view.getUint32(at * 4), 4);
  if (old === null) throw new Error('a binary frame has no table of its parts');
  const [json, ...buffers] = slices(bytes, [...old, bytes.length]);
  return parts(JSON.parse(text(json)), buffers);
}

/** The frame of a message without buffers. */
export function encodeFrame(message: OutgoingMessage, protocol: string): string | ArrayBuffer {
  const { channel, header: head, parent_header: parent, metadata, content } = message;
  if (protocol !== V1_PROTOCOL) return JSON.stringify({ channel, header: head, parent_header: parent, metadata, content, buffers: [] });
  const encoder = new TextEncoder();
  const bodies = [channel, ...[head, parent, metadata, content].map((part) => JSON.stringify(part))].map((part) => encoder.encode(part));
  const count = bodies.length + 1;
  const start = 8 * (count + 1);
  const bytes = new Uint8Array(bodies.reduce((sum, { length }) => sum + length, start));
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(count), true);
  let at = start;
  bodies.forEach((body, index) => {
    view.setBigUint64(8 * (index + 1), BigInt(at), true);
    bytes.set(body, at);
    at += body.length;
  });
  view.setBigUint64(8 * count, BigInt(at), true);
  return bytes.buffer;
}

function decodeV1(bytes: Uint8Array<ArrayBuffer>, table: readonly number[]): KernelFrame {
  const [channel, head, parent, metadata, content, ...buffers] = slices(bytes, table);
  const [header_, parent_header, metadata_, content_] = [head, parent, metadata, content].map((part) => JSON.parse(text(part)) as unknown);
  return parts({ channel: text(channel), header: header_, parent_header, metadata: metadata_, content: content_ }, buffers);
}

/** The table of a frame whose first part begins right behind it; null where this is no such table. */
function offsets(bytes: Uint8Array<ArrayBuffer>, read: (view: DataView, at: number) => number, size: number): readonly number[] | null {
  const view = new DataView(bytes.buffer);
  const fits = (count: number) => Number.isSafeInteger(count) && count > 0 && (count + 1) * size <= bytes.length;
  const count = bytes.length < size ? 0 : read(view, 0);
  if (!fits(count) || read(view, 1) !== (count + 1) * size) return null;
  return Array.from({ length: count }, (_, index) => read(view, index + 1));
}

function slices(bytes: Uint8Array, table: readonly number[]): readonly Uint8Array[] {
  return table.slice(1).map((end, index) => bytes.slice(table[index], end));
}

function text(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) throw new Error('a binary frame has too few parts');
  return new TextDecoder().decode(bytes); // not strict: kernels send lone surrogates as bytes that are no UTF-8
}

function parts(value: unknown, buffers: readonly Uint8Array[]): KernelFrame {
  const message = v.parse(frame, value);
  return { ...message, parent_header: message.parent_header ?? {}, content: message.content, buffers };
}
