import { Console } from 'node:console';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closest } from 'fastest-levenshtein';
import type { Bench } from './bench/bench.ts';
import { formatBenchTable } from './bench/bench-table.ts';
import { bytesBeforeRun } from './bench/bytes-before-run.ts';
import { flood } from './bench/flood.ts';
import { kernelChunk } from './bench/kernel-chunk.ts';
import { runBenches, type BenchObserver } from './bench/run-benches.ts';
import { searchIndex } from './bench/search-index.ts';
import { searchQuery } from './bench/search-query.ts';
import { warmRun } from './bench/warm-run.ts';
import { createStepLines, type Step } from './step-lines.ts';

/** In the order in which they run. A new bench is a file in scripts/bench/ and a name here. */
const BENCHES: readonly Bench[] = [bytesBeforeRun, kernelChunk, warmRun, flood, searchQuery, searchIndex];

const USAGE = `npm run bench [-- NAME…] [--json] [--list]

Measures Warpnotes beside its peers, both in this run on this machine: all benches, or those that are named.
  --json  only a JSON array of {name, ours, peer, peerName, ratio, unit} on standard output; ratio is ours / peer
  --list  the names, and what each measures
Ends with 1 where a bench could not run (standard error says why), with 2 for a name that there is not.`;

const ROOT = join(import.meta.dirname, '..');

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help || values.list) {
    print(values.help ? USAGE : BENCHES.map(({ name, describe }) => `${name}: ${describe}`).join('\n'));
    return 0;
  }
  const unknown = positionals.filter((name) => !BENCHES.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    for (const name of unknown) console.error(unknownName(name));
    return 2;
  }
  const named = positionals.length === 0 ? BENCHES : BENCHES.filter(({ name }) => positionals.includes(name));
  const lines = createStepLines(process.stderr);
  const { rows, failures } = await runBenches(named, stepObserver(lines.begin));
  lines.close();
  if (values.json) print(JSON.stringify(rows, null, 2));
  else if (rows.length > 0) print(formatBenchTable(rows));
  return failures.length === 0 ? 0 : 1;
}

function unknownName(name: string): string {
  const names = BENCHES.map((bench) => bench.name);
  return `There is no bench "${name}". Did you mean ${closest(name, names)}? There are: ${names.join(', ')}.`;
}

function stepObserver(begin: (title: string) => Step): BenchObserver {
  const steps = new Map<Bench, Step>();
  return {
    begin(bench) {
      const step = begin(bench.name);
      steps.set(bench, step);
      return { root: ROOT, say: (text) => step.detail(text) };
    },
    ended(bench, failure) {
      const step = steps.get(bench);
      if (failure === null) step?.done(bench.name);
      else step?.failed(`${bench.name}: ${failure.reason}`);
    },
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

// Standard output is for the rows alone: what libraries say goes to standard error. `debug` is where @jupyterlab/services
// tells of each step of a connection.
globalThis.console = Object.assign(new Console(process.stderr), { debug: () => undefined });
process.exitCode = await main();
