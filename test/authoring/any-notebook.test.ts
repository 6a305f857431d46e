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
    expect(failure('')).toMatch(/^mine\.ipynb is empty \(0 characters\)/u);
    expect(failure('{"nbformat": 4')).toMatch(/^mine\.ipynb is not JSON/u);
    expect(failure('[]')).toMatch(/^mine\.ipynb: the whole file: /u);
    expect(failure('{}')).toMatch(/^mine\.ipynb: nbformat: /u);
    expect(failure('{"nbformat": 2}')).toMatch(/^mine\.ipynb: nbformat: 2 is not read, 3 and 4 are/u);
    expect(failure('{"nbformat": 4}')).toMatch(/^mine\.ipynb: cells: /u);
    expect(failure(JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'markdown' }, { cell_type: 'sql', source: '' }] }))).toMatch(/^mine\.ipynb: cells\.1\.cell_type: /u);
    expect(failure(JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'code', source: 7 }] }))).toMatch(/^mine\.ipynb: cells\.0\.source: /u);
  });
});
