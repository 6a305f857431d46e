import { parseArgs } from 'node:util';
import { chooseCases, readCases } from './cases/case-file.ts';
import { casePlace } from './cases/case-place.ts';
import { runCase } from './cases/run-case.ts';
import type { Verdict } from './cases/verdict.ts';

const USAGE = `npm run cases -- DIR [--only ID|AREA] [--json]

Runs the cases of DIR/cases.jsonl on the product's own code and says which passed, failed or were skipped, and why.
  --only ID|AREA  one case, or one area (d-live, or d)
  --json          {"results": [{"id", "area", "status", "reason"}]} on standard output, and nothing else

Ends with 1 where a case failed.`;

interface Result extends Verdict {
  readonly id: string;
  readonly area: string;
}

/** Runs cases one after the other; what they need is there from the first case that asks for it. */
async function runCases(directory: string, only: string, onResult: (result: Result) => void): Promise<readonly Result[]> {
  const root = process.cwd();
  const chosen = chooseCases(await readCases(directory), only);
  const place = casePlace(root, chosen);
  const results: Result[] = [];
  try {
    for (const each of chosen) {
      const result = { id: each.id, area: each.area, ...(await runCase(each, place)) };
      results.push(result);
      onResult(result);
    }
  } finally {
    await place.close();
  }
  return results;
}

function print({ id, status, reason }: Result): void {
  console.log(`${id}  ${status}${reason === '' ? '' : `: ${reason}`}`);
}

function printSum(results: readonly Result[]): void {
  const count = (status: Verdict['status']): number => results.filter((result) => result.status === status).length;
  console.log(`${results.length} cases: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
}

async function main(): Promise<number> {
  const { values, positionals: [directory, ...more] } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', default: '' }, json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help || directory === undefined || more.length > 0) {
    (values.help ? console.log : console.error)(USAGE);
    return values.help ? 0 : 2;
  }
  const report = console.log;
  // The product's code may say something of its own: with --json it goes to standard error.
  // Packages write what only they have use for.
  console.debug = () => undefined;
  if (values.json) console.log = console.info = console.error;
  const results = await runCases(directory, values.only, values.json ? () => undefined : print);
  if (values.json) report(JSON.stringify({ results: results.map(({ id, area, status, reason }) => ({ id, area, status, reason })) }));
  else printSum(results);
  return results.some(({ status }) => status === 'failed') ? 1 : 0;
}

main().then((status) => process.exit(status), (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
});
