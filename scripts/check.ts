import { parseArgs } from 'node:util';
import { problemLine } from '../src/notebook/problem.ts';
import { checkSite, type SiteReport } from '../src/notebook/site-check.ts';
import { weighBuiltPages } from './page-budget.ts';

const USAGE = `npm run check [-- --json]

Says which recordings are stale or missing and what is wrong with the notes, and where dist/ is there, which of its pages are heavier
than a page may be (CONTRIBUTING.md). Ends with 1 where anything is.`;

function print({ recordings, problems }: SiteReport, pages: number | null): void {
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
  console.log(pages === null ? 'no dist/: the size of pages was not looked at (npm run build)' : `${pages} pages of dist/ weighed`);
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } });
if (values.help) {
  console.log(USAGE);
} else {
  const [site, built] = await Promise.all([checkSite(process.cwd()), weighBuiltPages(process.cwd())]);
  const report: SiteReport = { ...site, problems: [...site.problems, ...built.problems] };
  if (values.json) console.log(JSON.stringify(report, null, 2));
  else print(report, built.pages);
  const { stale, missing, staleElsewhere } = report.recordings;
  process.exitCode = stale + missing + staleElsewhere.length + report.problems.length === 0 ? 0 : 1;
}
