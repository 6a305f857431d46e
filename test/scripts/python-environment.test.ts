import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensurePythonEnvironment } from '../../scripts/python-environment.ts';
import { isRunning } from './processes.ts';
import { writeProbePackage } from './probe-package.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryRoot } from './temporary-root.ts';

const quiet = () => undefined;

function python(program: string, code: string): string {
  return execFileSync(program, ['-c', code], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** An environment in which Python seems to have no ensurepip, as Debian's has not without the package python3-venv. */
async function withoutEnsurepip(root: string): Promise<NodeJS.ProcessEnv> {
  const folder = join(root, 'without-ensurepip');
  await mkdir(folder);
  const code = `import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == 'ensurepip' else find(name, package)
`;
  await writeFile(join(folder, 'sitecustomize.py'), code);
  return { ...process.env, PYTHONPATH: folder };
}

describe('the Python environment', { timeout: 90_000 }, () => {
  it('is made once for two that ask at the same time, and found as it is afterwards', async () => {
    const root = await temporaryRoot();
    const { requirements } = await writeProbePackage(root);
    const log: string[] = [];
    const ask = () => ensurePythonEnvironment({ root, requirements, log: (line) => log.push(line) });
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(first).toEqual(second);
    if (first.kind !== 'ready') throw new Error(first.reason);
    expect(python(first.python, 'import probe_package; print(probe_package.VALUE)')).toBe('42');
    expect(log.filter((line) => line.startsWith('making a virtual environment'))).toHaveLength(1);

    log.length = 0;
    expect(await ask()).toEqual(first);
    expect(log, 'nothing is made or installed again').toEqual([]);

    await writeFile(requirements, `# changed\n${readFileSync(requirements, 'utf8')}`);
    expect(await ask()).toEqual(first);
    expect(log, 'changed requirements are installed anew').not.toEqual([]);
  });

  it('is repaired after a kill in the middle of an install, and pip does not outlive the kill', async () => {
    const root = await temporaryRoot();
    const { requirements, hold, builderPid } = await writeProbePackage(root);
    await writeFile(hold, '');
    const module = join(projectRoot, 'scripts', 'python-environment.ts');
    const code = `import { ensurePythonEnvironment } from ${JSON.stringify(module)};
      await ensurePythonEnvironment({ root: ${JSON.stringify(root)}, requirements: ${JSON.stringify(requirements)}, log() {} });`;
    const env = await withoutEnsurepip(root); // quicker: pip need not be installed
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env, stdio: 'inherit' });
    await expect.poll(() => existsSync(builderPid) && readFileSync(builderPid, 'utf8'), { timeout: 60_000 }).toMatch(/\n/);
    child.kill('SIGKILL');
    const builder = Number(readFileSync(builderPid, 'utf8'));
    await expect.poll(() => isRunning(builder), { timeout: 10_000 }).toBe(false);

    await rm(hold);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(join(root, '.warpnotes', 'venv.installing'), longAgo, longAgo);
    const log: string[] = [];
    const environment = await ensurePythonEnvironment({ root, requirements, env, log: (line) => log.push(line) });
    if (environment.kind !== 'ready') throw new Error(environment.reason);
    expect(log).toContain('the last install was cut off: starting it anew');
    expect(python(environment.python, 'import probe_package; print(probe_package.VALUE)')).toBe('42');
    expect(await readdir(join(root, '.warpnotes'))).toEqual([]);
  });

  it('is unavailable, with a cure, on a machine without Python', async () => {
    const root = await temporaryRoot();
    const env = { ...process.env, PATH: join(root, 'nothing') };
    const environment = await ensurePythonEnvironment({ root, env, log: quiet });
    expect(environment).toMatchObject({
      kind: 'unavailable',
      reason: 'No Python 3.9 or newer was found.',
      cure: expect.stringContaining('apt install python3') as string,
    });
  });

  it('is unavailable, with a cure, when a package cannot be fetched', async () => {
    const root = await temporaryRoot();
    const requirements = join(root, 'requirements.txt');
    await writeFile(requirements, 'probe-package\n');
    const mirror = { PIP_INDEX_URL: 'http://127.0.0.1:9/simple', PIP_FIND_LINKS: '', PIP_NO_INDEX: '' };
    const env = { ...(await withoutEnsurepip(root)), ...mirror };
    const environment = await ensurePythonEnvironment({ root, requirements, env, log: quiet });
    expect(environment).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('probe-package') as string,
      cure: expect.stringContaining('internet') as string,
    });
  });

  it('says which given interpreter does not work', async () => {
    const root = await temporaryRoot();
    const environment = await ensurePythonEnvironment({ root, python: join(root, 'no-python'), log: quiet });
    expect(environment).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining(join(root, 'no-python')) as string });
  });

  it('is unavailable, with a cure, where neither the given interpreter nor its environment has pip', async () => {
    const root = await temporaryRoot();
    const { requirements } = await writeProbePackage(root);
    execFileSync('python3', ['-m', 'venv', '--without-pip', join(root, 'bare')]);
    const python = join(root, 'bare', 'bin', 'python');
    const environment = await ensurePythonEnvironment({ root, requirements, python, env: await withoutEnsurepip(root), log: quiet });
    expect(environment).toMatchObject({ kind: 'unavailable', reason: 'This Python has no pip.', cure: expect.stringContaining('python3-venv') as string });
  });

  it("sees a given virtual environment's packages, adds what is missing beside it and leaves it as it was", async () => {
    const root = await temporaryRoot();
    const { requirements } = await writeProbePackage(root);
    const given = join(root, 'given', 'bin', 'python');
    execFileSync('python3', ['-m', 'venv', '--without-pip', join(root, 'given')]);
    const packages = python(given, 'import site; print(site.getsitepackages()[0])');
    await writeFile(join(packages, 'only_in_given.py'), 'VALUE = 7\n');
    await mkdir(join(root, 'editable'));
    await writeFile(join(root, 'editable', 'editable_project.py'), 'VALUE = 8\n');
    await writeFile(join(packages, 'editable.pth'), `${join(root, 'editable')}\n`);
    const before = await readdir(packages, { recursive: true });

    const environment = await ensurePythonEnvironment({ root, requirements, python: given, log: quiet });
    if (environment.kind !== 'ready') throw new Error(environment.reason);
    const code = 'import only_in_given as a, editable_project as b, probe_package as c; print(a.VALUE, b.VALUE, c.VALUE)';
    expect(python(environment.python, code)).toBe('7 8 42');
    const after = (await readdir(packages, { recursive: true })).filter((name) => !name.includes('__pycache__'));
    expect(after.sort()).toEqual(before.sort());
    expect(existsSync(join(root, '.venv'))).toBe(false);
  });

  it('does not install what the given interpreter has', async () => {
    const root = await temporaryRoot();
    const { requirements, builderPid } = await writeProbePackage(root);
    const first = await ensurePythonEnvironment({ root, requirements, log: quiet });
    if (first.kind !== 'ready') throw new Error(first.reason);
    await rm(builderPid);
    await writeFile(requirements, 'probe-package>=1.0\n');
    const second = await ensurePythonEnvironment({ root, requirements, python: first.python, log: quiet });
    if (second.kind !== 'ready') throw new Error(second.reason);
    expect(second.python).not.toBe(first.python);
    expect(python(second.python, 'import probe_package; print(probe_package.__file__)')).toContain(join(root, '.venv'));
    expect(existsSync(builderPid)).toBe(false);
  });

  it("is made with the machine's pip where Python has no ensurepip", async () => {
    const root = await temporaryRoot();
    const { requirements } = await writeProbePackage(root);
    const env = await withoutEnsurepip(root);
    const environment = await ensurePythonEnvironment({ root, requirements, env, log: quiet });
    if (environment.kind !== 'ready') throw new Error(environment.reason);
    expect(python(environment.python, 'import probe_package; print(probe_package.VALUE)')).toBe('42');
    expect(() => python(environment.python, 'import pip')).toThrow();
  });
});
