import { z } from 'zod';
import type { FrameFormat } from './transcript.ts';

const header = z.looseObject({ msg_id: z.string(), msg_type: z.string(), session: z.string().default('') });

const received = z.object({
  channel: z.string().default('shell'),
  header,
  content: z.record(z.string(), z.unknown()).default({}),
});

/** A message of the client, as far as a transcript looks at it. */
export type ReceivedMessage = Readonly<z.infer<typeof received>>;

/** A message of the server, before it becomes a frame. */
export interface SentMessage {
  readonly channel: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly parent_header: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, unknown>>;
  readonly buffers: readonly Buffer[];
}

/**
 * A message as one WebSocket frame: text, or one of the two binary forms of
 * https://jupyter-server.readthedocs.io/en/latest/developers/websocket-protocols.html
 */
export function encodeFrame(message: SentMessage, format: FrameFormat): string | Buffer {
  const { buffers, ...rest } = message;
  if (format === 'text') return JSON.stringify({ ...rest, buffers: [] });
  if (format === 'legacy-binary') return withOffsets([Buffer.from(JSON.stringify(rest)), ...buffers], 4, (head, value, at) => head.writeUInt32BE(value, at));
  const { channel, ...parts } = rest;
  const json = [parts.header, parts.parent_header, parts.metadata, parts.content].map((part) => Buffer.from(JSON.stringify(part)));
  // Here the last offset is the end, so that there is one more than there are parts.
  const all = [Buffer.from(channel), ...json, ...buffers, Buffer.alloc(0)];
  return withOffsets(all, 8, (head, value, at) => head.writeBigUInt64LE(BigInt(value), at));
}

/** The count of parts, the offset of each, and the parts. */
function withOffsets(parts: readonly Buffer[], width: number, write: (head: Buffer, value: number, at: number) => void): Buffer {
  const head = Buffer.alloc(width * (parts.length + 1));
  write(head, parts.length, 0);
  let offset = head.length;
  for (const [index, part] of parts.entries()) {
    write(head, offset, width * (index + 1));
    offset += part.length;
  }
  return Buffer.concat([head, ...parts]);
}

/** Reads a frame of the client: text, or binary of the form that the accepted subprotocol says. Throws for any other. */
export function decodeFrame(data: Buffer, isBinary: boolean, subprotocol: string): ReceivedMessage {
  if (!isBinary) return received.parse(JSON.parse(data.toString('utf8')));
  if (subprotocol === '') {
    const start = data.readUInt32BE(4);
    const end = data.readUInt32BE(0) > 1 ? data.readUInt32BE(8) : data.length;
    return received.parse(JSON.parse(data.toString('utf8', start, end)));
  }
  const offset = (index: number): number => Number(data.readBigUInt64LE(8 * (index + 1)));
  const part = (index: number): string => data.toString('utf8', offset(index), offset(index + 1));
  const json = (index: number): unknown => JSON.parse(part(index));
  return received.parse({ channel: part(0), header: json(1), content: json(4) });
}
