import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { KernelSession } from '../../src/kernel/kernel-session.ts';
import { type Bench, type BenchContext, BenchUnavailable, medianRow } from './bench.ts';
import { byTurns } from './by-turns.ts';
import { type KernelPair, withKernelPair } from './kernel-pair.ts';

const TOOLS = `import json; t = get_ipython().warpnotes_state.tools; nvcc = t.find_nvcc()[0]
arch = 'sm_%d%d' % tuple(t.gpu()['capability'] or (9, 0))
print(json.dumps({'nvcc': nvcc, 'release': t.nvcc_release(nvcc), 'environment': t.tool_environment(nvcc), 'arch': arch}))`;

/** The compiler of a kernel, as its cells use it. */
const toolsSchema = z.object({
  nvcc: z.string().nullable(), release: z.string().nullable(), environment: z.record(z.string(), z.string()), arch: z.string(),
});
type Tools = z.infer<typeof toolsSchema> & { readonly nvcc: string; readonly folder: string };

const FEW = { warmUps: 1, rounds: 5 };
const MANY = { warmUps: 2, rounds: 15 };

/** Prints its process id. Where it is told to, it first takes memory of a GPU if there is one, and then waits to be ended. */
const program = (mark: number): string => `#include <cstdio>
#include <unistd.h>
__global__ void mark(int *where) { *where = ${mark}; }
int main() {
#ifdef WAIT
  void *memory;
  cudaMalloc(&memory, size_t(1) << 30);
#endif
  std::printf("%d\\n", int(getpid()));
  std::fflush(stdout);
#ifdef WAIT
  pause();
#endif
}
`;
const KERNEL = (mark: number): string => `__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i] + ${mark};
}
`;

export const cudaCell: Bench = {
  name: 'cuda-cell',
  describe: 'a CUDA cell beside nvcc and its program in a shell: built and run, run again, to the first line, from Stop to gone; ' +
    'an edited kernel cell beside cuda.core',
  run: (context) => withKernelPair(context, (pair) => measure(pair, context)),
};

async function measure({ session, raw }: KernelPair, { say }: BenchContext) {
  const tools = await toolsOf(session);
  let mark = 0;
  const next = (): number => (mark += 1);
  try {
    const shell = `nvcc ${tools.release ?? ''} in a shell`;
    say('built and run');
    const cold = await byTurns(FEW, {
      ours: async () => (await runCell(session, cell(program(next())))).complete,
      peers: { shell: () => inShell(tools, program(next())) },
    }, say);
    await inShell(tools, program(0));
    await runCell(session, cell(program(0)));
    const built = join(tools.folder, 'program');
    say('run again, and to the first line');
    const again = await byTurns(MANY, {
      ours: () => runCell(session, cell(program(0))), peers: { shell: () => runProgram(built, tools) },
    }, say);
    say('from Stop to gone');
    await compile(tools, program(0), ['-DWAIT'], 'waiting');
    const waiting = cell(program(0), ' -c "-DWAIT"');
    const stopped = await byTurns(FEW, {
      ours: () => stopCell(session, waiting), peers: { shell: () => stopProgram(join(tools.folder, 'waiting'), tools) },
    }, say);
    say('an edited kernel');
    const edit = await byTurns(MANY, {
      ours: async () => (await runCell(session, `%%kernel --name edited\n${KERNEL(next())}`)).complete,
      peers: { core: async () => 1000 * (await raw.run(coreCode(KERNEL(next()), tools.arch))).complete },
    }, say);
    const itself = { ours: Number, peer: Number };
    const run = { peerName: 'the program in a shell', unit: 'ms' as const };
    const times = { ours: again.ours, peer: again.peers.shell };
    return [
      medianRow({ name: 'cuda-build-and-run', peerName: shell, unit: 'ms' }, { ours: cold.ours, peer: cold.peers.shell }, itself),
      medianRow({ name: 'cuda-run-again', ...run }, times, { ours: ({ complete }) => complete, peer: ({ whole }) => whole }),
      medianRow({ name: 'cuda-first-line', ...run }, times, { ours: ({ first }) => first, peer: ({ first }) => first }),
      medianRow({ name: 'cuda-stop', ...run }, { ours: stopped.ours, peer: stopped.peers.shell }, itself),
      medianRow({ name: 'kernel-cell-edit', peerName: 'cuda.core', unit: 'ms' }, { ours: edit.ours, peer: edit.peers.core }, itself),
      medianRow({ name: 'kernel-cell-against-nvcc', peerName: shell, unit: 'ms' }, { ours: edit.ours, peer: cold.peers.shell }, itself),
    ];
  } finally {
    await rm(tools.folder, { recursive: true });
  }
}

const cell = (source: string, options = ''): string => `%%cuda --name bench${options}\n${source}`;

/** Compiles a source through cuda.core alone, as a kernel cell does. */
function coreCode(source: string, arch: string): string {
  return `from cuda.core import Program, ProgramOptions\ncode = Program(${JSON.stringify(source)}, 'c++', ProgramOptions(arch='${arch}')).compile('cubin')`;
}

async function toolsOf(session: KernelSession): Promise<Tools> {
  let text = '';
  await session.execute(TOOLS, { message: ({ header, content }) => { if (header.msg_type === 'stream') text += (content as { text: string }).text; } });
  const tools = toolsSchema.parse(JSON.parse(text));
  if (tools.nvcc === null) throw new BenchUnavailable('The kernel finds no nvcc: the wheels that npm start installs are for Linux.');
  return { ...tools, nvcc: tools.nvcc, folder: await mkdtemp(join(tmpdir(), 'warpnotes-bench-')) };
}

/** Milliseconds from sending a cell that ends well to its first line and to its end. */
async function runCell(session: KernelSession, code: string): Promise<{ readonly first: number; readonly complete: number }> {
  const started = performance.now();
  let first = Infinity;
  const { outcome } = await session.execute(code, {
    message: ({ header, content }) => {
      if (header.msg_type === 'stream' && (content as { name: string }).name === 'stdout') first = Math.min(first, performance.now() - started);
    },
  });
  if (outcome !== 'ok') throw new Error(`the cell ended as ${outcome}`);
  return { first, complete: performance.now() - started };
}

/** Milliseconds from Stop until the program of a cell is gone. */
async function stopCell(session: KernelSession, code: string): Promise<number> {
  const pid = Promise.withResolvers<number>();
  const ended = session.execute(code, {
    message: ({ header, content }) => {
      const { name, text } = content as { readonly name?: string; readonly text?: string };
      if (header.msg_type === 'stream' && name === 'stdout') pid.resolve(Number(text));
    },
  });
  void ended.then(({ outcome }) => { pid.reject(new Error(`the cell ended as ${outcome} before it was stopped`)); });
  const process = await pid.promise;
  const started = performance.now();
  await session.stop();
  while (isAlive(process)) await wait(1);
  const milliseconds = performance.now() - started;
  await ended;
  return milliseconds;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Milliseconds for compiling and running a program by hand. */
async function inShell(tools: Tools, source: string): Promise<number> {
  const started = performance.now();
  await compile(tools, source, [], 'program');
  await runProgram(join(tools.folder, 'program'), tools);
  return performance.now() - started;
}

async function compile({ nvcc, arch, folder, environment }: Tools, source: string, flags: readonly string[], name: string): Promise<void> {
  await writeFile(join(folder, `${name}.cu`), source);
  const child = spawn(nvcc, [...flags, `-arch=${arch}`, `${name}.cu`, '-o', name], { cwd: folder, env: environment, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`nvcc ended with ${String(code)}`);
}

async function runProgram(path: string, { environment }: Tools): Promise<{ readonly first: number; readonly whole: number }> {
  const started = performance.now();
  let first = Infinity;
  const child = spawn(path, { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.on('data', () => { first = Math.min(first, performance.now() - started); });
  await new Promise((resolve) => child.once('close', resolve));
  return { first, whole: performance.now() - started };
}

/** Milliseconds from SIGINT, as of Ctrl-C, until the program is gone. */
async function stopProgram(path: string, { environment }: Tools): Promise<number> {
  const child = spawn(path, { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const started = performance.now();
  child.kill('SIGINT');
  await new Promise((resolve) => child.once('close', resolve));
  return performance.now() - started;
}
