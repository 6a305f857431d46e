import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSite } from '../../src/notebook/site-check.ts';
import { temporaryProject, writeProjectFile } from '../note/note-text.ts';
import { runScript } from './project-script.ts';

const PLAN = "- { id: cuda/first, order: 4, en: 'First', zh-cn: '第一' }\n";
const NOTES = ['notes/cuda/first.mdx', 'notes/zh-cn/cuda/first.mdx'];

const project = (files: Readonly<Record<string, string>> = {}): Promise<string> => temporaryProject({ 'notes/planned.yaml': PLAN, ...files });
const filesOf = async (root: string): Promise<readonly string[]> => (await Array.fromAsync(glob('**/*.*', { cwd: root }))).toSorted();

describe('npm run new-note', () => {
  it('makes a note in both languages that wants nothing but its recording, and adds nothing else', async () => {
    const root = await project();
    const { status, stdout } = await runScript('new-note.ts', root, ['cuda/first']);
    expect([status, stdout]).toEqual([0, NOTES.map((file) => `wrote ${file}`)]);
    expect(await filesOf(root)).toEqual([...NOTES, 'notes/planned.yaml'].toSorted());
    expect(await readFile(join(root, 'notes/planned.yaml'), 'utf8')).toBe(PLAN);
    await writeProjectFile(root, 'notes/source-rows.yaml', '[]\n');
    const { problems, recordings } = await checkSite(root);
    expect([problems, recordings.missing]).toEqual([[], 1]);
    expect(await readFile(join(root, NOTES[1] ?? ''), 'utf8')).toContain('title: "第一"');
  });

  it('says where to add a note that is not planned', async () => {
    const { stdout } = await runScript('new-note.ts', await project(), ['os/second-note']);
    expect(stdout.at(-1)).toBe('Add os/second-note to notes/planned.yaml, where the reading order stands.');
  });

  it('refuses what exists, in either language, and leaves it as it is', async () => {
    for (const file of NOTES) {
      const root = await project({ [file]: 'mine' });
      const { status, stderr } = await runScript('new-note.ts', root, ['cuda/first']);
      expect([status, stderr]).toEqual([1, `nothing was written, since this is there already: ${file}. Choose another slug, or remove it first.`]);
      expect(await filesOf(root)).toEqual([file, 'notes/planned.yaml'].toSorted());
      expect(await readFile(join(root, file), 'utf8')).toBe('mine');
    }
  });

  it('refuses names that are none', async () => {
    const root = await project();
    for (const [name, message] of [['first', 'names no note'], ['baking/bread', 'there is no topic "baking"'], ['cuda/../x', 'names no note'], ['cuda/Über', 'is no slug']] as const) {
      const { status, stderr } = await runScript('new-note.ts', root, [name]);
      expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
    expect((await runScript('new-note.ts', root, [])).status).toBe(2);
  });
});

describe('npm run import-notebook', () => {
  const notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [{ cell_type: 'markdown', source: '# Mine\n\n![p](p.png)' }, { cell_type: 'code', source: '1', outputs: [{ output_type: 'stream', name: 'stdout', text: 'OUTPUT' }] }] };

  it('makes a note without outputs and its images, and says what is next', async () => {
    const root = await project({ 'in/mine.ipynb': JSON.stringify(notebook), 'in/p.png': 'png' });
    const { status, stdout, stderr } = await runScript('import-notebook.ts', root, ['in/mine.ipynb', 'cuda/mine']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.slice(0, 2)).toEqual(['wrote notes/cuda/mine.mdx', 'wrote notes/cuda/mine/p.png']);
    expect(await readFile(join(root, 'notes/cuda/mine.mdx'), 'utf8')).not.toContain('OUTPUT');
  });

  it('refuses a broken notebook with file and field, and a note that exists', async () => {
    const root = await project({ 'bad.ipynb': '{"nbformat": 4, "cells": [{"cell_type": "code", "source": 3}]}', 'good.ipynb': JSON.stringify({ ...notebook, cells: [] }) });
    expect(await runScript('import-notebook.ts', root, ['bad.ipynb', 'cuda/mine'])).toMatchObject({ status: 1, stderr: expect.stringMatching(/^bad\.ipynb:1:59: cell 1, source: .+ \(correct the field/u) as string });
    expect(await runScript('import-notebook.ts', root, ['none.ipynb', 'cuda/mine'])).toMatchObject({ status: 1, stderr: expect.stringContaining('none.ipynb cannot be read') as string });
    await writeProjectFile(root, 'notes/cuda/mine.mdx', 'mine');
    expect(await runScript('import-notebook.ts', root, ['good.ipynb', 'cuda/mine'])).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing was written') as string });
    expect(await readFile(join(root, 'notes/cuda/mine.mdx'), 'utf8')).toBe('mine');
  });
});
