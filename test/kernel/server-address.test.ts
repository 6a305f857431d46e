import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KernelError } from '../../src/kernel/kernel-error.ts';
import { parseServerAddress } from '../../src/kernel/server-address.ts';

describe('parseServerAddress', () => {
  it.each([
    ['gpu-box:8888', 'http://gpu-box:8888/', ''],
    ['127.0.0.1:8888', 'http://127.0.0.1:8888/', ''],
    ['  http://127.0.0.1:8888  ', 'http://127.0.0.1:8888/', ''],
    ['http://[::1]:8888/', 'http://[::1]:8888/', ''],
    ['http://127.0.0.1:8888/lab?token=abc123', 'http://127.0.0.1:8888/', 'abc123'],
    ['http://127.0.0.1:8888/tree?token=abc', 'http://127.0.0.1:8888/', 'abc'],
    ['http://127.0.0.1:8888/lab/tree/notes/a.ipynb?token=abc#here', 'http://127.0.0.1:8888/', 'abc'],
    ['https://hub.example.org/user/me/lab/workspaces/auto', 'https://hub.example.org/user/me/', ''],
    ['https://hub.example.org/user/me/notebooks/a.ipynb', 'https://hub.example.org/user/me/', ''],
    ['https://example.org/gateway', 'https://example.org/gateway/', ''],
    ['https://example.org/gateway//', 'https://example.org/gateway/', ''],
    ['https://example.org/labs/gpu', 'https://example.org/labs/gpu/', ''],
    ['HTTPS://Example.org:443/', 'https://example.org/', ''],
  ])('reads %s', (text, url, token) => {
    expect(parseServerAddress(text)).toEqual({ url, token });
  });

  it('prefers a token that was typed to the one in the address', () => {
    expect(parseServerAddress('http://a:1/?token=old', ' new ')).toEqual({ url: 'http://a:1/', token: 'new' });
    expect(parseServerAddress('http://a:1/?token=old', ' ')).toEqual({ url: 'http://a:1/', token: 'old' });
  });

  it.each(['', '   ', 'http://', 'http://a b/', 'ftp://host/', 'file:///etc/passwd', 'javascript://x/%0aalert(1)', 'http://host:99999/'])(
    'refuses %j', (text) => {
      expect(() => parseServerAddress(text)).toThrow(expect.objectContaining({ name: 'KernelError', code: 'address-invalid' }) as Error);
    },
  );

  it('never leaves the token, a user name or a password in the address', () => {
    expect(parseServerAddress('http://me:secret@host:8888/lab?token=abc').url).toBe('http://host:8888/');
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
