import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { importedNote } from '../src/authoring/imported-note.ts';
import { writeNewFiles } from '../src/authoring/new-files.ts';
import { parseNoteName } from '../src/authoring/note-name.ts';
import { noteFile } from '../src/note/note-path.ts';

const USAGE = `npm run import-notebook -- FILE TOPIC/SLUG

Makes the note notes/TOPIC/SLUG.mdx of a Jupyter notebook (nbformat 3 to 4.5): its text as MDX, its code as runnable cells, its
images beside it. Outputs are not taken along: record the note to have new ones. What exists is never overwritten.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { help: { type: 'boolean', default: false } }, allowPositionals: true });
  const [file, text, ...rest] = positionals;
  if (values.help || file === undefined || text === undefined || rest.length > 0) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const root = process.cwd();
  const name = parseNoteName(text);
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`${file} cannot be read (${cause instanceof Error ? cause.message : String(cause)}): name a notebook`, { cause });
  });
  const { files, warnings } = await importedNote({ root, name, file, content, readBeside: (path) => readBeside(dirname(file), path) });
  await writeNewFiles(root, files);
  for (const warning of warnings) console.log(`${file}: ${warning}`);
  for (const { path } of files) console.log(`wrote ${path}`);
  console.log(`Next: read it, write ${noteFile(name.id, 'zh-cn')}, then npm run record -- --server URL --only ${name.id}`);
  return 0;
}

/** A file that the notebook names; null where there is none. */
async function readBeside(folder: string, path: string): Promise<Uint8Array | null> {
  return readFile(resolve(folder, path)).catch((error: unknown) => {
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  });
}

main().then((status) => { process.exitCode = status; }, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
