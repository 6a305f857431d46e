import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CudaKernel, errorOf, fixture, hasEnded, messageOf, messagesOf, modes, sequenceOf,
} from './support/cuda-kernel.ts';
import { helperSource, KernelDriver } from './support/kernel-driver.ts';

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const anyNumber: unknown = expect.any(Number);
const oneLine: unknown = [expect.any(String)];

let kernel: CudaKernel;

beforeAll(async () => {
  kernel = await CudaKernel.start();
  await kernel.runMode('hello'); // the other tests use this build again
}, 60_000);

afterAll(() => kernel.shutdown(), 60_000);

describe('loading the helper', { timeout: 60_000 }, () => {
  test('leaves no history number and no names, twice too, and the working folder goes with the kernel', async () => {
    const fresh = await KernelDriver.start();
    const names = async (): Promise<readonly string[]> =>
      (await fresh.run('print(sorted(globals()))')).text('stdout').match(/'\w+'/g) ?? [];
    const before = await names();
    for (let round = 0; round < 2; round += 1) {
      const load = await fresh.execute(helperSource, { silent: true }).ended();
      expect(load.reply).toMatchObject({ status: 'ok' });
      expect(load.messages.filter(({ type }) => type !== 'status' && type !== 'execute_reply')).toEqual([]);
    }
    // IPython itself adds _i2 for the input of the second cell.
    expect((await names()).filter((name) => !before.includes(name))).toEqual(["'_i2'"]);

    const working = (await fresh.run('%%shell\npwd')).text('stdout').trim();
    expect(working).toMatch(/\/warpnotes-\w+$/);
    expect(existsSync(working)).toBe(true);
    await fresh.shutdown();
    expect(existsSync(working)).toBe(false);
  });
});

describe('a build of %%cuda', { timeout: 60_000 }, () => {
  test('is followed by the run, and says first that there is no device', async () => {
    const run = await kernel.run(modes.replace('hello from the host', 'hello again'));
    expect(sequenceOf(run).filter((part, index, all) => part !== all[index - 1]))
      .toEqual(['stderr', 'build', 'no-device', 'stdout', 'exit']);
    expect(run.text('stdout')).toBe('hello again\n');
    expect(messageOf(run, 'build')).toMatchObject({ cached: false, command: 'nvcc -arch=sm_90 modes.cu' });
    expect(messageOf(run, 'exit')).toMatchObject({ code: 0, signal: null });
    expect(run.reply.status).toBe('ok');
  });

  test('of an unchanged program comes from the cache, with warnings and resources, without ptxas lines', async () => {
    const run = await kernel.runMode('hello');
    const build = messageOf(run, 'build');
    expect(build.cached).toBe(true);
    expect(build.diagnostics).toEqual([{
      file: 'modes.cu', line: 12, column: 9, severity: 'warning',
      text: matching(/^#177-D: variable "never_used" was declared but never referenced\n +int never_used;\n/),
    }]);
    expect(build.resources).toEqual([{
      kernel: 'void reverse<32>(float*)', arch: 'sm_90', registers: anyNumber, spillStores: 0, spillLoads: 0,
      stackBytes: 0, sharedBytes: 128, constantBytes: anyNumber,
    }]);
    expect(run.text('stderr')).toContain('modes.cu(12): warning #177-D');
    expect(run.text('stderr')).not.toContain('ptxas');
  });

  test('that fails has the lines and columns of the cell, no folders, and ends in one line', async () => {
    const run = await kernel.run(`%%cuda --name broken -c "-O3"\n${fixture('error.cu')}`);
    const build = messageOf(run, 'build');
    expect(build.diagnostics).toMatchObject([
      {
        file: 'broken.cu', line: 4, column: 27, severity: 'error',
        text: matching(/^identifier "undeclared" is undefined\n/),
      },
      { file: 'broken.cu', line: 7, column: 37, severity: 'error' },
    ]);
    expect(build.command).toBe('nvcc -O3 -arch=sm_90 broken.cu');
    expect(JSON.stringify(build)).not.toMatch(/\/tmp|site-packages/);
    expect(run.text('stderr')).toContain('broken.cu(4): error');
    expect(errorOf(run)).toEqual({
      ename: 'CompileFailed', evalue: '2 errors in broken.cu', traceback: ['CompileFailed: 2 errors in broken.cu'],
    });
    expect(messagesOf(run).map(({ kind }) => kind)).toEqual(['build']);
  });

  test('includes headers that earlier cells have saved, and is made again when one changes', async () => {
    const header = await kernel.run('%%cuda --name header --save answer.cuh\nconstexpr int answer = 42;');
    expect(messagesOf(header)).toEqual([]);
    const program = '%%cuda --save user.cpp\n#include "answer.cuh"\nint main() { return answer; }';
    expect(errorOf(await kernel.run(program))).toMatchObject({ evalue: 'exit code 42' });
    await kernel.run('%%cuda --save answer.cuh\nconstexpr int answer = 43;');
    expect(errorOf(await kernel.run(program))).toMatchObject({ evalue: 'exit code 43' });
    expect(messageOf(await kernel.runMode('hello'), 'build').cached).toBe(true); // a program that does not include it
    expect((await kernel.run('%%shell\nls *.cu*; ls *.cpp')).text('stdout')).toBe('answer.cuh\nuser.cpp\n');
  });

  test('shows ptxas lines to those who ask for them, and makes no program with -cubin', async () => {
    const run = await kernel.run('%%cuda --name k -c "-cubin -Xptxas=-v -arch sm_80"\n__global__ void k() {}');
    expect(run.text('stderr')).toContain("ptxas info    : Compiling entry function '_Z1kv' for 'sm_80'");
    expect(messagesOf(run)).toMatchObject([{
      kind: 'build', command: 'nvcc -cubin -Xptxas=-v -arch sm_80 k.cu', resources: [{ kernel: 'k()', arch: 'sm_80' }],
    }]);
    expect((await kernel.run('%%shell\nls k.*')).text('stdout')).toBe('k.cubin\n');
  });

  test('is ended by an interrupt, with what nvcc had started', async () => {
    const run = await kernel.withNvcc('sleep 1000 & echo "$$ $!"; wait', {}, async () => {
      const started = kernel.driver.execute('%%cuda\nint main() {}');
      await started.shows('stdout', '\n');
      kernel.driver.interrupt();
      return started.ended();
    });
    expect(run.reply.ename).toBe('KeyboardInterrupt');
    expect(run.text('stdout').trim().split(' ').map(hasEnded)).toEqual([true, true]);
  });
});

describe('a program of %%cuda', { timeout: 60_000 }, () => {
  test('fails with its exit code', async () => {
    const run = await kernel.runMode('exit');
    expect(messageOf(run, 'exit')).toMatchObject({ code: 3, signal: null });
    expect(errorOf(run)).toMatchObject({ ename: 'ProgramFailed', evalue: 'exit code 3', traceback: oneLine });
    expect(run.reply.status).toBe('error');
  });

  test('has the name of its cell, where it fails an assertion of its own', async () => {
    const run = await kernel.run('%%cuda --name even-only\n#include <cassert>\nint main(int count, char **) { assert(count == 2); }');
    expect(run.text('stderr')).toMatch(/^even-only: even-only\.cu:2: .*Assertion `count == 2' failed/m);
    expect(messageOf(run, 'exit')).toMatchObject({ code: null, signal: 'SIGABRT' });
  });

  test('keeps what it printed before a segmentation fault, and the signal is named', async () => {
    const run = await kernel.runMode('crash');
    expect(run.text('stdout')).toBe('before the crash\n');
    expect(messageOf(run, 'exit')).toMatchObject({ code: null, signal: 'SIGSEGV' });
    expect(errorOf(run)).toMatchObject({ ename: 'ProgramFailed', evalue: 'killed by SIGSEGV' });
  });

  test('reads the file of its --stdin, which has to be there, and no input without one', async () => {
    const withInput = modes.replace('%%cuda', '%%cuda --stdin numbers.txt');
    await kernel.setVariables({ MODE: 'echo' });
    expect((await kernel.run(withInput)).reply)
      .toMatchObject({ ename: 'UsageError', evalue: matching(/--stdin numbers\.txt: there is no such file/) });
    await kernel.run('print("3 4 5", file=open("numbers.txt", "w"))');
    expect((await kernel.run(withInput)).text('stdout')).toBe('3 4 5\n');
    expect((await kernel.run(modes)).text('stdout')).toBe('');
  });

  test('has stdout and stderr told apart, and every line once', async () => {
    const run = await kernel.runMode('streams');
    expect(run.text('stdout')).toBe('1 stdout\n3 stdout without newline\n5 stdout\n');
    expect(run.text('stderr').endsWith('2 stderr\n4 stderr\n')).toBe(true);
  });

  test('shows its output while it is still running', async () => {
    const file = join(kernel.folder, 'stream');
    const run = await kernel.startMode('stream', file);
    await run.shows('stdout', 'first\n');
    expect(run.text('stdout')).toBe('first\n');
    await writeFile(file, '');
    expect((await run.ended()).text('stdout')).toBe('first\nsecond\n');
  });

  test('may split UTF-8 over two writes; carriage returns stay and wrong bytes are visible', async () => {
    const file = join(kernel.folder, 'split');
    const run = await kernel.startMode('split', file);
    await run.shows('stderr', 'half');
    await run.shows('stdout', 'caf');
    await writeFile(file, '');
    expect((await run.ended()).text('stdout')).toBe('café\r\n\ufffd\n');
  });

  test('can print 100,000 lines, which come whole and in few messages', async () => {
    const run = await kernel.runMode('flood');
    const lines = run.text('stdout').split('\n');
    expect(lines).toHaveLength(100_001);
    expect(lines[99_999]).toBe('line 99999 of a long output');
    expect(run.messages.filter(({ type }) => type === 'stream').length).toBeLessThan(200);
  });

  test('is ended by an interrupt, with its forked child, even if they ignore SIGINT', async () => {
    const run = await kernel.startMode('endless');
    await run.shows('stdout', '\n');
    const pids = run.text('stdout').trim().split(' ');
    expect(pids.map(hasEnded)).toEqual([false, false]);
    kernel.driver.interrupt();
    await run.ended();
    expect(errorOf(run)).toMatchObject({ ename: 'KeyboardInterrupt', traceback: oneLine });
    expect(pids.map(hasEnded)).toEqual([true, true]);
  });
});

describe('the options', { timeout: 60_000 }, () => {
  test.each(['../answer.cu', 'a/b.cu', '..', '.hidden', ''])('refuse to save as %j', async (name) => {
    const run = await kernel.run(`%%cuda --save "${name}"\nint main() {}`);
    expect(run.reply).toMatchObject({ ename: 'UsageError', evalue: matching(/--save takes a plain file name/) });
    expect(messagesOf(run)).toEqual([]);
  });

  test('name the one that is unknown, and a timeout that is no number', async () => {
    expect((await kernel.run('%%cuda --fast\nint main() {}')).reply)
      .toMatchObject({ ename: 'UsageError', evalue: matching(/no option --fast/) });
    expect((await kernel.run('%%shell --timeout soon\ntrue')).reply)
      .toMatchObject({ ename: 'UsageError', evalue: matching(/'soon'/) });
  });
});

describe('%%shell', { timeout: 60_000 }, () => {
  test('has nvcc and the disassemblers on PATH, no input, and keeps the order of the writes', async () => {
    const run = await kernel.run('%%shell\nnvcc --version | tail -2 | head -1\necho one\necho two >&2\necho three\n'
      + 'command -v cuobjdump nvdisasm | wc -l\ncat && echo no input');
    expect(run.text('stdout')).toMatch(/^Cuda compilation tools.*\none\ntwo\nthree\n2\nno input\n$/);
    expect(messageOf(run, 'exit')).toMatchObject({ code: 0 });
  });

  test('compiles and links with nvcc, runs in the folder of the other cells, and so does Python', async () => {
    await kernel.run('%%cuda --save value.h\n#define VALUE 5');
    await kernel.run('open("tiny.cpp", "w").write("#include <value.h>\\nint main() { return VALUE; }")');
    const run = await kernel.run('%%shell\nnvcc -I. -cudart shared tiny.cpp -o tiny && ./tiny');
    expect(errorOf(run)).toEqual({
      ename: 'ShellFailed', evalue: 'exit code 5', traceback: ['ShellFailed: exit code 5'],
    });
  });

  test('ends a script and its children after its timeout', async () => {
    const run = await kernel.run('%%shell --timeout 0.5\nsleep 1000 & echo $$ $!\nwait');
    expect(errorOf(run)).toMatchObject({ ename: 'TimedOut', evalue: '0.5 seconds' });
    expect(run.text('stdout').trim().split(' ').map(hasEnded)).toEqual([true, true]);
  });
});
