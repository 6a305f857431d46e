import * as v from 'valibot';
import { expect, it } from 'vitest';
import { lookOf } from '../../scripts/cases/cell-look.ts';
import { gpuRecordings, type GpuRecording } from '../../scripts/cases/gpu-recording.ts';
import { cudaMessageSchema } from '../../src/cuda/cuda-message.ts';
import { CUDA_MIME_TYPE } from '../../src/cuda/cuda-mime-type.ts';
import type { CudaFailure } from '../../src/output/cuda-failure.ts';
import { outputLabels } from '../../src/output/labels-of-all.ts';
import { findingMarks } from '../../src/output/render-tools.ts';
import { projectRoot } from '../support/project-root.ts';

/** What the helper published of real cells on an H200 (`npm run record:gpu-runs`), and what a page must make of it. */
const recordings = await gpuRecordings(projectRoot);

interface Understood {
  readonly failure: CudaFailure | null;
  readonly says: readonly (string | RegExp)[];
  /** Lines of the cell at which a tool has found something. */
  readonly marks?: readonly number[];
}

const UNDERSTOOD: Readonly<Record<string, Understood>> = {
  'device-assert': { failure: 'assert', says: ['Assertion `threadIdx.x < n` failed', 'exit code 1'] },
  'invalid-configuration': { failure: 'unchecked-launch', says: ['0 0 0 0'] },
  'memory-held-by-kernel': { failure: 'memory', says: [/Who holds the memory of the GPU.*100\.5 GiB python3.*this kernel/u] },
  'memory-held-by-orphan': { failure: 'memory', says: [/Who holds the memory of the GPU.*left over.*kill \d+/u] },
  'no-image': { failure: 'no-image', says: ['cudaErrorNoKernelImageForDevice'] },
  'out-of-memory': { failure: 'memory', says: ['cell.cu:5: out of memory'] },
  'printf-in-time': { failure: 'unchecked-launch', says: [/before\s+thread 0\s+thread 1\s+after: no error/u] },
  'printf-without-sync': { failure: 'lost-printf', says: ['host is done'] },
  'sticky-error': { failure: 'sticky', says: ['first: an illegal memory access', 'then: an illegal memory access'] },
  'tool-initcheck': { failure: null, says: ['initcheck found 1 mistake', 'by 16 threads, the first of them (16,0,0)'], marks: [3] },
  'tool-memcheck': { failure: null, says: ['memcheck found 1 mistake', 'called from cell.cu:8 scale(float *, int)', '2 calls after it failed for the same reason'], marks: [4] },
  'tool-memcheck-clean': { failure: null, says: ['31 no error', /memcheck.*found nothing/u], marks: [] },
  'tool-ncu': { failure: null, says: [/void saxpy<float>.*mean of 3 launches.*DRAM\s*\d+\.\d %.*Held back by memory/u] },
  'tool-racecheck': { failure: null, says: ['racecheck found 1 mistake'], marks: [4, 5] },
  'tool-synccheck': { failure: null, says: ['synccheck found 1 mistake', 'Invalid arguments'], marks: [5] },
  'torch-after-device-assert': { failure: 'poisoned-assert', says: ['device-side assert triggered'] },
  'torch-device-assert': { failure: 'poisoned-assert', says: ['Assertion `srcIndex < srcSelectDimSize` failed', 'AcceleratorError'] },
  'torch-extension-device-printf': { failure: null, says: [/^python 1\s+from C\s+thread 0\s+thread 1\s+python 2\s*$/u] },
  'torch-extension-printf': { failure: null, says: [/^python 1\s+from C\s+python 2\s*$/u] },
  'torch-out-of-memory': { failure: 'memory', says: ['Tried to allocate 200.00 GiB', /Who holds the memory of the GPU.*this kernel/u] },
};

/** The lines that a tool's findings mark in the cell. */
function markedLines({ outputs }: GpuRecording): readonly number[] {
  return outputs.flatMap((output) => {
    const message = v.safeParse(cudaMessageSchema, 'data' in output ? output.data[CUDA_MIME_TYPE] : null);
    return message.success && message.output.kind === 'check'
      ? findingMarks(message.output, message.output.file, outputLabels.en).map(({ line }) => line) : [];
  });
}

it('every recorded cell is looked at here', () => {
  expect([...recordings.keys()].toSorted()).toEqual(Object.keys(UNDERSTOOD));
});

it.each(Object.entries(UNDERSTOOD))('a page understands what an H200 printed: %s', (name, { failure, says, marks = [] }) => {
  const recording = recordings.get(name);
  if (!recording) throw new Error('there is no such recording');
  const look = lookOf(recording);
  const shown = look.text.replace(/\s+/gu, ' ');
  expect(look.failure).toBe(failure);
  for (const part of says) expect(shown).toMatch(part);
  expect(markedLines(recording)).toEqual(marks);
});
