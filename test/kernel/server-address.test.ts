import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KernelError } from '../../src/kernel/kernel-error.ts';
import { checkPageMayUse, parseServerAddress, webSocketAddress } from '../../src/kernel/server-address.ts';

interface AddressCase {
  readonly input: string;
  readonly http: string;
  readonly ws: string;
  readonly token: string | null;
}

const table = JSON.parse(readFileSync('test/cases/fixtures/d/d03-base-url.json', 'utf8')) as { readonly ok: readonly AddressCase[] };

/** The KernelError that reading a text ends with. */
function refusal(text: string): KernelError {
  try {
    parseServerAddress(text);
  } catch (error) {
    if (error instanceof KernelError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(text)} was taken for an address`);
}

describe('parseServerAddress', () => {
  it.each(table.ok)('reads $input', ({ input, http, ws, token }) => {
    const server = parseServerAddress(input);
    expect(server).toEqual({ url: http, token: token ?? '' });
    expect(webSocketAddress(server)).toBe(ws);
  });

  it.each([
    ['http://127.0.0.1:8888/lab/tree/notes/a.ipynb?token=abc#here', 'http://127.0.0.1:8888/', 'abc'],
    ['https://hub.example.org/user/me/lab/workspaces/auto', 'https://hub.example.org/user/me/', ''],
    ['https://hub.example.org/user/lab/gpu/tree', 'https://hub.example.org/user/lab/gpu/', ''],
    ['https://hub.example.org/hub/token', 'https://hub.example.org/', ''],
    ['https://example.org/gateway//', 'https://example.org/gateway/', ''],
    ['HTTPS://Example.org:443/', 'https://example.org/', ''],
  ])('reads %s', (text, url, token) => {
    expect(parseServerAddress(text)).toEqual({ url, token });
  });

  it('prefers a token that was typed to the one in the address', () => {
    expect(parseServerAddress('http://a:1/?token=old', ' new ')).toEqual({ url: 'http://a:1/', token: 'new' });
    expect(parseServerAddress('http://a:1/?token=old', ' ')).toEqual({ url: 'http://a:1/', token: 'old' });
  });

  it.each([
    ['', 'empty'], ['  \n', 'empty'],
    ['gpu.example.org:8888', 'no-scheme'], ['gpu', 'no-scheme'], ['gpu/lab?token=a', 'no-scheme'], ['[::1]:8888', 'no-scheme'],
    ['ws://gpu.example.org/', 'websocket'], ['WSS://gpu.example.org/', 'websocket'],
    ['https://user:pw@gpu.example.org/', 'credentials'], ['https://gpu.example.org@evil.example/', 'credentials'], ['me:pw@gpu:1', 'credentials'],
    ['javascript:alert(1)', 'scheme'], ['javascript://x/%0aalert(1)', 'scheme'], ['ftp://host/', 'scheme'], ['file:///etc/passwd', 'scheme'],
    ['http://', 'malformed'], ['http://a b/', 'malformed'], ['http://host:99999/', 'malformed'],
  ])('refuses %j as %s', (text, addressProblem) => {
    expect(refusal(text)).toMatchObject({ code: 'address-invalid', facts: { addressProblem } });
  });

  it.each([
    ['gpu.example.org:8888', ['https://gpu.example.org:8888/', 'http://127.0.0.1:8888/']],
    ['gpu.example.org/prefix?token=secret', ['https://gpu.example.org/prefix']],
    ['localhost:8888', ['http://localhost:8888/']],
    ['127.0.0.1:8888/lab', ['http://127.0.0.1:8888/lab']],
    ['wss://gpu.example.org/prefix/?token=secret', ['https://gpu.example.org/prefix/']],
    ['javascript:alert(1)', []],
  ])('says what to write in place of %s', (text, suggestions) => {
    expect(refusal(text).facts.suggestions).toEqual(suggestions);
  });

  it('repeats no password and no token in what it says', () => {
    for (const text of ['https://me:secret@host/', 'me:secret@host', 'host?token=secret', 'ws://host/?token=secret', 'https://secret@host']) {
      const { message, facts } = refusal(text);
      expect(message + JSON.stringify(facts)).not.toContain('secret');
    }
    fc.assert(fc.property(fc.stringMatching(/^[A-Za-z0-9]{8,40}$/u), fc.webPath(), (token, path) => {
      expect(parseServerAddress(`http://host${path}?token=${token}`).url).not.toContain('?');
    }));
  });

  it('ends with an address that has a slash at its end, or a KernelError, for any text', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain()), (text) => {
      try {
        expect(parseServerAddress(text).url).toMatch(/^https?:\/\/[^?#]+\/$/u);
      } catch (error) {
        expect(error).toBeInstanceOf(KernelError);
      }
    }));
  });
});

describe('checkPageMayUse', () => {
  it('refuses plain http to a page that came over https, but on this computer', () => {
    expect(() => { checkPageMayUse({ url: 'http://gpu.example.org/', token: '' }, 'https:'); })
      .toThrow(expect.objectContaining({ code: 'mixed-content' }) as Error);
    for (const [url, page] of [
      ['http://127.0.0.1:8888/', 'https:'], ['http://localhost/', 'https:'], ['http://[::1]:1/', 'https:'],
      ['https://gpu.example.org/', 'https:'], ['http://gpu.example.org/', 'http:'],
    ] as const) expect(() => { checkPageMayUse({ url, token: '' }, page); }, url).not.toThrow();
  });
});
