import { describe, expect, it } from 'vitest';
import { loadErrata } from '../../src/note/errata.ts';
import { loadPlannedNotes } from '../../src/note/planned-notes.ts';
import { temporaryProject } from './note-text.ts';

const PROJECT = process.cwd();
const entry = (change = '') => `- row: S0-16
  note: cuda/a
  claim: { en: Wrong., zh-cn: 错。 }
  fact: { en: Right., zh-cn: 对。 }
  source: { label: A guide, url: 'https://example.org/' }
${change}`;

describe('loadErrata', () => {
  it('gathers the corrections of all topics in the order of their files', async () => {
    const root = await temporaryProject({ 'notes/errata/nvcc.yaml': entry().replace('S0-16', 'S1-02'), 'notes/errata/cuda.yaml': entry() });
    expect((await loadErrata(root)).map(({ row }) => row)).toEqual(['S0-16', 'S1-02']);
  });

  it('says where each correction is written', async () => {
    const root = await temporaryProject({ 'notes/errata/cuda.yaml': `# Corrections\n\n${entry()}\n${entry()}` });
    expect((await loadErrata(root)).map(({ file, line }) => [file, line])).toEqual([['notes/errata/cuda.yaml', 3], ['notes/errata/cuda.yaml', 9]]);
  });

  it.each([
    ['a field that nobody reads', entry() + entry('  typo: x\n'), /^notes\/errata\/cuda\.yaml:6:1: .*typo/u],
    ['a missing translation', entry().replace(', zh-cn: 对。', ''), /cuda\.yaml:1:1: fact\.zh-cn: /u],
    ['a row that is none', entry().replace('S0-16', 'S9-1'), /cuda\.yaml:1:1: row: /u],
    ['an address that is none', entry().replace('https://example.org/', 'nowhere'), /cuda\.yaml:1:1: source\.url: /u],
    ['an empty file', '', /cuda\.yaml:1:1: .*array/su],
    ['text that is no YAML', '- row: [S0-16\n  note: x\n', /cuda\.yaml:2:/u],
  ])('names file and field for %s', async (_, text, message) => {
    const root = await temporaryProject({ 'notes/errata/cuda.yaml': text });
    await expect(loadErrata(root)).rejects.toThrow(message);
  });

  it('finds none in a project without corrections', async () => {
    expect(await loadErrata(await temporaryProject({}))).toEqual([]);
  });

  it('accepts the corrections of this project', async () => {
    expect((await loadErrata(PROJECT)).length).toBeGreaterThan(0);
  });
});

describe('loadPlannedNotes', () => {
  it('keeps the order of the plan and both titles', async () => {
    const root = await temporaryProject({ 'notes/planned.yaml': '- { id: cuda/b, order: 1, en: B, zh-cn: 乙 }\n- { id: cuda/a, order: 2, en: A, zh-cn: 甲 }\n' });
    expect(await loadPlannedNotes(root)).toEqual([
      { id: 'cuda/b', order: 1, en: 'B', 'zh-cn': '乙' }, { id: 'cuda/a', order: 2, en: 'A', 'zh-cn': '甲' },
    ]);
  });

  it.each([
    ['- { id: cuda/b, order: first, en: B, zh-cn: 乙 }', /notes\/planned\.yaml:1:1: order: /u],
    ['- { id: "cuda/b }', /notes\/planned\.yaml:2:1: unexpected end/u],
  ])('names file and place for %s', async (text, message) => {
    await expect(loadPlannedNotes(await temporaryProject({ 'notes/planned.yaml': text }))).rejects.toThrow(message);
  });

  it('has each note of this project once', async () => {
    const ids = (await loadPlannedNotes(PROJECT)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
