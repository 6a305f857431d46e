import { parseArgs } from 'node:util';
import { problemLine } from '../src/notebook/problem.ts';
import { checkSite, type SiteReport } from '../src/notebook/site-check.ts';

const USAGE = `npm run check [-- --json]

Says which recordings are stale or missing and what is wrong with the notes. Ends with 1 where anything is.`;

function print({ recordings, problems }: SiteReport): void {
  for (const problem of problems) console.log(problemLine(problem));
  const seen = new Set<string>();
  for (const { file, line, id, state } of recordings.notes.flatMap(({ unrecorded }) => unrecorded)) {
    const text = `${file}:${line}: cell ${id}: recording ${state} (npm run record -- --server URL)`;
    if (!seen.has(text)) console.log(text);
    seen.add(text);
  }
  for (const { file, line, id, notebook } of recordings.staleElsewhere) {
    console.log(`${file}:${line}: cell ${id}: recording stale in ${notebook} (npm run record -- --server URL of such a machine, or delete it)`);
  }
  const { cells, fresh, stale, missing, staleElsewhere } = recordings;
  const elsewhere = staleElsewhere.length === 0 ? '' : `, ${staleElsewhere.length} stale on other machines`;
  console.log(`${cells} cells: ${fresh} fresh, ${stale} stale, ${missing} missing${elsewhere}; ${problems.length} problems`);
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } });
if (values.help) {
  console.log(USAGE);
} else {
  const report = await checkSite(process.cwd());
  if (values.json) console.log(JSON.stringify(report, null, 2));
  else print(report);
  const { stale, missing, staleElsewhere } = report.recordings;
  process.exitCode = stale + missing + staleElsewhere.length + report.problems.length === 0 ? 0 : 1;
}
