import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findInterpreter } from '../python-interpreter.ts';
import { runCommand } from '../run-command.ts';
import { NotCheckable } from './verdict.ts';

/** What a generator of a case made: the lines that it printed, and the files that it wrote beside itself. */
export interface GeneratedInput {
  readonly lines: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

/** Runs a `.gen.py` on a copy of it, so that nothing is written among the cases. */
export async function generateInput(script: string, ...args: readonly string[]): Promise<GeneratedInput> {
  const folder = await mkdtemp(join(tmpdir(), 'warpnotes-generated-'));
  try {
    const copy = join(folder, basename(script));
    await copyFile(script, copy);
    const lines: string[] = [];
    const python = await findInterpreter(process.env);
    if (!python) throw new NotCheckable('the case makes its input with Python, which is not there');
    const onLine = (line: string): void => { lines.push(line); };
    const result = await runCommand(python.executable, [copy, ...args], { cwd: folder, env: process.env, onLine });
    if (result.kind === 'not-started') throw result.error;
    if (result.code !== 0) throw new NotCheckable(`the generator of the case failed: ${result.lines.at(-1) ?? ''}`);
    const names = (await readdir(folder)).filter((name) => name !== basename(script));
    const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const));
    return { lines, files: new Map(files) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
