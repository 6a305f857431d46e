import { describe, expect, it } from 'vitest';
import { errorAdvice } from '../../src/kernel/error-advice.ts';
import { kernelErrorCodes, type KernelErrorFacts, type ServerKind } from '../../src/kernel/kernel-error.ts';

const ORIGIN = 'https://notes.example';
const facts: KernelErrorFacts = { url: 'https://gpu.example.org/user/li/', origin: ORIGIN };
const kinds: readonly (ServerKind | undefined)[] = [undefined, 'jupyter', 'gateway', 'hub', 'binder'];
const text = (lines: readonly { readonly heading: string; readonly text: string }[]): string => lines.map((each) => each.text).join('\n');

describe('errorAdvice', () => {
  it.each([...kernelErrorCodes, 'other'] as const)('has a sentence of its own in each language for %s', (code) => {
    const english = errorAdvice({ code, facts }, 'en');
    const chinese = errorAdvice({ code, facts }, 'zh-cn');
    expect(english.sentence).toMatch(/^[A-Z].*[./]$/u);
    expect(chinese.sentence).toMatch(/\p{Script=Han}/u);
    expect(text(chinese.lines)).toBe(text(english.lines));
    for (const { heading } of english.lines) expect(heading).not.toMatch(/\p{Script=Han}/u);
  });

  it('says nothing wrong with no facts at all', () => {
    for (const code of kernelErrorCodes) for (const kind of kinds) {
      const { sentence, lines } = errorAdvice({ code, facts: kind ? { kind } : {} }, 'en');
      expect(sentence + text(lines), `${code} ${kind}`).not.toMatch(/undefined|null|NaN/u);
    }
  });

  it.each([
    ['jupyter', 'jupyter server --no-browser --ServerApp.allow_origin=https://notes.example', 'c.ServerApp.allow_origin = "https://notes.example"'],
    ['gateway', 'export KG_ALLOW_ORIGIN=https://notes.example', 'export EG_ALLOW_ORIGIN=https://notes.example'],
    ['hub', '"Access-Control-Allow-Origin": "https://notes.example"', 'c.Spawner.args = ["--ServerApp.allow_origin=https://notes.example"]'],
    ['binder', 'c.BinderHub.cors_allow_origin = "https://notes.example"', 'c.BinderSpawner.cors_allow_origin = "https://notes.example"'],
  ] as const)('fills the page’s origin into the settings of a %s', (kind, ...wanted) => {
    const { lines } = errorAdvice({ code: 'origin-refused', facts: { ...facts, kind } }, 'en');
    for (const line of wanted) expect(text(lines)).toContain(line);
  });

  it('tunnels to the host and port of an address that the browser blocks', () => {
    const { lines } = errorAdvice({ code: 'mixed-content', facts: { url: 'http://gpu.example.org:9999/' } }, 'en');
    expect(lines[0]?.text).toBe('ssh -N -L 8888:127.0.0.1:9999 user@gpu.example.org');
  });

  it('gives what the server says where it has the last word, and nothing to copy that it said', () => {
    const advice = errorAdvice({ code: 'spawn-failed', facts: { ...facts, kind: 'hub', said: 'no GPU is free' } }, 'en');
    expect(advice.sentence).toBe('The hub could not start your server. It says: no GPU is free');
    expect(text(advice.lines)).not.toContain('no GPU');
  });

  it('offers what to write in place of a bare host', () => {
    const suggestions = ['https://gpu.example.org:8888/', 'http://127.0.0.1:8888/'];
    const { sentence, lines } = errorAdvice({ code: 'address-invalid', facts: { addressProblem: 'no-scheme', suggestions } }, 'en');
    expect(sentence).toContain('https://');
    expect(lines.map((each) => each.text)).toEqual(suggestions);
  });

  it('leads from a stopped server to its hub', () => {
    const { lines } = errorAdvice({ code: 'hub-server-stopped', facts: { url: 'https://hub.example.org/jupyter/user/li/gpu/', kind: 'hub' } }, 'en');
    expect(lines.map((each) => each.text)).toEqual(['https://hub.example.org/jupyter/']);
  });
});
