import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRecordedNotebook, type NoteRecording } from '../../src/notebook/recorded-notebook.ts';
import { cleanText, secretsIn, writableRecording } from '../../src/notebook/secrets.ts';
import { cellRecording, environment } from './recordings.ts';

describe('cleanText', () => {
  it.each([
    ['ws://h/api/kernels/1/channels?session_id=s&token=other', 'ws://h/api/kernels/1/channels?session_id=s&token=***'],
    ['Authorization: token s3cret-token', 'Authorization: token ***'],
    ['/home/lilei/.ssh/id and /Users/me/x and C:\\Users\\me\\x', '~/.ssh/id and ~/x and ~\\x'],
    ['/home is a folder; token = x[0]', '/home is a folder; token = x[0]'],
  ])('makes %j into %j', (text, clean) => {
    expect(cleanText(text, 's3cret-token')).toBe(clean);
  });

  it('leaves no token, wherever it stands', () => {
    fc.assert(fc.property(fc.string(), fc.string(), fc.stringMatching(/^[a-z0-9]{8,40}$/u), (before, after, token) => {
      expect(cleanText(before + token + after, token)).not.toContain(token);
    }));
  });
});

describe('secretsIn', () => {
  it.each([
    ['HF_TOKEN=hf_EXAMPLEEXAMPLEEXAMPLE', 'Hugging Face token'],
    ['ghp_0123456789abcdefghij0123456789abcdef', 'GitHub token'],
    ['key AKIAIOSFODNN7EXAMPLE', 'AWS access key'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----', 'private key'],
    ['authorization: Bearer abcdef', 'Authorization header'],
  ])('finds in %j a %s, and shows its beginning alone', (text, kind) => {
    const [found, ...more] = secretsIn(text);
    expect([found?.kind, more]).toEqual([kind, []]);
    expect(found?.shown.length).toBeLessThanOrEqual(9);
  });

  it('finds nothing in what a compiler and a GPU print', () => {
    expect(secretsIn('ptxas info: 24 bytes gmem\nsk-learn half_float tokenizer hf_hub AKIA\nAuthorization: token ***\n0xdeadbeef')).toEqual([]);
  });
});

describe('a recording', () => {
  const output = (text: string): NoteRecording => ({
    environment,
    cells: [cellRecording('prints', [{ output_type: 'display_data', data: { 'text/plain': text, 'application/json': { deep: [text] } }, metadata: {} }])],
  });

  it('is not written with a secret in it, and the error says where and what to do', () => {
    expect(() => writableRecording(output('hf_EXAMPLEEXAMPLEEXAMPLE'), { token: '', secrets: 'refuse' }))
      .toThrow(/cell \S+ printed what looks like a secret: Hugging Face token hf_EXAMP…\n[\s\S]*--allow-secrets/u);
    expect(formatRecordedNotebook(writableRecording(output('hf_EXAMPLEEXAMPLEEXAMPLE'), { token: '', secrets: 'allow' }))).toContain('hf_EXAMPLE');
  });

  it("never has the connection's token, asked for or not", () => {
    for (const secrets of ['refuse', 'allow'] as const) {
      expect(JSON.stringify(writableRecording(output('token-0123456789'), { token: 'token-0123456789', secrets }))).not.toContain('token-0123456789');
    }
  });

  it('keeps everything else as it is', () => {
    const plain = output('32 banks, 4 bytes');
    expect(writableRecording(plain, { token: 'abcdefgh', secrets: 'refuse' })).toEqual(plain);
  });
});
