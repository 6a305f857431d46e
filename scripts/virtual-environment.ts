import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { PipOptions } from './pip.ts';
import type { Interpreter } from './python-interpreter.ts';
import { runCommand } from './run-command.ts';

/** Makes the virtual environment anew; what went wrong, or undefined. */
export async function makeVirtualEnvironment(
  folder: string,
  base: Interpreter,
  tools: PipOptions,
): Promise<string | undefined> {
  tools.log(`making a virtual environment on Python ${base.version.join('.')}`);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const args = venvArguments(base);
  if (args === undefined) return `${base.executable} has neither venv nor virtualenv.`;
  const result = await runCommand(base.executable, [...args, folder], tools);
  if (result.kind === 'exited' && result.code === 0) return undefined;
  const said = result.kind === 'exited' ? result.lines.at(-1) : result.error.message;
  return `${base.executable} ${args.join(' ')} failed: ${said ?? 'it said nothing'}`;
}

/** Debian's Python has venv, and without the package python3-venv no ensurepip: pip then comes by another way. */
function venvArguments(base: Interpreter): readonly string[] | undefined {
  if (base.venv) return ['-m', 'venv', ...(base.ensurepip ? [] : ['--without-pip'])];
  return base.virtualenv ? ['-m', 'virtualenv'] : undefined;
}

/** Prints the folders that `site` and the user's own .pth files put on the path of this interpreter. */
const PACKAGE_FOLDERS = `
import json, os, subprocess, sys
bare = subprocess.run([sys.executable, '-I', '-S', '-c', 'import json, sys; print(json.dumps(sys.path))'],
    stdout=subprocess.PIPE, check=True).stdout
print(json.dumps([p for p in sys.path if p not in json.loads(bare) and os.path.isdir(p)]))
`;

/**
 * Lets the environment see the packages of the interpreter it is built on, its .pth files included, after its own.
 * A .pth file does it, since --system-site-packages of venv reaches past an interpreter that is itself in a venv.
 */
export async function linkPackages(folder: string, base: Interpreter, tools: PipOptions): Promise<void> {
  const listed = await runCommand(base.executable, ['-c', PACKAGE_FOLDERS], { ...tools, cwd: folder });
  const json = listed.kind === 'exited' ? listed.lines.findLast((line) => line.startsWith('[')) : undefined;
  if (json === undefined) throw new Error(`${base.executable} did not say where its packages are.`);
  const folders = z.array(z.string()).parse(JSON.parse(json));
  const lines = folders.map((folder) => `import site; site.addsitedir(${JSON.stringify(folder)})\n`);
  await writeFile(join(await sitePackages(folder), 'warpnotes-base.pth'), lines.join(''));
}

async function sitePackages(folder: string): Promise<string> {
  if (process.platform === 'win32') return join(folder, 'Lib', 'site-packages');
  const [version] = await readdir(join(folder, 'lib'));
  if (version === undefined) throw new Error(`${folder} is not a virtual environment: remove it and start again.`);
  return join(folder, 'lib', version, 'site-packages');
}
