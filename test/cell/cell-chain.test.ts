import { describe, expect, it } from 'vitest';
import { cellDependencies, cellDigests, cellsToRunBefore } from '../../src/cell/cell-chain.ts';
import { testCell } from '../support/test-cell.ts';

const note = [
  testCell('cuda', 'hello', 'int main() {}', { files: 'hello.cu' }),
  testCell('python', 'first', 'a = 1'),
  testCell('cuda', 'alone', 'int main() { return 0; }'),
  testCell('shell', 'stages', 'nvcc --dryrun hello.cu'),
  testCell('python', 'second', 'print(a)', { uses: ['alone'] }),
];

const changed = async (index: number, change: Partial<(typeof note)[number]>): Promise<readonly number[]> => {
  const before = await cellDigests(note);
  const after = await cellDigests(note.map((cell, at) => (at === index ? { ...cell, ...change } : cell)));
  return before.flatMap((digest, at) => (digest === after[at] ? [] : [at]));
};

describe('cellDependencies', () => {
  it('ties Python cells to the Python cells before them, and all cells to named files and to what they use', () => {
    const ids = note.map((_, index) => cellDependencies(note, index).map((cell) => cell.options.id));
    expect(ids).toEqual([[], ['hello'], ['hello'], ['hello'], ['hello', 'first', 'alone']]);
  });
});

describe('cellsToRunBefore', () => {
  const before = (cells: typeof note): readonly string[] => cellsToRunBefore(cells, cells.length - 1).map(({ options }) => options.id);

  it('takes of Python cells those that are named alone, and theirs', () => {
    const chain = [
      testCell('python', 'first', 'a = 1'), testCell('python', 'second', 'b = a', { uses: ['first'] }), testCell('python', 'slow', '', { needs: 'gpu' }),
      testCell('cuda', 'header', '', { files: 'tile.cuh' }), testCell('python', 'third', 'print(b)', { uses: ['second'] }),
    ];
    expect(before(chain)).toEqual(['first', 'second', 'header']);
    expect(before([...chain, testCell('python', 'last', 'print(b)')])).toEqual(['first', 'second', 'slow', 'header', 'third']);
  });

  it('takes all Python cells where only files are named', () => {
    expect(before(note)).toEqual(['hello', 'first', 'alone']);
  });
});

describe('processes of their own', () => {
  it('share no names with the Python cells around them, only files', () => {
    const chain = [
      testCell('cuda', 'header', '', { files: 'tile.cuh' }), testCell('python', 'before', 'a = 1'),
      testCell('python', 'ranks', 'print(1)', { gpus: 2 }), testCell('python', 'more', 'print(1)', { processes: 2, uses: ['before'] }),
      testCell('python', 'after', 'print(a)'), testCell('python', 'peer', 'print(a)', { gpus: 2, processes: 1 }),
    ];
    const ids = chain.map((_, index) => cellDependencies(chain, index).map((cell) => cell.options.id));
    expect(ids.slice(2)).toEqual([['header'], ['header', 'before'], ['header', 'before'], ['header', 'before', 'after']]);
  });

  it('are another cell when their number changes', async () => {
    const digest = async (processes: number | null) => (await cellDigests([testCell('python', 'a', '', { processes })]))[0];
    expect(new Set(await Promise.all([digest(null), digest(2), digest(4)])).size).toBe(3);
  });
});

describe('kernel cells', () => {
  const chain = [
    testCell('python', 'before', 'n = 8'), testCell('cuda', 'header', '', { files: 'tile.cuh' }), testCell('cuda', 'saxpy', '__global__ void saxpy() {}', { kernel: true }),
    testCell('cuda', 'program', 'int main() {}'), testCell('python', 'ranks', 'pass', { processes: 2 }), testCell('python', 'launch', 'kernels.saxpy[1, 1]()'),
  ];

  it('have their functions called by the Python cells below, and read named files', () => {
    expect(chain.map((_, index) => cellDependencies(chain, index).map((cell) => cell.options.id)))
      .toEqual([[], [], ['header'], ['header'], ['header'], ['before', 'header', 'saxpy']]);
  });

  it('make the Python cells below stale when they change', async () => {
    const before = await cellDigests(chain);
    const after = await cellDigests(chain.map((cell) => (cell.options.kernel ? { ...cell, source: '__global__ void saxpy(int n) {}' } : cell)));
    expect(chain.filter((_, index) => before[index] !== after[index]).map(({ options }) => options.id)).toEqual(['saxpy', 'launch']);
  });
});

describe('cellsToRunBefore', () => {
  it('has what the dependencies themselves depend on, in the order of the note', () => {
    const chain = [
      testCell('cuda', 'a', 'int main() {}'),
      testCell('cuda', 'between', 'int main() {}'),
      testCell('shell', 'b', 'cat a.csv > b.csv', { uses: ['a'] }),
      testCell('python', 'c', 'open("b.csv")', { uses: ['b'] }),
    ];
    expect(cellsToRunBefore(chain, 3).map((cell) => cell.options.id)).toEqual(['a', 'b']);
  });
});

describe('cellDigests', () => {
  it('changes for an edited Python cell and the Python cells after it', async () => {
    expect(await changed(1, { source: 'a = 2' })).toEqual([1, 4]);
  });

  it('changes for an edited named file and everything that may include it', async () => {
    expect(await changed(0, { source: 'int main() { return 1; }' })).toEqual([0, 1, 2, 3, 4]);
  });

  it('changes for a cell whose files another one uses', async () => {
    expect(await changed(2, { source: 'int main() { return 7; }' })).toEqual([2, 4]);
  });

  it('changes with the options that change what runs', async () => {
    const options = note[2]?.options;
    if (!options) throw new Error('the note has a third cell');
    expect(await changed(2, { options: { ...options, nvccArgs: '-O3' } })).toEqual([2, 4]);
    expect(await changed(2, { options: { ...options, stdin: 'n.txt' } })).toEqual([2, 4]);
  });

  it('does not change with the look of a cell', async () => {
    const options = note[2]?.options;
    if (!options) throw new Error('the note has a third cell');
    expect(await changed(2, { options: { ...options, hide: true, metrics: true } })).toEqual([]);
  });
});
