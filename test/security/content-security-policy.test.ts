import { describe, expect, it } from 'vitest';
import { withContentSecurityPolicy } from '../../src/security/content-security-policy.ts';
import { securityHeaders } from '../../src/security/security-headers.ts';

const page = (body: string, head = ''): string => `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
const hashes = (html: string): readonly string[] => withContentSecurityPolicy(html).match(/'sha256-[^']+'/gu) ?? [];
/** printf 1 | openssl dgst -sha256 -binary | base64 */
const ONE = "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='";

describe('the policy', () => {
  it('stands behind the character set and before everything else', () => {
    expect(withContentSecurityPolicy(page('', '<link rel="stylesheet" href="/x.css">')))
      .toMatch(/^<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'self'; [^"]+"><link/u);
  });

  it('has the hash of each inline script once, as SHA-256 of its text', () => {
    expect(hashes(page('<script>1</script><script type="module">1</script>', '<script aria-hidden="true">1</script>'))).toEqual([ONE]);
    expect(hashes(page('<script>2</script><script>1</script>'))).toHaveLength(2);
  });

  it('has none for files, data, comments and what only looks like a script', () => {
    const texts = [
      '<script src="/a.js"></script>', '<script type="application/json">1</script>', '<script type="text/vnd.output">1</script>',
      '<!-- <script>1</script> -->', '<p title="<script>1</script>">x</p>', "<p title='<script>1</script>'>x</p>", '<script></script>',
    ];
    expect(hashes(page(texts.join('')))).toEqual([]);
  });

  it('leaves a page alone that brings its own', () => {
    const own = page('<script>1</script>', `<meta content="default-src 'none'" http-equiv=content-security-policy>`);
    expect(withContentSecurityPolicy(own)).toBe(own);
  });

  it('refuses a page without a head', () => {
    expect(() => withContentSecurityPolicy('<p>1</p>')).toThrow('no <head>');
  });
});

it('says in headers that nobody frames a page, and that the site frames the document of its output frames', () => {
  expect(securityHeaders('/cuda/')).toMatchObject({ 'content-security-policy': "frame-ancestors 'none'", 'x-frame-options': 'DENY' });
  expect(securityHeaders('/output-frame.html')).toMatchObject({ 'content-security-policy': "frame-ancestors 'self'", 'x-frame-options': 'SAMEORIGIN' });
  expect(securityHeaders('/output-frames/')).toMatchObject({ 'x-frame-options': 'DENY' });
});
