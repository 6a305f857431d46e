import fc from 'fast-check';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LINK_LIMIT_BYTES, LinkError, packEdit, unpackEdit } from '../../src/elements/cell-code-link.ts';

const edit = { note: 'cuda/bank-conflicts', cell: 'bank-map', digest: '0123456789abcdef', text: 'print("银行 🏦")\n' };

const pack = (content: unknown): string => `1.${deflateRawSync(Buffer.from(JSON.stringify(content))).toString('base64url')}`;

async function problemOf(packed: string): Promise<string> {
  const error: unknown = await unpackEdit(packed).then(() => null, (reason: unknown) => reason);
  return error instanceof LinkError ? error.problem : String(error);
}

describe('a link to an edited cell', () => {
  it('carries any code there and back, in characters that no address escapes', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 400 }), async (text) => {
      const packed = await packEdit({ ...edit, text });
      expect(packed).toMatch(/^1\.[\w-]+$/u);
      expect(await unpackEdit(packed)).toEqual({ ...edit, text: text.replaceAll(/\r\n?/gu, '\n') });
    }), { numRuns: 50 });
  });

  it('holds nothing but the note, the cell, the digest and the code', async () => {
    const packed = await packEdit({ ...edit, token: 'secret' } as typeof edit);
    expect(await unpackEdit(packed)).toEqual(edit);
  });

  it('is not made of more than 64 kB', async () => {
    await expect(packEdit({ ...edit, text: 'x'.repeat(LINK_LIMIT_BYTES) })).rejects.toMatchObject({ problem: 'oversized' });
  });

  it('that was cut off anywhere is broken, and is never another edit', async () => {
    const packed = await packEdit(edit);
    for (let length = 0; length < packed.length; length += 1) expect(await problemOf(packed.slice(0, length)), `${length}`).toBe('broken');
  });

  it('that unpacks to more than 64 kB is refused, however small it is', async () => {
    const bomb = pack({ ...edit, text: 'x'.repeat(50_000_000) });
    expect(bomb.length).toBeLessThan(90_000);
    expect(await problemOf(bomb)).toBe('oversized');
    expect(await problemOf(`1.${'A'.repeat(1_000_000)}`)).toBe('oversized');
  });

  it('of a later form is said to be foreign', async () => {
    expect(await problemOf('2.AAAA')).toBe('foreign');
  });

  it.each([
    ['nothing', ''],
    ['no form', 'AAAA'],
    ['other characters', '1.<img src=x onerror=alert(1)>'],
    ['other content', pack([1, 2])],
    ['a field too few', pack({ note: 'a', cell: 'b', text: 'c' })],
    ['a field too many', pack({ ...edit, server: 'https://example.org' })],
    ['a text that is none', pack({ ...edit, text: { length: 1 } })],
    ['no UTF-8', `1.${deflateRawSync(Buffer.from([0xff, 0xfe])).toString('base64url')}`],
    ['data behind the end', `${pack(edit)}AAAA`],
  ])('with %s is broken', async (_, packed) => {
    expect(await problemOf(packed)).toBe('broken');
  });
});
