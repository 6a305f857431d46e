import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CudaMessage, RunTool } from '../../src/cuda/cuda-message.ts';
import type { Locale } from '../../src/i18n/locale.ts';
import { outputLabels } from '../../src/output/labels-of-all.ts';
import { cudaHtml } from '../../src/output/render-cuda.ts';
import { findingMarks } from '../../src/output/render-tools.ts';
import { projectRoot } from '../support/project-root.ts';
import { visibleText } from './fixture-outputs.ts';

const log = (name: string): string => readFileSync(join(projectRoot, 'test/fixtures/cuda/tools', `${name}.log`), 'utf8');
const check = (tool: RunTool, name: string, file = `${name}.cu`) => ({ kind: 'check', tool, file, log: log(name) }) as const;
const html = (message: CudaMessage, locale: Locale = 'en'): string => cudaHtml(message, outputLabels[locale]);
const text = (message: CudaMessage, locale: Locale = 'en'): string => visibleText(html(message, locale)).replace(/\s+/gu, ' ');

describe('a run under compute-sanitizer', () => {
  it('lists what was found with its place, its threads and its callers, and folds calls that only report it', () => {
    const shown = text(check('memcheck', 'memcheck'));
    expect(shown).toContain('memcheck found 1 mistake');
    expect(shown).toContain('Access outside of an allocation memcheck.cu:4 Invalid __global__ write of size 4 bytes, Access to');
    expect(shown).toContain('by thread (100,0,0) in block (0,0,0)');
    expect(shown).toContain('called from memcheck.cu:9 scale(float *, int)');
    expect(shown).toContain('2 calls after it failed for the same reason.');
    expect(text(check('memcheck', 'memcheck'), 'zh-cn')).toContain('memcheck 发现 1 处错误');
    expect(text(check('initcheck', 'initcheck'))).toContain('by 16 threads, the first of them (16,0,0)');
  });

  it('says what a tool looked at that found nothing, and that it could not look', () => {
    expect(text(check('racecheck', 'clean-racecheck'))).toContain('no two threads of this run were in a race for shared memory');
    expect(text({ kind: 'check', tool: 'memcheck', file: 'a.cu', log: '========= Device not supported\n' })).toContain('compute-sanitizer does not work on this machine');
    expect(text({ kind: 'check', tool: 'memcheck', file: 'a.cu', log: '========= COMPUTE-SANITIZER\n' })).toContain('may not be all');
  });

  it('marks the lines of the cell, both of a race, and none of another file', () => {
    const marks = (tool: RunTool, name: string, file = `${name}.cu`) => findingMarks(check(tool, name), file, outputLabels.en).map(({ line }) => line);
    expect([marks('memcheck', 'memcheck'), marks('racecheck', 'racecheck'), marks('synccheck', 'synccheck'), marks('memcheck', 'memcheck', 'b.cu')])
      .toEqual([[4], [5, 6], [14], []]);
    expect(findingMarks(check('memcheck', 'memcheck'), 'memcheck.cu', outputLabels.en)[0]?.html).toContain('<code class="cuda-place">memcheck</code>');
  });
});

describe('a run under ncu', () => {
  it('is a table against what the GPU can do, and what holds the kernel back', () => {
    const shown = html(check('ncu', 'ncu'));
    expect(shown).toContain('<meter min="0" max="100" value="69.7" aria-label="DRAM">69.7 %</meter>');
    expect(text(check('ncu', 'ncu'))).toMatch(/void saxpy<float>.*Compute \(SM\)34\.2 %.*Time of a launch234\.7 µsHeld back by memory/u);
    expect(findingMarks(check('ncu', 'ncu'), 'ncu.cu', outputLabels.en)).toEqual([]);
  });

  it('says that the driver keeps the counters to administrators, with what they can do', () => {
    const refused = { kind: 'check', tool: 'ncu', file: 'a.cu', log: '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission' } as const;
    expect(text(refused)).toContain('NVreg_RestrictProfilingToAdminUsers=0');
    expect(text(refused, 'zh-cn')).toContain('驱动不允许此用户读取性能计数器');
    expect(text(check('ncu', 'ncu-no-kernel'))).toContain('No kernel ran');
  });
});

it('a tool that is not there, and those who hold the memory, are said with what to do', () => {
  expect(text({ kind: 'no-tool', tool: 'ncu', searched: ['PATH'] })).toMatch(/ncu was not found.*Nsight Compute.*PATH/u);
  const holders = { kind: 'memory', processes: [
    { pid: 2596, name: 'python3', bytes: 118_654_763_008, role: 'orphan' }, { pid: 7, name: null, bytes: 2 ** 30, role: 'unseen' },
  ] } as const;
  expect(text(holders)).toMatch(/110\.5 GiB python3, process 2596: left over: .*kill 2596 .*1\.0 GiB a process outside of this container/u);
  expect(text(holders, 'zh-cn')).toContain('遗留进程');
});
