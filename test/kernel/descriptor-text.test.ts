import { afterAll, beforeAll, expect, test } from 'vitest';
import { CudaKernel } from './support/cuda-kernel.ts';

let kernel: CudaKernel;

beforeAll(async () => {
  kernel = await CudaKernel.start();
  await kernel.run('import ctypes, os, subprocess, sys, threading, time; libc = ctypes.CDLL(None)');
}, 60_000);

afterAll(() => kernel.shutdown(), 60_000);

test('what C code prints last in a cell is there when the cell ends, however late a thread of the kernel comes to show it', async () => {
  const run = await kernel.run(`quick, main = sys.stdout.write, threading.current_thread()
def slow(text):
    time.sleep(0 if threading.current_thread() is main else 0.5)
    return quick(text)
sys.stdout.write = slow
libc.puts(b'whole'); time.sleep(0.05); libc.printf(b'and its last line')`);
  expect(run.text('stdout')).toBe('whole\nand its last line');
  expect((await kernel.run('print(1)')).text('stdout')).toBe('1\n');
}, 60_000);

test('what C code, a child and Python print stands in the order in which it was printed, around displays and errors too', async () => {
  const run = await kernel.run(`for turn in range(3): print('python', turn); libc.printf(b'C %d\\n', turn)
subprocess.run(['echo', 'child']); print()
libc.printf(b'before the display'); display(1); print('after it')
libc.puts(b'before the error'); 1 / 0`);
  const shown = run.messages.flatMap(({ type, content }) => (type === 'stream' ? [String(content.text)] : /display_data|error/u.test(type) ? [`<${type}>`] : []));
  expect(shown.join('')).toBe('python 0\nC 0\npython 1\nC 1\npython 2\nC 2\nchild\n\nbefore the display<display_data>after it\nbefore the error\n<error>');
}, 60_000);

test('much of it comes whole, letters of several bytes too, and code that keeps the lock of Python may print 800 kB', async () => {
  const counts = "print('.', end='')";
  const many = await kernel.run(`libc.printf(b'%s', '\\u20ac'.encode() * 300000); ${counts}`);
  expect(many.text('stdout') === `${'€'.repeat(300_000)}.`).toBe(true);
  const locked = await kernel.run(`ctypes.PyDLL(None).printf(b'%s', b'8 bytes\\n' * 100000); ${counts}`);
  expect(locked.text('stdout') === `${'8 bytes\n'.repeat(100_000)}.`).toBe(true);
}, 60_000);
