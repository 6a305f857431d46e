import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CudaKernel, errorOf, hasEnded, messageOf, messagesOf } from './support/cuda-kernel.ts';
import type { Execution } from './support/kernel-driver.ts';

const standIn = fileURLToPath(new URL('../fixtures/torch-stand-in', import.meta.url));
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

let kernel: CudaKernel;
let folder: string;

// PyTorch's own torchrun where the kernel's Python has it (PYTHONPATH counts), else one that starts and ends ranks as it does.
beforeAll(async () => {
  kernel = await CudaKernel.start();
  const found = await kernel.run(`import sys, os, importlib.util
if not importlib.util.find_spec('torch'):
    sys.path.append(${JSON.stringify(standIn)})
    importlib.invalidate_caches()
    os.environ['PYTHONPATH'] = os.pathsep.join(filter(None, [os.environ.get('PYTHONPATH'), ${JSON.stringify(standIn)}]))
print(os.getcwd())`);
  folder = found.text('stdout').trim();
});
afterAll(() => kernel.shutdown());

const ranks = (code: string, options = '--processes 2'): Execution => kernel.driver.execute(`%%torchrun --name ddp ${options}\n${code}`);
const linesOf = (run: Execution, stream: string): readonly string[] => run.text(stream).split('\n').filter((line) => line !== '').sort();
const left = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('.ranks'));

describe('%%torchrun', { timeout: 120_000 }, () => {
  test('runs a cell as ranks that know each other and find the modules of the folder; their lines carry their rank', async () => {
    await kernel.run('open("shared.py", "w").write("answer = 42")');
    const run = await ranks(`import os, sys, shared
print('rank', os.environ['RANK'], 'of', os.environ['WORLD_SIZE'], shared.answer)
print('to stderr', file=sys.stderr)
print('[rank%s]: said once' % os.environ['RANK'])
print('no newline', end='')`).ended();
    expect(linesOf(run, 'stdout')).toEqual([
      '[rank0]: no newline', '[rank0]: rank 0 of 2 42', '[rank0]: said once',
      '[rank1]: no newline', '[rank1]: rank 1 of 2 42', '[rank1]: said once',
    ]);
    expect(linesOf(run, 'stderr')).toEqual(['[rank0]: to stderr', '[rank1]: to stderr']);
    expect(messagesOf(run)).toMatchObject([{ kind: 'exit', code: 0, signal: null }]);
    expect(errorOf(run)).toBeUndefined();
    expect(left()).toEqual([]);
  });

  test('shows lines while the ranks run, and gives a progress bar its row', async () => {
    const file = join(kernel.folder, 'ranks-go-on');
    const run = ranks(`import os, time
rank = os.environ['RANK']
if rank == '1':
    while not os.path.exists(${JSON.stringify(file)}): time.sleep(0.02)
    print('after the bar')
else:
    print('50 %', end='\\r', flush=True)
    print('60 %', end='\\r', flush=True)
    while not os.path.exists(${JSON.stringify(file)} + '-end'): time.sleep(0.02)`);
    await run.shows('stdout', '50 %');
    writeFileSync(file, '');
    await run.shows('stdout', 'after the bar');
    writeFileSync(`${file}-end`, '');
    await run.ended();
    expect(run.text('stdout')).toMatch(/^\[rank0\]: 50 %\r(?:\[rank0\]: 60 %\r)?\n\[rank1\]: after the bar\n(?:\[rank0\]: 60 %\r\n)?$/);
  });

  test('says which rank failed first, with its traceback in the lines of the cell, and ends the others', async () => {
    const run = await ranks(`import os, time
if os.environ['RANK'] == '1':
    raise ValueError('no gradient')
print(os.getpid(), flush=True)
time.sleep(600)`).ended();
    expect(run.text('stderr')).toContain('[rank1]:   File "ddp-cell.py", line 3, in <module>\n');
    expect(run.text('stderr')).toContain('[rank1]: ValueError: no gradient\n');
    expect(run.text('stderr')).not.toMatch(/torch\/distributed|ChildFailedError|warpnotes-/);
    expect(messageOf(run, 'exit')).toMatchObject({ code: 1, signal: null, rank: 1 });
    expect(errorOf(run)).toMatchObject({ ename: 'RanksFailed', evalue: 'rank 1: exit code 1', traceback: ['RanksFailed: rank 1: exit code 1'] });
    for (const [, pid = ''] of run.text('stdout').matchAll(/: (\d+)$/gmu)) expect(hasEnded(pid)).toBe(true);
    expect(left()).toEqual([]);
  });

  test('names the signal that ended a rank', async () => {
    const run = await ranks('import os, time\nif os.environ["RANK"] == "0": os.kill(os.getpid(), 11)\ntime.sleep(600)').ended();
    expect(messageOf(run, 'exit')).toMatchObject({ code: null, signal: 'SIGSEGV', rank: 0 });
    expect(errorOf(run)).toMatchObject({ evalue: 'rank 0: killed by SIGSEGV' });
  });

  test('is ended by an interrupt with all that the ranks have started, even if they ignore it', async () => {
    const run = ranks(`import os, signal, subprocess, time
for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, signal.SIG_IGN)
print(os.getpid(), subprocess.Popen(['sleep', '1000']).pid, flush=True)
time.sleep(600)`);
    await run.shows('stdout', '[rank0]: ');
    await run.shows('stdout', '[rank1]: ');
    const pids = [...run.text('stdout').matchAll(/\[rank\d\]: (\d+) (\d+)/gu)].flatMap(([, rank = '', child = '']) => [rank, child]);
    expect(pids.map(hasEnded)).toEqual([false, false, false, false]);
    kernel.driver.interrupt();
    await run.ended();
    expect(errorOf(run)).toMatchObject({ ename: 'KeyboardInterrupt' });
    expect(pids.map(hasEnded)).toEqual([true, true, true, true]);
    expect(left()).toEqual([]);
  });

  test('is ended by its timeout', async () => {
    const run = await ranks('import time\ntime.sleep(600)', '--processes 2 --timeout 4').ended();
    expect(errorOf(run)).toMatchObject({ ename: 'TimedOut', evalue: '4 seconds' });
    expect(left()).toEqual([]);
  });

  test('refuses numbers that are none, more GPUs than there are, and a Python without PyTorch', async () => {
    expect((await ranks('pass', '--processes two').ended()).reply).toMatchObject({ ename: 'UsageError', evalue: matching(/--processes takes a whole number from 1 on, not 'two'/) });
    expect(errorOf(await ranks('pass', '--processes 2 --gpus 2').ended())).toMatchObject({ ename: 'RanksFailed', evalue: 'this cell needs 2 GPUs, and the kernel sees none' });
    await kernel.run('from importlib import util\nfind, util.find_spec = util.find_spec, lambda name: None');
    expect(errorOf(await ranks('pass').ended())).toMatchObject({ ename: 'RanksFailed', evalue: matching(/^PyTorch is missing: .*pip install torch$/) });
    await kernel.run('util.find_spec = find');
  });
});
