import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  architectureName, architectures, capabilities, flagsFor, nvccTakes, ptxasTakes, readFlags, type Architecture,
} from '../../src/figures/gencode-flags.ts';
import { bestImage, gpuColumns, imageUse } from '../../src/figures/image-grid.ts';
import { projectRoot } from '../support/project-root.ts';

const BIN = join(projectRoot, '.venv/lib/python3.11/site-packages/nvidia/cu13/bin');
const run = promisify(execFile);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gencode-'));
  await writeFile(join(folder, 'k.cu'), '__global__ void k() {}\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** What a program says, on both streams; null where it fails. */
async function saidBy(program: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(join(BIN, program), args, { cwd: folder });
    return stdout + stderr;
  } catch {
    return null;
  }
}

/** The images that nvcc would pack, as `SASS 90` and `PTX 90`; null where it refuses. */
async function packed(flags: string): Promise<readonly string[] | null> {
  const said = await saidBy('nvcc', ['-dryrun', '-c', ...flags.split(' ').filter(Boolean), 'k.cu', '-o', 'k.o']);
  return said === null ? null
    : [...said.matchAll(/--image3=kind=(\w+),sm=(\w+)/gu)].map(([, kind, sm]) => `${kind === 'elf' ? 'SASS' : 'PTX'} ${sm}`).sort();
}

function modelled(flags: string): readonly string[] | null {
  const result = readFlags(flags);
  return result.kind === 'problem' ? null
    : result.images.map(({ kind, ...architecture }) => `${kind} ${architectureName(architecture)}`).sort();
}

const pairs = architectures.flatMap((virtual) => architectures.map((real) => [virtual, real] as const));

/** Two at a time: the programs are short, and there may be two cores. */
async function wrongPairs(takes: (virtual: Architecture, real: Architecture) => Promise<boolean>): Promise<readonly string[]> {
  const queue = [...pairs];
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let pair = queue.pop(); pair; pair = queue.pop()) {
      if (!(await takes(...pair))) wrong.push(`${architectureName(pair[0])} to ${architectureName(pair[1])}`);
    }
  };
  await Promise.all([work(), work()]);
  return wrong;
}

describe('nvcc and ptxas agree with the figure', () => {
  it('on every pair of a virtual and a real architecture that nvcc is asked for', { timeout: 120_000 }, async () => {
    expect(pairs).toHaveLength(529);
    expect(await wrongPairs(async (virtual, real) => {
      const flags = `-gencode arch=compute_${architectureName(virtual)},code=sm_${architectureName(real)}`;
      const [seen, taken] = [await packed(flags), nvccTakes(virtual, real)];
      if ((seen !== null) !== taken) return false;
      return seen === null || !ptxasTakes(virtual, real) || JSON.stringify(seen) === JSON.stringify(modelled(flags));
    })).toEqual([]);
  });

  it('on every pair that ptxas is asked for', { timeout: 120_000 }, async () => {
    await Promise.all(architectures.map((virtual) => writeFile(join(folder, `${architectureName(virtual)}.ptx`),
      `.version 9.0\n.target sm_${architectureName(virtual)}\n.address_size 64\n.visible .entry k() { ret; }\n`)));
    expect(await wrongPairs(async (virtual, real) => {
      const said = await saidBy('ptxas', [`-arch=sm_${architectureName(real)}`, '-o', '/dev/null', `${architectureName(virtual)}.ptx`]);
      return (said !== null) === ptxasTakes(virtual, real);
    })).toEqual([]);
  });

  it('on what every short form packs, and on what it refuses', async () => {
    const forms = [
      '', '-arch=all', '-arch=all-major', '-arch=compute_80 -code=sm_86,compute_80', '-arch=sm_80 -gencode arch=compute_90,code=sm_90',
      '-arch=sm_80 -code=sm_86', '-code=sm_90', '-arch=sm_81', '-gencode arch=compute_80', '-gencode arch=sm_80,code=sm_80',
      '-gencode arch=compute_90,code=compute_80', '-gencode arch=compute_80,code=[sm_80,sm_86,compute_80]',
      ...architectures.flatMap((each) => [`-arch=sm_${architectureName(each)}`, `-arch=compute_${architectureName(each)}`]),
      flagsFor([75, 80, 90]), flagsFor([120]),
    ];
    const wrong: string[] = [];
    for (const flags of forms) {
      if (JSON.stringify(await packed(flags)) !== JSON.stringify(modelled(flags))) wrong.push(flags);
    }
    expect(wrong).toEqual([]);
  });

  it('on what cuobjdump finds in an object file', async () => {
    const flags = '-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=[sm_90,compute_90]';
    expect(await saidBy('nvcc', ['-c', ...flags.split(' '), 'k.cu', '-o', 'k.o'])).not.toBeNull();
    const found = `${await saidBy('cuobjdump', ['--list-elf', 'k.o'])}${await saidBy('cuobjdump', ['--list-ptx', 'k.o'])}`;
    const images = [...found.matchAll(/^(ELF|PTX) file .*\.sm_(\w+)\.(?:cubin|ptx)/gmu)].map(([, kind, sm]) => `${kind === 'ELF' ? 'SASS' : 'PTX'} ${sm}`);
    expect(images.sort()).toEqual(modelled(flags));
  });
});

describe('flags for GPUs', () => {
  it('give each of them code of its own, and PTX to every later one', () => {
    const sets = gpuColumns.flatMap(({ capability: a }) => gpuColumns.map(({ capability: b }) => [a, b]));
    for (const gpus of sets) {
      const result = readFlags(flagsFor(gpus));
      if (result.kind === 'problem') throw new Error(`${gpus.join()}: ${result.problem.kind}`);
      for (const gpu of gpus) {
        const best = bestImage(result.images, gpu);
        expect(best).toMatchObject({ kind: 'SASS', capability: gpu });
      }
      for (const gpu of capabilities.filter((each) => each > Math.max(...gpus))) {
        expect(result.images.some((image) => imageUse(image, gpu) !== 'refuses'), `${gpus.join()} on ${gpu}`).toBe(true);
      }
    }
  });
});

it('says what is wrong with flags, and where', () => {
  const problemOf = (flags: string) => {
    const result = readFlags(flags);
    return result.kind === 'problem' ? [result.problem.kind, result.problem.at] : null;
  };
  expect(problemOf('-arch=sm_95')).toEqual(['unknown-architecture', 'sm_95']);
  expect(problemOf('-O3')).toEqual(['unknown-option', '-O3']);
  expect(problemOf('-gencode arch=compute_90,code=sm_80')).toEqual(['nvcc', 'arch=compute_90,code=sm_80']);
  expect(problemOf('-gencode arch=compute_90a,code=sm_100a')).toEqual(['ptxas', 'arch=compute_90a,code=sm_100a']);
  expect(problemOf('-gencode "arch=compute_90,code=[sm_90,compute_90]"')).toBeNull();
  expect(problemOf('-gencode')).toEqual(['no-code', '-gencode']);
});
