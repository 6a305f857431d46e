import * as v from 'valibot';

/** What a link carries: an edited cell, and of which code it is an edit. */
export interface LinkedEdit {
  readonly note: string;
  readonly cell: string;
  readonly text: string;
  readonly digest: string;
}

/** `foreign`: of a later form than this page knows, or of something else; `unsupported`: the browser cannot compress. */
export type LinkProblem = 'broken' | 'oversized' | 'foreign' | 'unsupported';

export class LinkError extends Error {
  override readonly name = 'LinkError';
  readonly problem: LinkProblem;

  constructor(problem: LinkProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** The most that a link's content may unpack to, in bytes of UTF-8 JSON. */
export const LINK_LIMIT_BYTES = 64 * 1024;
/** Deflate makes incompressible data a little longer, base64 four thirds of it. */
const LIMIT_CHARACTERS = 90_000;
const FORM = '1';

const text = v.string();
const content = v.strictObject({ note: text, cell: text, digest: text, text });

/** The part of a link after `#edit=`: a form's number, a dot, and the edit as JSON, raw deflate, base64url. Throws a LinkError. */
export async function packEdit({ note, cell, digest, text }: LinkedEdit): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ note, cell, digest, text }));
  if (bytes.length > LINK_LIMIT_BYTES) throw new LinkError('oversized', `the edit takes ${bytes.length} bytes, a link at most ${LINK_LIMIT_BYTES}`);
  const packed = await collect(through(bytes, () => new CompressionStream('deflate-raw')), Number.POSITIVE_INFINITY);
  return `${FORM}.${toBase64Url(packed)}`;
}

/** Reads what `packEdit` wrote. Nothing in it is trusted; unpacking ends at the limit, whatever the content claims. Throws a LinkError. */
export async function unpackEdit(packed: string): Promise<LinkedEdit> {
  const [form = '', data] = packed.split('.', 2);
  if (data === undefined || !/^\d+$/u.test(form)) throw new LinkError('broken', 'the link has no form that a page of this site writes');
  if (form !== FORM) throw new LinkError('foreign', `the link has form ${form}, this page reads form ${FORM}`);
  if (data.length > LIMIT_CHARACTERS) throw new LinkError('oversized', `the link has ${data.length} characters`);
  const bytes = await collect(through(fromBase64Url(data), () => new DecompressionStream('deflate-raw')), LINK_LIMIT_BYTES);
  const edit = v.safeParse(content, parseJson(bytes));
  if (!edit.success) throw new LinkError('broken', `the link's content is no edit: ${edit.issues[0].message}`);
  return { ...edit.output, text: edit.output.text.replaceAll(/\r\n?/gu, '\n') };
}

function through(bytes: Uint8Array<ArrayBuffer>, makeFilter: () => GenericTransformStream): ReadableStream<Uint8Array> {
  try {
    return new Blob([bytes]).stream().pipeThrough<Uint8Array>(makeFilter());
  } catch (cause) {
    throw new LinkError('unsupported', 'this browser has no raw deflate', { cause });
  }
}

async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new LinkError('broken', 'the link cannot be unpacked: a part of it is missing or changed', { cause });
    });
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw new LinkError('oversized', `the link unpacks to more than ${limit} bytes`);
    }
    chunks.push(new Uint8Array(value));
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function parseJson(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (cause) {
    throw new LinkError('broken', 'the link does not hold JSON', { cause });
  }
}

function toBase64Url(bytes: Uint8Array): string {
  // In pieces: the arguments of a call are limited in number.
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 4096)));
  return btoa(pieces.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');
}

function fromBase64Url(data: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/u.test(data)) throw new LinkError('broken', 'the link has characters that are not base64url');
  try {
    return Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new LinkError('broken', 'the link is cut off', { cause });
  }
}
