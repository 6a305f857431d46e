import { parseArgs } from 'node:util';
import { writeNewFiles } from '../src/authoring/new-files.ts';
import { parseNoteName } from '../src/authoring/note-name.ts';
import { noteTemplate } from '../src/authoring/note-template.ts';
import { loadPlannedNotes, PLAN_FILE } from '../src/note/planned-notes.ts';

const USAGE = `npm run new-note -- TOPIC/SLUG

Makes notes/TOPIC/SLUG.mdx and its Chinese twin from a template. What exists is never overwritten.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { help: { type: 'boolean', default: false } }, allowPositionals: true });
  const [text, ...rest] = positionals;
  if (values.help || text === undefined || rest.length > 0) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const root = process.cwd();
  const name = parseNoteName(text);
  const files = await noteTemplate(root, name);
  await writeNewFiles(root, files);
  for (const { path } of files) console.log(`wrote ${path}`);
  const isPlanned = (await loadPlannedNotes(root)).some(({ id }) => id === name.id);
  if (!isPlanned) console.log(`Add ${name.id} to ${PLAN_FILE}, where the reading order stands.`);
  return 0;
}

main().then((status) => { process.exitCode = status; }, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
