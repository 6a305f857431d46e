import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { type Bench, benchRow, type BenchContext, type BenchRow, BenchUnavailable, rowWithoutPeer } from './bench.ts';
import { type BuildSite, docusaurusSite, ourSite, starlightSite, vitePressSite } from './build-sites.ts';

const NOTES = 500;
const MANY_NOTES = 2000;
const SHOWN_LINES = 20;

const PEERS = [
  { name: 'VitePress', row: 'build-vitepress', site: vitePressSite },
  { name: 'Docusaurus', row: 'build-docusaurus', site: docusaurusSite },
  { name: 'Starlight', row: 'build-starlight', site: starlightSite },
] as const;

export const buildTime: Bench = {
  name: 'build',
  describe: `CPU seconds (user and system) for a first build of ${NOTES} generated notes in two languages with cells, formulas and tables, beside VitePress, Docusaurus and Starlight as it comes with the same notes`,
  run: (context) => withWork(context, async (work) => {
    const count = notesAsked();
    const ours = await cpuSeconds(await ourSite(context, work, count), context);
    const rows: BenchRow[] = [];
    for (const { name, row, site } of PEERS) {
      const our = { name: row, ours, unit: 's' } as const;
      try {
        const made = await site(context, work, count);
        rows.push(benchRow({ ...our, peerName: made.name, peer: await cpuSeconds(made, context) }));
      } catch (error) {
        if (!(error instanceof BenchUnavailable)) throw error;
        rows.push(rowWithoutPeer({ ...our, peerName: name }, error.message));
      }
    }
    return rows;
  }),
};

export const buildGrowth: Bench = {
  name: 'build-growth',
  describe: `CPU seconds for a first build of ${MANY_NOTES} generated notes beside four times those for ${NOTES}: what growing with the number of notes would cost`,
  run: (context) => withWork(context, async (work) => {
    const few = await cpuSeconds(await ourSite(context, work, NOTES), context);
    const many = await cpuSeconds(await ourSite(context, work, MANY_NOTES), context);
    return [benchRow({ name: 'build-growth', ours: many, peer: (few * MANY_NOTES) / NOTES, peerName: `${MANY_NOTES / NOTES} times ${NOTES} notes`, unit: 's' })];
  }),
};

/** Fewer notes than the bench is of, for looking at it. */
function notesAsked(): number {
  const given = Number(process.env['BENCH_NOTES'] ?? NOTES);
  if (!Number.isInteger(given) || given < 2) throw new BenchUnavailable('BENCH_NOTES is no number of notes: give a whole one from 2 on, or leave it out');
  return given;
}

async function withWork<T>({ root }: BenchContext, measure: (work: string) => Promise<T>): Promise<T> {
  // Inside the checkout: what Astro takes from its packages must lie below a folder that has them.
  await mkdir(join(root, '.warpnotes'), { recursive: true });
  const work = await mkdtemp(join(root, '.warpnotes', 'bench-build-'));
  try {
    return await measure(work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** What a build and all its children took of the processors. @throws BenchUnavailable where the build fails, with what it said */
async function cpuSeconds({ name, folder, command }: BuildSite, { say }: BenchContext): Promise<number> {
  say(`building with ${name}`);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', NODE_OPTIONS: '--max-old-space-size=8192', ASTRO_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1', CI: '1' };
  // `times` of a shell (POSIX) prints its own times, then those of its children.
  const result = await runCommand('sh', ['-c', '"$@"; code=$?; times; exit $code', 'sh', ...command], { cwd: folder, env });
  const lines = result.kind === 'exited' ? result.lines : [result.error.message];
  if (result.kind !== 'exited' || result.code !== 0) throw new BenchUnavailable(`${name} does not build the notes. It said:\n${lines.slice(-SHOWN_LINES).join('\n')}`);
  const times = lines.findLast((line) => /^\d+m[\d.]+s \d+m[\d.]+s$/u.test(line));
  if (times === undefined) throw new BenchUnavailable(`the shell of this machine does not say what ${name} took: run the bench on Linux or macOS`);
  return [...times.matchAll(/(\d+)m([\d.]+)s/gu)].reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}
