import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { fileNameProblem } from '../../src/cell/file-name.ts';
import { parseFenceOptions } from '../../src/cell/fence-options.ts';
import { parseNotePath } from '../../src/note/note-path.ts';
import { writeNotebook } from '../../src/notebook/write-notebook.ts';
import type { HardCase } from './case-file.ts';
import { count } from './assert-values.ts';
import { unknownKeys, verdictOf, type Verdict } from './verdict.ts';

export const nameTable = z.object({ names: z.array(z.string()) });

/** Signs by which a name can only be meant to leave its folder, to hide, or to be a device. */
const TRICK = /\.\.|^\/|\/\/|\/$|[\\:\p{Cc}\u202A-\u202E\u2066-\u2069]|(?:^|\/)\.|%2f|%5c|(?:^|\/)(?:con|nul|aux|prn)(?:\.|$)/iu;

/** Writes under each name of a table, and names the files of fences and notes by it, as the product does. */
export async function checkNames({ assert }: Pick<HardCase, 'assert'>, { names }: z.infer<typeof nameTable>): Promise<Verdict> {
  const parent = await mkdtemp(join(tmpdir(), 'warpnotes-names-'));
  try {
    const root = join(parent, 'project');
    await mkdir(join(root, 'notebooks'), { recursive: true });
    await mkdir(join(parent, 'elsewhere'));
    await symlink(join(parent, 'elsewhere'), join(root, 'notebooks', 'linked'));
    const failures = (await Promise.all(names.map((name) => nameFailures(root, name)))).flat();
    await writeNotebook(root, 'linked/x.ipynb', '{}').then(() => failures.push('a link leads out of the folder'), () => undefined);
    const outside = (await readdir(parent, { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile() && !file.parentPath.startsWith(join(root, 'notebooks')));
    const allowed = count(assert, 'files_written_outside') ?? 0;
    if (outside.length > allowed) failures.push(`files were written outside: ${outside.map(({ name }) => name).join(', ')}`);
    return verdictOf(failures, unknownKeys(assert, ['files_written_outside']));
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

async function nameFailures(root: string, name: string): Promise<readonly string[]> {
  const shown = JSON.stringify(name);
  const refused = await writeNotebook(root, name, '{}').then(() => false, (error: unknown) => refusalSays(error));
  if (refused === 'nothing') return [`${shown} is refused without a reason`];
  const failures: string[] = [];
  if (TRICK.test(name) && refused === false) failures.push(`${shown} is taken as the name of a notebook`);
  if (!TRICK.test(name) && refused !== false && fileNameProblem(name) === undefined) failures.push(`${shown} is a safe name and was refused`);
  const fence = parseFenceOptions(`run id=cell files="${name}"`);
  if (fence.kind === 'cell' && fence.options.files !== null && TRICK.test(fence.options.files)) failures.push(`${shown} is taken as a file of a cell`);
  const note = parseNotePath(`notes/${name}.mdx`);
  if (note !== null && TRICK.test(note.id.split('/').at(-1) ?? '')) failures.push(`${shown} is taken as a note`);
  return failures;
}

function refusalSays(error: unknown): 'why' | 'nothing' {
  return error instanceof Error && /cannot be the name|leads out/u.test(error.message) ? 'why' : 'nothing';
}
