import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. */
export interface ArchiveFile {
  /** A path with forward slashes. */
  readonly name: string;
  readonly text: string;
}

/** Signatures and fields of the ZIP format (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
const LOCAL_FILE = 0x04034b50;
const CENTRAL_FILE = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATE = 8;
/** 1 January 1980, the earliest date there is: the same files make the same archive. */
const DATE = 0x0021;
/** Made on Unix, so that the mode below counts: a file that all may read. */
const MADE_ON_UNIX = (3 << 8) | VERSION;
const MODE = (0o100644 << 16) >>> 0;

/** A ZIP archive of text files, in their order and without dates. */
export function zipArchive(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const [nameBytes, content] = [Buffer.from(name), Buffer.from(text)];
    const packed = deflateRawSync(content, { level: 9 });
    const facts = factsOf(content, packed, nameBytes);
    const local = Buffer.concat([numbers([LOCAL_FILE, 4]), facts, nameBytes, packed]);
    const place = numbers([0, 2], [0, 2], [0, 2], [MODE, 4], [offset, 4]);
    directory.push(numbers([CENTRAL_FILE, 4], [MADE_ON_UNIX, 2]), facts, place, nameBytes);
    bodies.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const count = files.length;
  const end = numbers([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [list.length, 4], [offset, 4], [0, 2]);
  return new Uint8Array(Buffer.concat([...bodies, list, end]));
}

/** What the file's own header and the directory both say of it, up to the length of its extra field, which it has not. */
function factsOf(content: Buffer, packed: Buffer, name: Buffer): Buffer {
  return numbers(
    [VERSION, 2], [UTF8_NAMES, 2], [DEFLATE, 2], [0, 2], [DATE, 2],
    [crc32(content), 4], [packed.length, 4], [content.length, 4], [name.length, 2], [0, 2],
  );
}

/** Numbers as little-endian bytes, each with its width. */
function numbers(...fields: readonly (readonly [value: number, width: 2 | 4])[]): Buffer {
  return Buffer.concat(fields.map(([value, width]) => {
    const bytes = Buffer.alloc(width);
    bytes.writeUIntLE(value, 0, width);
    return bytes;
  }));
}
