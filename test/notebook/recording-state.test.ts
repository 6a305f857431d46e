import { describe, expect, it } from 'vitest';
import type { Locale } from '../../src/i18n/locale.ts';
import { loadNote } from '../../src/note/note-library.ts';
import type { GpuEnvironment } from '../../src/notebook/gpu-environment.ts';
import { formatRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import { freshRecordings, loadRecordedNote, loadRecording } from '../../src/notebook/recording-library.ts';
import { notebookFile } from '../../src/notebook/recording-place.ts';
import { editProjectFile, noteText, temporaryProject, writeProjectFile } from '../note/note-text.ts';
import { cellRecording, environment } from './recordings.ts';

const FILE = 'notes/cuda/a.mdx';
const BODY = `\`\`\`cuda run id=tile files=tile.cuh
int tile;
\`\`\`

\`\`\`cuda run id=sweep metrics
int main() {}
\`\`\`

\`\`\`python run id=plot
plot()
\`\`\``;

/** A project with one note and a notebook with a recording of each of its cells. */
async function recordedProject(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await temporaryProject({ [FILE]: noteText(BODY), ...files });
  const { cells } = await loadNote(root, 'cuda/a', 'en');
  const recorded = cells.map(({ options, digest }) => cellRecording(options.id, [{ output_type: 'stream', name: 'stdout', text: 'x: 1\n' }], digest));
  await writeProjectFile(root, notebookFile('cuda/a'), formatRecordedNotebook({ environment, cells: recorded }));
  return root;
}

const states = async (root: string, locale: Locale = 'en') =>
  (await loadRecordedNote(root, 'cuda/a', locale)).cells.map(({ cell, state }) => `${cell.options.id} ${state}`);

describe('the recordings of a note', () => {
  it('are fresh as long as the code is what was run', async () => {
    const root = await recordedProject();
    expect(await states(root)).toEqual(['tile fresh', 'sweep fresh', 'plot fresh']);
    await editProjectFile(root, FILE, noteText(`A new paragraph.\n\n${BODY.replace('metrics', 'hide title="sweep.cu" {1}')}`));
    expect(await states(root)).toEqual(['tile fresh', 'sweep fresh', 'plot fresh']);
  });

  it('are stale on the page once a fence is edited, with all that depends on it', async () => {
    const root = await recordedProject();
    await editProjectFile(root, FILE, noteText(BODY.replace('int tile', 'int tiles')));
    expect(await states(root)).toEqual(['tile stale', 'sweep stale', 'plot stale']);
    await editProjectFile(root, FILE, noteText(BODY.replace('plot()', 'plot(2)')));
    expect(await states(root)).toEqual(['tile fresh', 'sweep fresh', 'plot stale']);
  });

  it('are missing for a cell that was added, and for all where there is no notebook', async () => {
    const root = await recordedProject();
    await editProjectFile(root, FILE, noteText(`${BODY}\n\n\`\`\`shell run id=new\nls\n\`\`\``));
    expect((await states(root)).at(-1)).toBe('new missing');
    expect(await loadRecording(root, 'cuda/none')).toBeNull();
    expect(await states(await temporaryProject({ [FILE]: noteText(BODY) }))).toEqual(['tile missing', 'sweep missing', 'plot missing']);
  });

  it('are read again when the notebook has changed', async () => {
    const root = await recordedProject();
    const first = await loadRecording(root, 'cuda/a');
    expect(await loadRecording(root, 'cuda/a')).toBe(first);
    await editProjectFile(root, notebookFile('cuda/a'), formatRecordedNotebook({ environment, cells: [] }));
    expect((await loadRecording(root, 'cuda/a'))?.cells).toEqual([]);
  });

  it('of a broken notebook are an error that names the file', async () => {
    const root = await temporaryProject({ [FILE]: noteText(BODY), [notebookFile('cuda/a')]: '{}' });
    await expect(loadRecordedNote(root, 'cuda/a', 'en')).rejects.toThrow(notebookFile('cuda/a'));
  });
});

describe('the recordings of several machines', () => {
  const cpu: GpuEnvironment = { ...environment, gpuName: null, gpuCount: 0, computeCapability: null };

  it('stand beside the reference, which is first, and are fresh or not on their own', async () => {
    const root = await recordedProject({ 'notes/zh-cn/cuda/a.mdx': noteText('<Cell id="plot" />') });
    const cells = (await loadNote(root, 'cuda/a', 'en')).cells.filter(({ options }) => options.id !== 'sweep');
    const recorded = cells.map(({ options, digest }) => cellRecording(options.id, [], digest));
    await writeProjectFile(root, notebookFile('cuda/a', 'cpu'), formatRecordedNotebook({ environment: cpu, cells: recorded }));
    const keys = async (id: string) => freshRecordings(await loadRecordedNote(root, 'cuda/a', 'en'), id).map(({ key }) => key);
    expect(await keys('tile')).toEqual(['nvidia-h200-sm90', 'cpu']);
    expect(await keys('sweep')).toEqual(['nvidia-h200-sm90']);
    expect((await loadRecordedNote(root, 'cuda/a', 'zh-cn')).others.map((other) => other.cells.map(({ state }) => state))).toEqual([['fresh']]);
    expect((await loadRecordedNote(root, 'cuda/a', 'en')).cells.every((each) => each.state === 'fresh' && each.recording.outputs.length > 0)).toBe(true);
    await editProjectFile(root, FILE, noteText(BODY.replace('plot()', 'plot(2)')));
    expect(await keys('plot')).toEqual([]);
  });

  it('of another note with a longer name are not taken for those of this one', async () => {
    const other = formatRecordedNotebook({ environment: cpu, cells: [] });
    const root = await recordedProject({ 'notebooks/cuda/a-b.cpu.ipynb': other, 'notebooks/cuda/a.my notes.ipynb': '{}' });
    expect((await loadRecordedNote(root, 'cuda/a', 'en')).others).toEqual([]);
  });
});

describe('a translation', () => {
  it('has the states of the English cells that it shows, in its own order', async () => {
    const root = await recordedProject({ 'notes/zh-cn/cuda/a.mdx': noteText('<Cell id="plot" />\n\n<Cell id="tile" />') });
    expect(await states(root, 'zh-cn')).toEqual(['plot fresh', 'tile fresh']);
    await editProjectFile(root, FILE, noteText(BODY.replace('int tile', 'int tiles')));
    expect(await states(root, 'zh-cn')).toEqual(['plot stale', 'tile stale']);
  });

  it('may show no cell at all, even where there is no English note', async () => {
    const root = await temporaryProject({ 'notes/zh-cn/cuda/a.mdx': noteText('只有文字。') });
    expect(await states(root, 'zh-cn')).toEqual([]);
  });

  it('without an English twin has its own cells', async () => {
    const root = await temporaryProject({ 'notes/zh-cn/cuda/a.mdx': noteText(BODY) });
    expect(await states(root, 'zh-cn')).toEqual(['tile missing', 'sweep missing', 'plot missing']);
  });
});
