import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { occupancyOf, registerSteps, resources, sharedPerBlock, smLimits, smOf, type BlockNeeds, type SmLimits }
  from '../../src/cuda/occupancy.ts';
import { projectPython } from '../support/project-python.ts';

const run = promisify(execFile);
const KIB = 1024;

const needs = (part: Partial<BlockNeeds> = {}): BlockNeeds =>
  ({ threads: 256, registers: 32, staticShared: 0, dynamicShared: 0, barriers: 1, ...part });

describe("NVIDIA's header", () => {
  let folder: string;
  let header: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'occupancy-test-'));
    header = join(folder, 'header');
    await run('g++', ['-O1', '-I', await includeFolder(), join(import.meta.dirname, 'occupancy-header.cpp'), '-o', header]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('agrees on the blocks and on every single limit, for each compute capability and more than 10,000 launches', async () => {
    const launches = smLimits.flatMap((limits) => launchesOn(limits).map((launch) => ({ limits, launch })));
    expect(launches.length).toBeGreaterThan(10_000);
    const answers = await ask(header, launches.map(({ limits, launch }) => lineOf(limits, launch)));
    const ours = launches.map(({ limits, launch }) => {
      const { blocks, limits: allowed } = occupancyOf(limits, launch);
      return [blocks, ...resources.map((resource) => (Number.isFinite(allowed[resource]) ? allowed[resource] : -1))].join(' ');
    });
    const differences = launches.flatMap(({ limits, launch }, index) =>
      (ours[index] === answers[index] ? [] : [`${limits.computeCapability} ${JSON.stringify(launch)}: ${ours[index]}, header ${answers[index]}`]));
    expect(differences.slice(0, 5)).toEqual([]);
  });
});

describe('the steps', () => {
  it('on compute capability 9.0 with 256 threads are 32, 40, 48, 64, 80, 128 and 255 registers', () => {
    expect(registerSteps(smOf('9.0'), needs()).map(({ from, to, occupancy }) => [from, to, occupancy.blocks, occupancy.share])).toEqual([
      [1, 32, 8, 1], [33, 40, 6, 0.75], [41, 48, 5, 0.625], [49, 64, 4, 0.5], [65, 80, 3, 0.375], [81, 128, 2, 0.25], [129, 255, 1, 0.125],
    ]);
  });

  it('cover 1 to 255 registers without a gap for every block size', () => {
    for (const limits of smLimits) {
      for (let threads = 1; threads <= 1024; threads += 41) {
        const steps = registerSteps(limits, needs({ threads }));
        expect([steps[0]?.from, steps.at(-1)?.to]).toEqual([1, 255]);
        steps.slice(1).forEach((step, index) => {
          expect(step.from).toBe((steps[index]?.to ?? NaN) + 1);
        });
      }
    }
  });
});

describe('on compute capability 9.0', () => {
  const hopper = (part: Partial<BlockNeeds>) => occupancyOf(smOf('9.0'), needs(part));

  it('17 blocks with 12 KiB fit, not 19, as 1 KiB a block is reserved; larger blocks run out of warps first', () => {
    expect([32, 64, 96, 128, 256].map((threads) => hopper({ threads, dynamicShared: 12 * KIB }).blocks)).toEqual([17, 17, 17, 16, 8]);
    expect(hopper({ threads: 32, dynamicShared: 12 * KIB })).toMatchObject({ sharedTaken: 13 * KIB, limiters: ['shared'] });
  });

  it('40 registers give 48 warps, not the 51 that 65,536 registers would do for', () => {
    expect(hopper({ threads: 96, registers: 40 })).toMatchObject({ blocks: 16, warps: 48, warpsWithRegisters: 12, limiters: ['registers'] });
  });

  it('names all resources that are used up at once', () => {
    expect(hopper({ threads: 64 }).limiters).toEqual(['warps', 'blocks', 'registers']);
  });

  it('counts the barriers of the blocks, 64 of them', () => {
    expect(hopper({ threads: 32, barriers: 16 })).toMatchObject({ blocks: 4, limiters: ['barriers'] });
  });

  it('takes no block with more than 1,024 threads, more than 227 KiB, or warps without registers', () => {
    expect(hopper({ threads: 1025 })).toMatchObject({ blocks: 0, limiters: ['warps'] });
    expect(hopper({ dynamicShared: sharedPerBlock(smOf('9.0')) }).blocks).toBe(1);
    expect(hopper({ dynamicShared: sharedPerBlock(smOf('9.0')) + 1 })).toMatchObject({ blocks: 0, limiters: ['shared'] });
    expect(hopper({ threads: 1024, registers: 65 })).toMatchObject({ blocks: 0, limiters: ['registers'] });
  });
});

it('an unknown compute capability is an error that names the known ones', () => {
  expect(() => smOf('6.1')).toThrow(/no compute capability 6\.1: known are 7\.5, .*12\.1/u);
});

/** Block sizes that fill warps and that do not, registers around every step, and shared memory up to all of it. */
function launchesOn(limits: SmLimits): readonly BlockNeeds[] {
  const most = sharedPerBlock(limits);
  const registers = [0, 1, 16, 24, 31, 32, 33, 40, 41, 48, 49, 63, 64, 65, 72, 80, 81, 96, 128, 129, 168, 255, 256, 257];
  const threads = [1, 31, 32, 33, 64, 96, 100, 128, 160, 192, 224, 256, 288, 384, 480, 512, 640, 768, 992, 1000, 1024, 1056];
  const shared = [
    [0, 0], [1, 0], [0, 4 * KIB], [1000, 11 * KIB], [0, 12 * KIB], [48 * KIB, 0], [4 * KIB, 50_001], [0, most], [128, most],
  ] as const;
  return [
    ...threads.flatMap((each) => registers.map((count) => needs({ threads: each, registers: count }))),
    ...threads.flatMap((each) => shared.flatMap(([staticShared, dynamicShared]) =>
      [24, 40].map((count) => needs({ threads: each, registers: count, staticShared, dynamicShared })))),
    ...threads.flatMap((each) => [0, 2, 3, 5, 16].map((barriers) => needs({ threads: each, barriers }))),
  ];
}

function lineOf(limits: SmLimits, { threads, registers, staticShared, dynamicShared, barriers }: BlockNeeds): string {
  const chip = [...limits.computeCapability.split('.'), limits.warps * 32, limits.shared, limits.reservedPerBlock];
  return [...chip, threads, registers, staticShared, dynamicShared, barriers].join(' ');
}

async function ask(program: string, lines: readonly string[]): Promise<readonly string[]> {
  const answer = run(program, [], { maxBuffer: 1 << 26 });
  answer.child.stdin?.end(`${lines.join('\n')}\n`);
  return (await answer).stdout.trimEnd().split('\n');
}

/** Where the toolkit's wheel has its headers, in the Python of the checkout. */
async function includeFolder(): Promise<string> {
  const { stdout } = await run(await projectPython(), ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']);
  const nvidia = join(stdout.trim(), 'nvidia');
  const folders = (await readdir(nvidia)).map((name) => join(nvidia, name, 'include'));
  for (const folder of folders) {
    if (existsSync(join(folder, 'cuda_occupancy.h'))) return folder;
  }
  throw new Error(`no cuda_occupancy.h in the packages under ${nvidia}`);
}
