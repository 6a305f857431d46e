import { describe, expect, it } from 'vitest';
import { parseAnyNotebook } from '../../src/notebook/any-notebook.ts';

const read = (notebook: unknown) => parseAnyNotebook(JSON.stringify(notebook), 'mine.ipynb');
const failure = (text: string): string => {
  try {
    parseAnyNotebook(text, 'mine.ipynb');
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('parseAnyNotebook', () => {
  it('reads nbformat 4 with text as lines or as one, and takes what is missing for empty', () => {
    const cells = [
      { cell_type: 'code', id: 'a', metadata: { tags: ['raises-exception'], jupyter: { source_hidden: true } }, source: ['x = 1\n', 'x'], outputs: [{ anything: 1 }] },
      { cell_type: 'markdown', source: 'See ![](attachment:p.png)', attachments: { 'p.png': { 'image/png': ['iVBO\n', 'Rw0K'] } } },
      { cell_type: 'raw', metadata: {} },
    ];
    const notebook = read({ nbformat: 4, nbformat_minor: 7, metadata: { language_info: { name: 'Python' } }, cells });
    expect(notebook.language).toBe('python');
    expect(notebook.cells).toMatchObject([
      { kind: 'code', id: 'a', source: 'x = 1\nx', tags: ['raises-exception'], hidden: true },
      { kind: 'markdown', id: '', source: 'See ![](attachment:p.png)' }, { kind: 'raw', source: '' },
    ]);
    expect(notebook.cells[1]?.attachments.get('p.png')).toEqual({ mimeType: 'image/png', base64: 'iVBORw0K' });
  });

  it('reads nbformat 3 with its worksheets, headings and inputs', () => {
    const cells = [
      { cell_type: 'heading', level: 2, source: ['Old\n', 'times'] },
      { cell_type: 'code', language: 'python', input: '1 / 0', outputs: [{ output_type: 'pyerr' }], prompt_number: 5 },
      { cell_type: 'html', source: '<b>x</b>' },
    ];
    const notebook = read({ nbformat: 3, nbformat_minor: 0, metadata: { name: '' }, worksheets: [{ cells: cells.slice(0, 2) }, { cells: cells.slice(2) }] });
    expect(notebook.cells.map(({ kind, source }) => [kind, source])).toEqual([['markdown', '## Old times'], ['code', '1 / 0'], ['markdown', '<b>x</b>']]);
  });

  it('knows the kernel by its language or by its spec', () => {
    expect(read({ nbformat: 4, metadata: { kernelspec: { language: 'Julia' } }, cells: [] }).language).toBe('julia');
    expect(read({ nbformat: 4, cells: [] }).language).toBe('python');
  });

  it('names the file and the field that is wrong', () => {
    expect(failure('')).toMatch(/^mine\.ipynb:1:1: the file is empty \(0 characters\)/u);
    expect(failure('{\n"nbformat": 4')).toMatch(/^mine\.ipynb:2:14: the file is not JSON/u);
    expect(failure('[]')).toMatch(/^mine\.ipynb:1:1: the file: /u);
    expect(failure('{}')).toMatch(/^mine\.ipynb:1:1: nbformat: is missing \(/u);
    expect(failure('{\n "nbformat": 2}')).toMatch(/^mine\.ipynb:2:14: nbformat: 2 is not read, 3 and 4 are/u);
    expect(failure('{"nbformat": 4}')).toMatch(/^mine\.ipynb:1:1: cells: is missing/u);
    const cells = [{ cell_type: 'markdown' }, { cell_type: 'sql', source: '' }];
    expect(failure(JSON.stringify({ nbformat: 4, cells }))).toMatch(/^mine\.ipynb:1:66: cell 2, cell_type: Invalid option/u);
    expect(failure(JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'code', source: 7 }] }))).toMatch(/^mine\.ipynb:1:54: cell 1, source: .* not 7 \(/u);
  });

  it('tells all that is wrong, up to five faults', () => {
    const cells = Array.from({ length: 7 }, () => ({ cell_type: 'sql' }));
    const lines = failure(JSON.stringify({ nbformat: 4, cells })).split('\n');
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toMatch(/2 more faults of the file are not listed\)$/u);
  });

  it('reads the numbers that Python writes and JSON has not, and leaves text alone', () => {
    const notebook = parseAnyNotebook('{"nbformat": 4, "cells": [{"cell_type": "code", "source": "NaN", "outputs": [NaN, -Infinity]}]}', 'mine.ipynb');
    expect(notebook.cells).toMatchObject([{ source: 'NaN', outputs: [null, null] }]);
  });
});
