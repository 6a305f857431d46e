import { Console } from 'node:console';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closest } from 'fastest-levenshtein';
import type { Bench } from './bench/bench.ts';
import { formatBenchTable } from './bench/bench-table.ts';
import { buildGrowth, buildTime } from './bench/build.ts';
import { bytesBeforeRun } from './bench/bytes-before-run.ts';
import { cudaCell } from './bench/cuda-cell.ts';
import { floodPage } from './bench/flood-page.ts';
import { flood } from './bench/flood.ts';
import { kernelChunk } from './bench/kernel-chunk.ts';
import { runBenches, type BenchObserver } from './bench/run-benches.ts';
import { searchIndex } from './bench/search-index.ts';
import { searchQuality } from './bench/search-quality.ts';
import { searchQuery } from './bench/search-query.ts';
import { stockClick, warmClick } from './bench/warm-click.ts';
import { warmRun } from './bench/warm-run.ts';
import { createStepLines, type Step } from './step-lines.ts';

/** In the order in which they run. A new bench is a file in scripts/bench/ and a name here. */
const BENCHES: readonly Bench[] = [
  bytesBeforeRun, kernelChunk, warmRun, warmClick, stockClick, cudaCell, flood, floodPage, searchQuality, searchQuery, searchIndex,
  buildTime, buildGrowth,
];

const USAGE = `npm run bench [-- NAME… | --only NAME] [--json] [--list]

Measures Warpnotes beside its peers, both in this run on this machine: all benches, or those that are named.
  --only  one more name
  --json  only a JSON array of {name, ours, peer, peerName, ratio, unit} on standard output; ratio is ours / peer, and where
          the peer could not be measured both are null and \`why\` says why
  --list  the names, and what each measures
Ends with 1 where a bench or a peer could not run (standard error says why), with 2 for a name or option that there is not.`;

const ROOT = join(import.meta.dirname, '..');

type Request =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'refuse'; readonly text: string }
  | { readonly kind: 'measure'; readonly benches: readonly Bench[]; readonly format: 'json' | 'table' };

function readArguments(): Request {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { kind: 'print', text: USAGE };
    if (values.list) return { kind: 'print', text: BENCHES.map(({ name, describe }) => `${name}: ${describe}`).join('\n') };
    const names = [...positionals, ...values.only];
    const unknown = names.filter((name) => !BENCHES.some((bench) => bench.name === name));
    if (unknown.length > 0) return { kind: 'refuse', text: unknown.map(unknownName).join('\n') };
    const benches = names.length === 0 ? BENCHES : BENCHES.filter(({ name }) => names.includes(name));
    return { kind: 'measure', benches, format: values.json ? 'json' : 'table' };
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'refuse', text: `${error.message}\n\n${USAGE}` }; // of parseArgs: an unknown option
    throw error;
  }
}

function unknownName(name: string): string {
  const names = BENCHES.map((bench) => bench.name);
  return `There is no bench "${name}". Did you mean ${closest(name, names)}? There are: ${names.join(', ')}.`;
}

/** Resolves with the exit code. */
async function main(): Promise<number> {
  const request = readArguments();
  if (request.kind === 'print') {
    print(request.text);
    return 0;
  }
  if (request.kind === 'refuse') {
    console.error(request.text);
    return 2;
  }
  const lines = createStepLines(process.stderr);
  const { rows, failures } = await runBenches(request.benches, stepObserver((title) => lines.begin(title)));
  lines.close();
  if (request.format === 'json') print(JSON.stringify(rows, null, 2));
  else if (rows.length > 0) print(formatBenchTable(rows));
  return failures.length === 0 && rows.every(({ peer }) => peer !== null) ? 0 : 1;
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
