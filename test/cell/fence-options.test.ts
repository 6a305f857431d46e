import { describe, expect, it } from 'vitest';
import { parseFenceOptions } from '../../src/cell/fence-options.ts';

describe('parseFenceOptions', () => {
  it('leaves a fence without run alone', () => {
    expect(parseFenceOptions('title="a.cu" {1-3}')).toEqual({ kind: 'static' });
    expect(parseFenceOptions('')).toEqual({ kind: 'static' });
  });

  it('reads every option beside the presentational ones of Expressive Code', () => {
    const meta = 'run id=stride-sweep nvcc="-O3 -DNAME=\\"x\\"" files=tile.cuh stdin=n.txt uses=a,b needs=gpu timeout=90 ' +
      'hide expect-error metrics gpus=2 processes=4 kernel same="*parameters; loss ±5%" title="a b.cu" wrap {3-5} "mark" ins={2}';
    expect(parseFenceOptions(meta)).toEqual({
      kind: 'cell',
      options: {
        id: 'stride-sweep', nvccArgs: '-O3 -DNAME="x"', files: 'tile.cuh', stdin: 'n.txt', uses: ['a', 'b'], needs: 'gpu',
        timeoutSeconds: 90, hide: true, expectError: true, metrics: true, gpus: 2, processes: 4, kernel: true,
        same: [{ pattern: '*parameters', kind: 'equal' }, { pattern: 'loss', kind: { tolerance: 0.05, relative: true } }],
      },
    });
  });

  it('names the nearest option and its offset when one is unknown', () => {
    expect(parseFenceOptions('run id=a metric')).toEqual({
      kind: 'problem',
      problem: { message: 'unknown fence option "metric"', hint: 'did you mean "metrics"?', offset: 9 },
    });
  });

  it.each([
    ['run', 'a runnable cell has no id'],
    ['run id=Stride', 'id=Stride is not valid'],
    ['run id=a files=../x.cu', 'files=../x.cu is not valid'],
    ['run id=a stdin=../n.txt', 'stdin=../n.txt is not valid'],
    ['run id=a timeout=0', 'timeout=0 is not valid'],
    ['run id=a needs=gpus', 'needs=gpus is not valid'],
    ['run id=a processes=0', 'processes=0 is not valid'],
    ['run id=a gpus=1.5', 'gpus=1.5 is not valid'],
    ['run id=a same="loss;"', 'same=loss; is not valid'],
    ['run id=a same="!loss ±5%"', 'same=!loss ±5% is not valid'],
  ])('refuses %s', (meta, message) => {
    const result = parseFenceOptions(meta);
    expect(result.kind === 'problem' && result.problem.message).toBe(message);
  });
});
