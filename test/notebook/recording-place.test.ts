import { describe, expect, it } from 'vitest';
import { environmentKey, notebookFile, parseNotebookPath, recordingPlaceOf } from '../../src/notebook/recording-place.ts';

describe('a kind of machine', () => {
  it.each([
    ['NVIDIA H200', '9.0', 'nvidia-h200-sm90'],
    ['NVIDIA H100 80GB HBM3 MIG 1g.10gb', '9.0', 'nvidia-h100-80gb-hbm3-mig-1g-10gb-sm90'],
    ['NVIDIA GeForce RTX 4090', '8.9', 'nvidia-geforce-rtx-4090-sm89'],
    ['(unnamed)', null, 'unnamed'],
    [null, null, 'cpu'],
  ])('with %s of %s is called %s', (gpuName, computeCapability, key) => {
    expect(environmentKey({ gpuName, computeCapability })).toBe(key);
  });
});

describe('the file of a recording', () => {
  it('says of which note and machine it is', () => {
    for (const environment of [null, 'cpu', 'nvidia-h200-sm90']) {
      expect(parseNotebookPath(notebookFile('cuda/warps', environment))).toEqual({ noteId: 'cuda/warps', environment });
    }
    for (const path of ['notebooks/a.ipynb', 'notebooks/cuda/a.b.c.ipynb', 'notebooks/cuda/My notes.ipynb', 'notes/cuda/a.mdx']) {
      expect(parseNotebookPath(path), path).toBeNull();
    }
  });
});

describe('where a machine records', () => {
  it.each([
    ['nothing is recorded and it runs all', null, [], 'all', null],
    ['nothing is recorded and it runs some', null, [], 'some', 'cpu'],
    ['only its own lies beside', null, ['cpu'], 'all', 'cpu'],
    ['the reference is its own', 'cpu', [], 'some', null],
    ['the reference is of another', 'nvidia-h200-sm90', [], 'all', 'cpu'],
    ['the reference and its own are there', 'nvidia-h200-sm90', ['cpu'], 'all', 'cpu'],
  ] as const)('where %s', (_, reference, others, runs, place) => {
    expect(recordingPlaceOf('cpu', { reference, others }, runs)).toBe(place);
  });
});
