import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { formatRecordedNotebook, parseRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import { environment, recording } from './recordings.ts';

const FILE = 'notebooks/cuda/a.ipynb';
const PYTHON = '.venv/bin/python';

/** A notebook as JSON that a test may break. */
type Json = Record<string, unknown> & { cells: (Record<string, unknown> & { outputs: unknown[] })[]; metadata: Record<string, unknown> };
const broken = (change: (notebook: Json) => void): string => {
  const notebook = JSON.parse(formatRecordedNotebook(recording)) as Json;
  change(notebook);
  return JSON.stringify(notebook);
};
const firstCell = (notebook: Json) => {
  const [cell] = notebook.cells;
  if (!cell) throw new Error('the notebook has a cell');
  return cell;
};

describe('a recorded notebook', () => {
  it('gives back what was written into it', () => {
    expect(parseRecordedNotebook(formatRecordedNotebook(recording), FILE)).toEqual(recording);
  });

  it('is the same text however often it is read and written', () => {
    const text = formatRecordedNotebook(recording);
    expect(formatRecordedNotebook(recording)).toBe(text);
    expect(formatRecordedNotebook(parseRecordedNotebook(text, FILE))).toBe(text);
  });

  it('does not depend on the order in which a kernel names the types of an output', () => {
    const withData = (data: Record<string, string>) => formatRecordedNotebook({
      environment, cells: [{ id: 'a', digest: 'd', code: '', seconds: 1, outputs: [{ output_type: 'display_data', data, metadata: {} }] }],
    });
    expect(withData({ 'text/plain': 'a', 'image/png': 'b' })).toBe(withData({ 'image/png': 'b', 'text/plain': 'a' }));
  });

  it('keeps each line of code and output on a line of its own, so that a diff can be read', () => {
    const lines = formatRecordedNotebook(recording).split('\n').map((line) => line.trim());
    expect(lines).toContain('"print(\\"all\\")\\n",');
    expect(lines).toContain('"\\u001b[31mred\\u001b[0m\\n",');
    expect(formatRecordedNotebook(recording).endsWith('}\n')).toBe(true);
  });

  it('is valid nbformat 4.5 to nbformat itself, which reads the same code and text from it', () => {
    const script = 'import json, sys, nbformat\nnotebook = nbformat.reads(sys.stdin.read(), as_version=4)\nnbformat.validate(notebook)\n' +
      'print(json.dumps([[notebook.nbformat, notebook.nbformat_minor], [[c.id, c.source, [o.get("text") for o in c.outputs]] for c in notebook.cells]]))';
    const printed = execFileSync(PYTHON, ['-W', 'error', '-c', script], { input: formatRecordedNotebook(recording), encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual([[4, 5], recording.cells.map(({ id, code, outputs }) => [
      id, code, outputs.map((output) => (output.output_type === 'stream' ? output.text : null)),
    ])]);
  });
});

describe('a broken notebook', () => {
  it.each<[string, string, RegExp]>([
    ['text that is no JSON', '{"cells": [', /is not JSON.*record/u],
    ['a notebook of somebody else', broken((notebook) => { delete notebook.metadata['warpnotes']; }), /metadata\.warpnotes/u],
    ['another version', broken((notebook) => { notebook['nbformat'] = 3; }), /nbformat/u],
    ['a cell without digest', broken((notebook) => { firstCell(notebook)['metadata'] = {}; }), /cells\[0\]\.metadata\.warpnotes/u],
    ['code that is a number', broken((notebook) => { firstCell(notebook)['source'] = 1; }), /cells\[0\]\.source/u],
    ['a machine without its Python', broken((notebook) => {
      notebook.metadata['warpnotes'] = { version: 1, environment: { ...environment, pythonVersion: null } };
    }), /environment\.pythonVersion/u],
    ['an output of no known type', broken((notebook) => { firstCell(notebook).outputs[1] = { output_type: 'video' }; }), /cell all, output 1: .*output_type/u],
    ['an output without its text', broken((notebook) => { firstCell(notebook).outputs[0] = { output_type: 'stream', name: 'stdout' }; }), /cell all, output 0: .*text/u],
  ])('is named with its file and the field that is wrong: %s', (_, text, field) => {
    expect(() => parseRecordedNotebook(text, FILE)).toThrow(FILE);
    expect(() => parseRecordedNotebook(text, FILE)).toThrow(field);
  });
});
