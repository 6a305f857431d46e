import { execFile } from 'node:child_process';
import { glob, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportedNotebook } from '../../src/download/exported-notebook.ts';
import { loadNote, loadNotes } from '../../src/note/note-library.ts';
import { notebookToolsPython } from '../support/notebook-tools.ts';
import { projectPython } from '../support/project-python.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryRoot } from '../scripts/temporary-root.ts';
import { exportProject } from './exported-project.ts';

const INSTALL_TIMEOUT_MS = 240_000;
const TEST_TIMEOUT_MS = 240_000;
const run = promisify(execFile);

let python: string;
/** nvcc of the project's own Python on PATH, and no GPU, whatever the machine has. */
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  python = await notebookToolsPython();
  const site = dirname(dirname(await projectPython()));
  const [compiler = ''] = await Array.fromAsync(glob('lib/python*/site-packages/nvidia/*/bin/nvcc', { cwd: site }));
  const ipython = join(projectRoot, '.warpnotes/notebook-tools/ipython');
  await mkdir(ipython, { recursive: true });
  const path = `${dirname(join(site, compiler))}${delimiter}${process.env['PATH'] ?? ''}`;
  env = { ...process.env, PATH: path, CUDA_VISIBLE_DEVICES: '-1', IPYTHONDIR: ipython };
}, INSTALL_TIMEOUT_MS);

async function tools(action: 'read' | 'render' | 'execute', target: string): Promise<readonly unknown[]> {
  const script = join(projectRoot, 'test/support/notebook_tools.py');
  const { stdout } = await run(python, [script, action, target], { env, cwd: dirname(target), maxBuffer: 1 << 30 });
  return stdout.trim().split('\n').map((line): unknown => JSON.parse(line));
}

const readNotebook = z.object({ name: z.string(), format: z.array(z.number()), changed: z.array(z.string()) });
const outputs = z.array(z.looseObject({ output_type: z.string(), text: z.string().optional() }));
const executed = z.tuple([z.object({ cells: z.array(z.object({ id: z.string(), outputs })) })]);

async function execute(root: string): Promise<ReadonlyMap<string, z.infer<typeof outputs>>> {
  const file = join(root, 'note.ipynb');
  await writeFile(file, await exportedNotebook({ root, id: 'cuda/a', locale: 'en', siteUrl: null }));
  const [{ cells }] = executed.parse(await tools('execute', file));
  return new Map(cells.map((cell) => [cell.id, cell.outputs]));
}

describe('the notebooks of all notes, in both languages', () => {
  it('are valid, and come back the same from jupytext', async () => {
    const folder = await temporaryRoot();
    const notes = await loadNotes(projectRoot);
    for (const { id, locale } of notes) {
      const text = await exportedNotebook({ root: projectRoot, id, locale, siteUrl: 'https://notes.example/' });
      await writeFile(join(folder, `${locale}-${id.replace('/', '-')}.ipynb`), text);
    }
    const read = z.array(readNotebook).parse(await tools('read', folder));
    expect(read).toHaveLength(notes.length);
    for (const { name, format, changed } of read) expect([name, format, changed]).toEqual([name, [4, 5], []]);
  }, TEST_TIMEOUT_MS);
});

describe.each(['en', 'zh-cn'] as const)('nbconvert, in %s', (locale) => {
  it('renders text, formulas, folded answers, numbers and recorded outputs, and no tag that HTML has not', async () => {
    const file = join(await temporaryRoot(), 'note.ipynb');
    await writeFile(file, await exportedNotebook({ root: projectRoot, id: 'cuda/bank-conflicts', locale, siteUrl: 'https://notes.example/' }));
    const [{ html }] = z.tuple([z.object({ html: z.string() })]).parse(await tools('render', file));
    expect(html).toContain('https://notes.example/');
    expect(html).toContain('\\gcd(s, 32)');
    expect(html).toContain('</summary>');
    expect(html).toContain('GB/s');
    expect(html).toContain('nvcc: built in');
    // What MDX calls a component is no element of HTML: it would be a tag that no browser knows.
    expect(html.match(/<\/?[A-Z][a-z]+[ />]/gu) ?? []).toEqual([]);
  }, TEST_TIMEOUT_MS);
});

describe('nbclient', () => {
  it('runs a note of the site that needs Python only', async () => {
    const file = join(await temporaryRoot(), 'note.ipynb');
    const note = await loadNote(projectRoot, 'python-and-tools/python-names-iterators', 'zh-cn');
    await writeFile(file, await exportedNotebook({ root: projectRoot, id: note.id, locale: note.locale, siteUrl: null }));
    const [{ cells }] = executed.parse(await tools('execute', file));
    const ran = cells.filter(({ id }) => id !== 'warpnotes_setup');
    expect(ran.map(({ id }) => id)).toEqual(note.embeds.map(({ id }) => id));
    expect(ran.filter((cell) => cell.outputs.length === 0)).toEqual([]);
  }, TEST_TIMEOUT_MS);

  it('runs a notebook cell after cell, and goes on after one that has to fail', async () => {
    const root = await exportProject('```python run id=one\nx = 6\n```\n\nText.\n\n```python run id=two\nprint(x * 7)\n```\n\n```python run id=three expect-error\n1 / 0\n```');
    const cells = await execute(root);
    expect([...cells.keys()]).toEqual(['one', 'two', 'three']);
    expect(cells.get('two')).toMatchObject([{ output_type: 'stream', name: 'stdout', text: '42\n' }]);
    expect(cells.get('three')).toMatchObject([{ output_type: 'error', ename: 'ZeroDivisionError' }]);
  }, TEST_TIMEOUT_MS);

  it('runs %%cuda and %%shell in a kernel that has nothing but the setup cell', async () => {
    const program = '#include <cstdio>\nint main() {\n  int devices = 0;\n  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {\n    std::fprintf(stderr, "no CUDA device\\n");\n    return 1;\n  }\n}';
    const root = await exportProject([
      '```cuda run id=header files=scale.cuh\n#define SCALE 2.0f\n```',
      '```cuda run id=cubin nvcc="-cubin -arch=sm_90 -o scale.cubin" files=scale.cu\n#include "scale.cuh"\n__global__ void scale(float *x) { *x *= SCALE; }\n```',
      '```shell run id=look uses=cubin\nls -1 scale.cu*\n```',
      `\`\`\`cuda run id=no-device expect-error\n${program}\n\`\`\``,
    ].join('\n\n'));
    const cells = await execute(root);
    const text = (id: string): string => JSON.stringify(cells.get(id));
    expect(text('header')).toBe('[]');
    expect(text('cubin')).toContain('nvcc: built in');
    // Output that comes late is an output of its own.
    expect(cells.get('look')?.map((output) => output.text ?? '').join('')).toBe('scale.cu\nscale.cubin\nscale.cuh\n');
    expect(text('no-device')).toContain('no CUDA device');
    expect(cells.get('no-device')?.at(-1)).toMatchObject({ output_type: 'error', ename: 'ProgramFailed', evalue: 'exit code 1' });
  }, TEST_TIMEOUT_MS);
});
