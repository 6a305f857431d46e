import { existsSync } from 'node:fs';
import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { formatRecordedNotebook, parseRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import { helperFiles, kernelIds, startJupyterServer } from '../kernel/support/jupyter-server.ts';
import { BODY_LINE, editProjectFile, noteText, temporaryProject, writeProjectFile } from '../note/note-text.ts';
import { environment } from '../notebook/recordings.ts';
import { runScript, startScript } from './project-script.ts';

const NOTE = noteText('```python run id=write\nopen("data.txt", "w").write("40")\n```\n\n```shell run id=show\ncat data.txt\n```');
const NOTEBOOK = 'notebooks/cuda/a.ipynb';
let server: KernelServer;

beforeAll(async () => {
  server = await startJupyterServer();
});

afterAll(() => server.stop());

/** A project as the recorder takes it: notes, and the helper that it sends. */
const project = (notes: Readonly<Record<string, string>>) => temporaryProject({ ...helperFiles, ...notes });

const record = (root: string, ...args: readonly string[]) =>
  runScript('record.ts', root, ['--server', server.url, ...args], { WARPNOTES_TOKEN: server.token });

const withoutSeconds = (lines: readonly string[]) => lines.map((line) => line.replace(/[\d.]+ s(\)?)$/u, '… s$1'));

describe('npm run record', { timeout: 120_000 }, () => {
  it('writes the notebook of a note, skips it while it is fresh, and records it again with --force', async () => {
    const root = await project({ 'notes/cuda/a.mdx': NOTE, 'notes/os/b.mdx': noteText('```python run id=one\n1\n```', { topic: 'os' }) });
    const recorded = ['  [1/1] cuda/a', '  cuda/a  write: … s', '  cuda/a  show: … s', '✓ cuda/a: wrote notebooks/cuda/a.ipynb (… s)'];
    const first = await record(root, '--only', 'cuda/');
    expect([first.status, withoutSeconds(first.stdout), first.stderr]).toEqual([0, recorded, '']);
    const text = await readFile(join(root, NOTEBOOK), 'utf8');
    const notebook = parseRecordedNotebook(text, NOTEBOOK);
    expect(formatRecordedNotebook(notebook)).toBe(text);
    expect(notebook.cells).toMatchObject([
      { id: 'write', outputs: [{ output_type: 'execute_result', data: { 'text/plain': '2' } }] },
      { id: 'show', outputs: [{ output_type: 'stream', name: 'stdout', text: '40' }, { output_type: 'display_data' }] },
    ]);

    const again = await record(root, '--only', 'cuda/');
    expect([again.status, withoutSeconds(again.stdout)]).toEqual([0, ['  [1/1] cuda/a', '✓ cuda/a: fresh, skipped (… s)']]);
    expect(await readFile(join(root, NOTEBOOK), 'utf8')).toBe(text);

    const { mtimeMs } = await stat(join(root, NOTEBOOK));
    const forced = await record(root, '--only', 'cuda/', '--force');
    expect(withoutSeconds(forced.stdout)).toEqual(recorded);
    expect((await stat(join(root, NOTEBOOK))).mtimeMs).toBeGreaterThan(mtimeMs);

    expect(existsSync(join(root, 'notebooks/os/b.ipynb')), '--only leaves the other note alone').toBe(false);
    expect(await kernelIds(server)).toEqual([]);
    const files = await Array.fromAsync(glob('**/*.*', { cwd: root }));
    expect(files).toContain(NOTEBOOK);
    for (const file of files) expect(await readFile(join(root, file), 'utf8'), file).not.toContain(server.token);
    for (const { stdout, stderr } of [first, again, forced]) expect([...stdout, stderr].join('\n')).not.toContain(server.token);
  });

  it.skipIf(existsSync('/dev/nvidia0'))('leaves the recording of another machine as it is, and writes its own beside it, without what it cannot run', async () => {
    const root = await project({ 'notes/cuda/a.mdx': `${NOTE}\n\n\`\`\`cuda run id=launch needs=gpu\nint main() {}\n\`\`\``, 'notes/cuda/b.mdx': noteText('```cuda run id=only needs=gpu\nint main() {}\n```') });
    const reference = formatRecordedNotebook({ environment, cells: [] });
    await writeProjectFile(root, NOTEBOOK, reference);
    const first = await record(root);
    expect([first.status, withoutSeconds(first.stdout)]).toEqual([0, [
      '  [1/2] cuda/a', '  cuda/a  write: … s', '  cuda/a  show: … s',
      '✓ cuda/a: wrote notebooks/cuda/a.cpu.ipynb, without the cells that need gpu, which this server has not (… s)',
      '  [2/2] cuda/b', '✓ cuda/b: needs gpu, which this server has not: not recorded here (… s)',
    ]]);
    expect(await readFile(join(root, NOTEBOOK), 'utf8')).toBe(reference);
    const own = parseRecordedNotebook(await readFile(join(root, 'notebooks/cuda/a.cpu.ipynb'), 'utf8'), 'a.cpu.ipynb');
    expect([own.environment.gpuName, own.cells.map(({ id }) => id)]).toEqual([null, ['write', 'show']]);
    expect((await record(root, '--only', 'cuda/a')).stdout.at(-1)).toMatch(/^✓ cuda\/a: fresh, skipped/u);
    expect((await record(root, '--only', 'cuda/a', '--force')).stdout.at(-1)).toContain('wrote notebooks/cuda/a.cpu.ipynb');
    expect(await readFile(join(root, NOTEBOOK), 'utf8')).toBe(reference);
    expect(await kernelIds(server)).toEqual([]);
  });

  it('writes no secret that a cell printed without being told to, and the name of a home directory never', async () => {
    const root = await project({ 'notes/cuda/a.mdx': noteText('```python run id=leak\nprint("hf_EXAMPLE" + "EXAMPLEEXAMPLE", "/home/someone/x")\n```') });
    const refused = await record(root);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('cell leak printed what looks like a secret: Hugging Face token hf_EXAMP…') as string });
    expect(existsSync(join(root, NOTEBOOK))).toBe(false);
    expect((await record(root, '--allow-secrets')).status).toBe(0);
    const [cell] = parseRecordedNotebook(await readFile(join(root, NOTEBOOK), 'utf8'), NOTEBOOK).cells;
    expect(cell?.outputs).toEqual([{ output_type: 'stream', name: 'stdout', text: 'hf_EXAMPLEEXAMPLEEXAMPLE ~/x\n' }]);
  });

  it('writes nothing for a note with a cell that fails, says where it stands, and goes on with the others', async () => {
    const failing = noteText('```python run id=fine\n1\n```\n\n```python run id=bad\nraise ValueError("no such tile")\n```');
    const root = await project({ 'notes/cuda/a.mdx': failing, 'notes/cuda/b.mdx': noteText('```python run id=one\nprint(1)\n```') });
    const { status, stdout, stderr } = await record(root);
    expect(status).toBe(1);
    expect(withoutSeconds(stdout)).toEqual([
      '  [1/2] cuda/a', '  cuda/a  fine: … s', expect.stringMatching(/^✗ cuda\/a: notes\/cuda\/a\.mdx:\d+:1: cell bad ended as error/u),
      '  [2/2] cuda/b', '  cuda/b  one: … s', '✓ cuda/b: wrote notebooks/cuda/b.ipynb (… s)',
    ]);
    expect(stderr).toContain(`notes/cuda/a.mdx:${BODY_LINE + 4}:1: cell bad ended as error`);
    expect(stderr).toContain('no such tile');
    expect(await Array.fromAsync(glob('notebooks/**/*.*', { cwd: root }))).toEqual(['notebooks/cuda/b.ipynb']);
    expect(await kernelIds(server)).toEqual([]);
  });

  it.each([['SIGINT', 130], ['SIGTERM', 143]] as const)('stopped by %s ends with %i and leaves no kernel on the server', async (signal, code) => {
    const endless = '```python run id=first\n1\n```\n\n```python run id=endless\nimport time\nwhile True: time.sleep(0.01)\n```';
    const root = await project({ 'notes/cuda/a.mdx': noteText(endless), 'notes/cuda/b.mdx': NOTE });
    const script = startScript('record.ts', root, ['--server', server.url], { WARPNOTES_TOKEN: server.token });
    await script.prints(/ {2}first: /u);
    expect(await kernelIds(server)).toHaveLength(1);
    script.child.kill(signal);
    expect(await script.status).toBe(code);
    expect(await kernelIds(server)).toEqual([]);
    expect(script.stdout).toHaveLength(2);
    expect(script.stderr.join('\n')).not.toContain('expect-error');
    expect(existsSync(join(root, 'notebooks'))).toBe(false);
  });

  it('takes several notes at once with --jobs, each on a kernel of its own', async () => {
    // Each note waits for a file of the other: one after the other they would never end.
    const meeting = (mine: string, other: string) => (folder: string) => noteText(`\`\`\`python run id=meet timeout=60
import os, time
open(os.path.join(${JSON.stringify(folder)}, "${mine}"), "w").close()
while not os.path.exists(os.path.join(${JSON.stringify(folder)}, "${other}")): time.sleep(0.05)
\`\`\``);
    const root = await project({});
    await writeProjectFile(root, 'notes/cuda/a.mdx', meeting('a', 'b')(root));
    await writeProjectFile(root, 'notes/cuda/b.mdx', meeting('b', 'a')(root));
    const { status, stdout } = await record(root, '--jobs', '2');
    expect(status, stdout.join('\n')).toBe(0);
    expect(stdout.slice(0, 2)).toEqual(['  [1/2] cuda/a', '  [2/2] cuda/b']);
    expect((await Array.fromAsync(glob('notebooks/**/*.ipynb', { cwd: root }))).toSorted()).toEqual(['notebooks/cuda/a.ipynb', 'notebooks/cuda/b.ipynb']);
    expect(await kernelIds(server)).toEqual([]);
  });

  it('gives a note no more time than its --budget, says in which cell it was, and goes on with the others', async () => {
    const endless = '```python run id=first\n1\n```\n\n```python run id=endless\nimport time\nwhile True: time.sleep(0.01)\n```';
    const root = await project({ 'notes/cuda/a.mdx': noteText(endless), 'notes/cuda/b.mdx': NOTE });
    const { status, stdout, stderr } = await record(root, '--budget', '10');
    expect(status).toBe(1);
    expect(stderr).toContain(`notes/cuda/a.mdx:${BODY_LINE + 4}:1: the note took longer than its 10 s, in cell endless`);
    expect(stdout.join('\n')).toContain('✓ cuda/b: wrote');
    expect(await Array.fromAsync(glob('notebooks/**/*.*', { cwd: root }))).toEqual(['notebooks/cuda/b.ipynb']);
    expect(await kernelIds(server)).toEqual([]);
  });

  it('killed and called again skips what it had recorded, and ends the kernel that was left', async () => {
    const endless = '```python run id=first\n1\n```\n\n```python run id=second\nimport time\nwhile True: time.sleep(0.01)\n```';
    const root = await project({ 'notes/cuda/a.mdx': NOTE, 'notes/cuda/b.mdx': noteText(endless) });
    const script = startScript('record.ts', root, ['--server', server.url], { WARPNOTES_TOKEN: server.token });
    await script.prints(/cuda\/b {2}first: /u);
    script.child.kill('SIGKILL');
    await script.status;
    expect(await kernelIds(server)).toHaveLength(1);
    await editProjectFile(root, 'notes/cuda/b.mdx', noteText('```python run id=first\n1\n```'));
    const again = await record(root);
    expect(withoutSeconds(again.stdout)).toEqual([
      `Ended 1 kernel that an earlier recording had left on ${server.url}`, '  [1/2] cuda/a', '✓ cuda/a: fresh, skipped (… s)',
      '  [2/2] cuda/b', '  cuda/b  first: … s', '✓ cuda/b: wrote notebooks/cuda/b.ipynb (… s)',
    ]);
    expect(await kernelIds(server)).toEqual([]);
    expect(await Array.fromAsync(glob('.warpnotes/recording/*', { cwd: root }))).toEqual([]);
  });

  it.each([['--jobs', '0'], ['--budget', 'soon']])('refuses %s %s', async (option, value) => {
    const { status, stderr } = await record(await project({}), option, value);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${option} ${value}: give`)]);
  });

  it('says where --only names no note, before a server is asked', async () => {
    const root = await project({ 'notes/cuda/a.mdx': NOTE });
    const { status, stdout, stderr } = await runScript('record.ts', root, ['--server', 'http://127.0.0.1:9/', '--only', 'os/']);
    expect([status, stdout, stderr]).toEqual([1, [], '--only os/: no note with cells has that in its id\n']);
  });

  it('says what is wrong with the token, and has no notebook then', async () => {
    const root = await project({ 'notes/cuda/a.mdx': NOTE });
    const { status, stderr } = await runScript('record.ts', root, ['--server', server.url], { WARPNOTES_TOKEN: 'wrong-token' });
    expect(status).toBe(1);
    expect(stderr).toContain('refused the token');
    expect(stderr).not.toContain('wrong-token');
    expect(existsSync(join(root, 'notebooks'))).toBe(false);
  });
});
