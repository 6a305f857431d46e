import { spawnSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bench, benchRow, BenchUnavailable, medianRow } from '../../scripts/bench/bench.ts';
import { formatBenchTable } from '../../scripts/bench/bench-table.ts';
import { byTurns } from '../../scripts/bench/by-turns.ts';
import { fetchPeer } from '../../scripts/bench/peer-package.ts';
import { percentile } from '../../scripts/bench/percentile.ts';
import { runBenches } from '../../scripts/bench/run-benches.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryRoot } from './temporary-root.ts';

function bench(...args: readonly string[]) {
  return spawnSync(process.execPath, [join(projectRoot, 'scripts', 'bench.ts'), ...args], { encoding: 'utf8' });
}

const row = benchRow({ name: 'one', ours: 12.36567, peer: 100, peerName: 'Peer 1.0', unit: 'ms' });

describe('npm run bench', () => {
  it('measures the bytes of search beside its peers and prints nothing but the rows; a peer that cannot be fetched says why', () => {
    const { status, stdout, stderr } = bench('--only', 'search-index', '--json');
    expect(stderr).toContain('✓ search-index');
    const [index = {}, offline = {}] = JSON.parse(stdout) as readonly Record<string, unknown>[];
    expect(Object.keys(index)).toEqual(['name', 'ours', 'peer', 'peerName', 'ratio', 'unit']);
    expect(index).toMatchObject({ name: 'search-index', unit: 'bytes', peerName: expect.stringMatching(/^MiniSearch \d+\.\d+\.\d+/u) as string });
    expect(Number(index['ratio']) / (Number(index['ours']) / Number(index['peer']))).toBeCloseTo(1, 2);
    expect(offline).toMatchObject({ name: 'search-offline', peerName: 'Pagefind 1.6.0' });
    expect(offline['ours']).toBeLessThan(140_000);
    expect(status).toBe(offline['peer'] === null ? 1 : 0);
  });

  it('lists every bench with what it measures', () => {
    const { status, stdout } = bench('--list');
    expect(status).toBe(0);
    expect(stdout.trim().split('\n').map((line) => line.split(': ')[0])).toEqual([
      'bytes-before-run', 'kernel-chunk', 'warm-run', 'warm-click', 'stock-click', 'cuda-cell', 'flood', 'flood-page', 'search-quality', 'search-query', 'search-index', 'build', 'build-growth',
    ]);
  });

  it('measures nothing for a name that there is not, and says which is nearest and which there are', () => {
    const { status, stdout, stderr } = bench('search-index', 'warm-rum', '--json');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('There is no bench "warm-rum". Did you mean warm-run?');
    expect(stderr).toContain('bytes-before-run, kernel-chunk');
  });

  it('refuses an option that it does not have', () => {
    const { status, stderr } = bench('--jason');
    expect(status).toBe(2);
    expect(stderr).toContain('--jason');
  });
});

describe('a run of benches', () => {
  const working: Bench = { name: 'working', describe: '', run: () => Promise.resolve([row]) };
  const failing = (error: Error): Bench => ({ name: 'failing', describe: '', run: () => Promise.reject(error) });
  const observer = (said: string[]) => ({
    begin: ({ name }: Bench) => {
      said.push(`${name} begins`);
      return { root: projectRoot, say: () => undefined };
    },
    ended: ({ name }: Bench, failure: { readonly reason: string } | null) => said.push(`${name}: ${failure?.reason ?? 'done'}`),
  });

  it('leaves out a bench that cannot run, keeps its reason, and goes on', async () => {
    const said: string[] = [];
    const report = await runBenches([failing(new BenchUnavailable('no network')), working], observer(said));
    expect(report).toEqual({ rows: [row], failures: [{ bench: 'failing', reason: 'no network' }] });
    expect(said).toEqual(['failing begins', 'failing: no network', 'working begins', 'working: done']);
  });

  it('shows where a faulty bench threw', async () => {
    const { failures } = await runBenches([failing(new TypeError('broken'))], observer([]));
    expect(failures[0]?.reason).toMatch(/^TypeError: broken\n\s+at /u);
  });
});

describe('sides that are measured by turns', () => {
  const say = () => undefined;

  it('begin each round with another, and warm-ups do not count', async () => {
    const turns: string[] = [];
    const side = (name: string) => () => Promise.resolve(turns.push(name));
    const result = await byTurns({ warmUps: 1, rounds: 2 }, { ours: side('ours'), peers: { raw: side('raw'), thebe: side('thebe') } }, say);
    expect(turns.join(' ')).toBe('ours raw thebe raw thebe ours thebe ours raw');
    expect(result).toEqual({
      ours: [6, 8], peers: { raw: { kind: 'measured', values: [4, 9] }, thebe: { kind: 'measured', values: [5, 7] } },
    });
  });

  it('go on without a peer that fails, whose row has our figure and the reason', async () => {
    let asked = 0;
    const failing = () => {
      asked += 1;
      return asked < 3 ? Promise.resolve(1) : Promise.reject(new BenchUnavailable('no kernel'));
    };
    const { ours, peers } = await byTurns({ warmUps: 0, rounds: 5 }, { ours: () => Promise.resolve(2), peers: { failing } }, say);
    expect(asked).toBe(3);
    const numbers = { ours: (value: number) => value, peer: (value: number) => value };
    const found = medianRow({ name: 'one', peerName: 'Peer 1.0', unit: 'ms' }, { ours, peer: peers.failing }, numbers);
    expect(found).toEqual({ name: 'one', ours: 2, peer: null, peerName: 'Peer 1.0', ratio: null, unit: 'ms', why: 'no kernel' });
    expect(formatBenchTable([found]).split('\n')[1]).toMatch(/^one +2 +- +ms +- +Peer 1\.0, not measured: no kernel$/u);
  });

  it('end where ours fails', async () => {
    const sides = { ours: () => Promise.reject(new Error('ours')), peers: {} };
    await expect(byTurns({ warmUps: 0, rounds: 1 }, sides, say)).rejects.toThrow('ours');
  });
});

describe('a peer from the registry', () => {
  it('that cannot be fetched is a bench that cannot run, and leaves nothing half done', async () => {
    const root = await temporaryRoot();
    const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${await findFreePort('127.0.0.1')}/` };
    const context = { root, say: () => undefined };
    const fetched = fetchPeer({ name: 'a-peer', version: '1.0.0' }, context, env);
    await expect(fetched).rejects.toThrow(BenchUnavailable);
    await expect(fetched).rejects.toThrow(/^npm pack a-peer@1\.0\.0 failed: connect this machine to the npm registry[\s\S]*ECONNREFUSED/u);
    expect(await readdir(join(root, '.warpnotes', 'peers'))).toEqual([]);
  });

  it('is fetched once', async () => {
    const root = await temporaryRoot();
    const folder = join(root, '.warpnotes', 'peers', 'a-peer-1.0.0');
    await mkdir(folder, { recursive: true });
    const context = { root, say: () => expect.unreachable('nothing is fetched') };
    expect(await fetchPeer({ name: 'a-peer', version: '1.0.0' }, context, { PATH: '' })).toBe(folder);
  });
});

describe('a row', () => {
  it('rounds times to four digits, keeps bytes whole, and has the ratio of what it shows', () => {
    expect(row).toEqual({ name: 'one', ours: 12.37, peer: 100, peerName: 'Peer 1.0', ratio: 0.124, unit: 'ms' });
    const bytes = benchRow({ name: 'two', ours: 123_456, peer: 41_152, peerName: 'Peer 1.0', unit: 'bytes' });
    expect(bytes).toMatchObject({ ours: 123_456, peer: 41_152, ratio: 3 });
  });

  it('is refused where the peer has measured nothing', () => {
    expect(() => benchRow({ name: 'none', ours: 1, peer: 0, peerName: 'Peer', unit: 's' })).toThrow(RangeError);
  });

  it('is a line of an aligned table', () => {
    const bytes = benchRow({ name: 'page-bytes', ours: 123_456, peer: 41_152, peerName: 'Another', unit: 'bytes' });
    expect(formatBenchTable([row, bytes])).toBe([
      'name           ours    peer  unit    ratio  measured beside',
      'one           12.37     100  ms     0.124x  Peer 1.0',
      'page-bytes  123,456  41,152  bytes      3x  Another',
    ].join('\n'));
  });
});

describe('a percentile', () => {
  it.each([[0, 1], [0.5, 3], [0.8, 4], [0.95, 5], [1, 5]])('of share %d of 1 to 5 is %d', (share, value) => {
    expect(percentile([5, 3, 1, 2, 4], share)).toBe(value);
  });
});
