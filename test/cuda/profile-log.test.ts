import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bottleneck, readProfileLog } from '../../src/cuda/profile-log.ts';
import { projectRoot } from '../support/project-root.ts';

/** What Nsight Compute 2025.3.1 wrote on an H200. */
const recorded = (name: string): string => readFileSync(join(projectRoot, 'test/fixtures/cuda/tools', `${name}.log`), 'utf8');

it('a profile has the shares of what the GPU can do, the time, the occupancy and the shape of the launch', () => {
  const { profiles, refusal } = readProfileLog(recorded('ncu'));
  expect(refusal).toBeNull();
  expect(profiles).toEqual([{
    kernel: 'void saxpy<float>(int, T1, const T1 *, T1 *)', block: '(256, 1, 1)', grid: '(262144, 1, 1)', launches: 1, seconds: 234_656e-9,
    compute: 34.23, memory: 69.69, dram: 69.69, l2: 78.38, l1: 18.47,
    achievedOccupancy: 74.44, theoreticalOccupancy: 100, registers: 16, sharedBytes: 0,
  }]);
  expect(profiles.map(bottleneck)).toEqual(['memory']);
});

it('launches of one kernel and shape are one profile, with the mean of each', () => {
  const rows = recorded('ncu').split('\n');
  const second = rows.filter((row) => row.startsWith('"0"')).map((row) => row.replace('"0"', '"1"').replace('"34.23"', '"36.23"'));
  const { profiles: [profile, ...more] } = readProfileLog([...rows, ...second].join('\n'));
  expect(more).toEqual([]);
  expect(profile).toMatchObject({ launches: 2, memory: 69.69 });
  expect(profile?.compute).toBeCloseTo(35.23);
});

it('a program without a kernel has none, and refusals are told apart', () => {
  expect(readProfileLog(recorded('ncu-no-kernel'))).toEqual({ profiles: [], refusal: null });
  expect(readProfileLog('==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the target device 0.').refusal).toBe('permission');
  expect(readProfileLog('==ERROR== Failed to initialize the profiler: LibraryNotLoaded').refusal).toBe('unsupported');
});

it.each([
  [80, 30, 'compute'], [30, 80, 'memory'], [70, 75, 'balanced'], [20, 59.9, 'latency'],
])('%d %% of arithmetic and %d %% of memory are held back by: %s', (compute, memory, expected) => {
  expect(bottleneck({ compute, memory })).toBe(expected);
});
