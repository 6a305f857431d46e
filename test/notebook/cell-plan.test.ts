import { describe, expect, it } from 'vitest';
import { readNote } from '../../src/note/read-note.ts';
import { cellPlan, type MachineParts } from '../../src/notebook/cell-plan.ts';
import { noteText } from '../note/note-text.ts';

const machine: MachineParts = { gpuName: null, gpuCount: 0, nvccRelease: '13.0.88', torchVersion: null };

async function plan(body: string, needs: string, has: Partial<MachineParts> = {}) {
  const note = await readNote(noteText(body, { needs }), 'notes/cuda/sample.mdx', { id: 'cuda/sample', locale: 'en' });
  const { cells, unmet } = cellPlan(note, { ...machine, ...has });
  return [cells.map(({ cell, kind }) => `${cell.options.id} ${kind}`), unmet];
}

describe('the cells of a note that a machine runs', () => {
  const mixed = '```python run id=a needs=python\n```\n\n```cuda run id=b needs=nvcc\n```\n\n```python run id=c needs=torch\n```\n\n```python run id=d needs=python\n```';

  it('are those whose needs it meets, and that build on nothing it cannot run', async () => {
    expect(await plan(mixed, 'gpu')).toEqual([['a recorded', 'b recorded'], ['torch']]);
    expect(await plan(mixed, 'gpu', { nvccRelease: null })).toEqual([['a recorded'], ['nvcc', 'torch']]);
    expect(await plan(mixed, 'gpu', { torchVersion: '2.9' })).toEqual([['a recorded', 'b recorded', 'c recorded', 'd recorded'], []]);
  });

  it('are those too that name what they build on, below Python cells that it cannot run', async () => {
    const body = '```python run id=a\n```\n\n```python run id=b needs=gpu\n```\n\n```python run id=c uses=a\n```\n\n```python run id=d uses=b\n```';
    expect(await plan(body, 'python')).toEqual([['a recorded', 'c recorded'], ['gpu']]);
  });

  it('are none, with what is needed, where it meets no need', async () => {
    expect(await plan('```cuda run id=a\n```', 'gpu')).toEqual([[], ['gpu']]);
    expect(await plan('Only text.', 'gpu')).toEqual([[], []]);
  });

  it('are preceded by the programs for a GPU whose files they read, which are built and not recorded', async () => {
    const body = '```cuda run id=hello files=hello.cu\n```\n\n```cuda run id=other\n```\n\n```shell run id=stages needs=nvcc\n```';
    expect(await plan(body, 'gpu')).toEqual([['hello built', 'stages recorded'], ['gpu']]);
    expect(await plan(body, 'gpu', { nvccRelease: null })).toEqual([[], ['gpu', 'nvcc']]);
    expect(await plan(body, 'gpu', { gpuName: 'A GPU' })).toEqual([['hello recorded', 'other recorded', 'stages recorded'], []]);
  });

  it('count the GPUs', async () => {
    const pair = '```cuda run id=one gpus=4\n```\n\n```cuda run id=two gpus=2\n```';
    expect(await plan(pair, 'gpu')).toEqual([[], ['gpu']]);
    expect(await plan(pair, 'gpu', { gpuName: 'A GPU', gpuCount: 3 })).toEqual([['two recorded'], ['4 GPUs']]);
    expect(await plan(pair, 'gpu', { gpuName: 'A GPU', gpuCount: 4 })).toEqual([['one recorded', 'two recorded'], []]);
  });

  it('have PyTorch where they are several processes, and fewer GPUs where only the processes are counted', async () => {
    const body = '```python run id=ranks processes=2\n```\n\n```python run id=cards gpus=2\n```\n\n```python run id=after\n```';
    expect(await plan(body, 'python')).toEqual([['after recorded'], ['torch', '2 GPUs']]);
    expect(await plan(body, 'python', { torchVersion: '2.11' })).toEqual([['ranks recorded', 'after recorded'], ['2 GPUs']]);
    expect(await plan(body, 'python', { torchVersion: '2.11', gpuName: 'A GPU', gpuCount: 2 })).toEqual([['ranks recorded', 'cards recorded', 'after recorded'], []]);
  });
});
