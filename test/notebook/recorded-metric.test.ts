import { describe, expect, it } from 'vitest';
import type { IOutput } from '../../src/output/output.ts';
import { environmentLine } from '../../src/notebook/environment-line.ts';
import { recordedMetric } from '../../src/notebook/recorded-metric.ts';
import type { RecordedCell } from '../../src/notebook/recording-state.ts';
import { testCell } from '../support/test-cell.ts';
import { cellRecording, environment } from './recordings.ts';

const cell = { ...testCell('cuda', 'sweep', '', { metrics: true }), line: 1, digest: 'd', dependsOn: [] };
const printed = (...texts: readonly string[]): RecordedCell => {
  const outputs = texts.map((text): IOutput => ({ output_type: 'stream', name: 'stdout', text }));
  return { state: 'fresh', cell, recording: cellRecording('sweep', outputs) };
};

describe('recordedMetric', () => {
  it('finds the number that a cell printed under a label, across the pieces of its output', () => {
    expect(recordedMetric(printed('stride 1: 2 cyc', 'les\nstride 32: 79.80 cycles\n'), 'stride 32'))
      .toEqual({ label: 'stride 32', value: 79.8, text: '79.80', unit: 'cycles' });
    expect(recordedMetric(printed('stride 1: 2 cyc', 'les\n'), 'stride 1')?.unit).toBe('cycles');
  });

  it('refuses a cell that is not marked metrics', () => {
    const plain = { ...testCell('cuda', 'sweep', ''), line: 1, digest: 'd', dependsOn: [] };
    expect(() => recordedMetric({ state: 'missing', cell: plain }, 'a')).toThrow('not marked metrics');
  });

  it('has nothing to say of a cell whose recording is stale or missing', () => {
    expect(recordedMetric({ state: 'stale', cell }, 'stride 32')).toBeNull();
    expect(recordedMetric({ state: 'missing', cell }, 'stride 32')).toBeNull();
  });

  it('refuses a label that no line has, and lists those there are', () => {
    expect(() => recordedMetric(printed('stride 1: 2 cycles\n'), 'stride 2')).toThrow('cell sweep printed 0 lines labelled "stride 2"; it has "stride 1"');
  });

  it('refuses a label that two lines have', () => {
    expect(() => recordedMetric(printed('a: 1\na: 2\n'), 'a')).toThrow('printed 2 lines labelled "a"');
  });
});

describe('environmentLine', () => {
  it('says on what and when a recording was made, in both languages', () => {
    expect(environmentLine(environment, 'en')).toBe('Recorded on NVIDIA H200 · nvcc 13.0.88 · driver 580.105.08 · 2026-03-04');
    expect(environmentLine(environment, 'zh-cn')).toBe('录制环境：NVIDIA H200 · nvcc 13.0.88 · 驱动 580.105.08 · 2026-03-04');
  });

  it('counts GPUs where there are several', () => {
    expect(environmentLine({ ...environment, gpuCount: 4 }, 'en')).toMatch(/^Recorded on 4 × NVIDIA H200 · /u);
  });

  it('says that there is no GPU, and leaves out what the machine has not', () => {
    const bare = { ...environment, gpuName: null, gpuCount: 0, driverVersion: null, nvccRelease: null };
    expect(environmentLine(bare, 'en')).toBe('Recorded without a GPU · 2026-03-04');
    expect(environmentLine(bare, 'zh-cn')).toBe('录制环境：无 GPU · 2026-03-04');
  });
});
