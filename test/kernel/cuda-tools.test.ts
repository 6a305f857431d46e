import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CudaKernel, errorOf, fixture, messagesOf } from './support/cuda-kernel.ts';
import type { Execution } from './support/kernel-driver.ts';

/** A compiler whose programs print and end with 3. */
const NVCC = 'echo "$@" > "$ARGUMENTS"; printf "#!/bin/sh\\necho ran\\nexit 3" > "${!#}"; chmod +x "${!#}"';
/** A tool that runs its last argument and writes what the real one wrote on an H200. */
const TOOL = `#!/bin/bash
echo "$@" > "$ARGUMENTS.tool"
while [ "$1" != --log-file ]; do shift; done
cp "$RECORDED" "$2"
"$3"
`;

let kernel: CudaKernel;
let tools: string;

beforeAll(async () => {
  kernel = await CudaKernel.start();
  tools = join(kernel.folder, 'tools');
  await mkdir(tools);
  for (const name of ['compute-sanitizer', 'ncu']) {
    await writeFile(join(tools, name), TOOL);
    await chmod(join(tools, name), 0o755);
  }
  for (const name of ['memcheck.log', 'ncu.log']) await writeFile(join(kernel.folder, name), fixture(`tools/${name}`));
}, 60_000);

afterAll(() => kernel.shutdown(), 60_000);

const runUnder = (tool: string, recorded: string): Promise<Execution> => {
  const variables = { PATH: `${tools}:/usr/bin:/bin`, ARGUMENTS: join(kernel.folder, 'arguments'), RECORDED: join(kernel.folder, recorded) };
  return kernel.withNvcc(NVCC, variables, () => kernel.run(`%%cuda --name memcheck --tool ${tool} -c "-O2"\nint main() {}`));
};

const argumentsOf = async (name: string): Promise<string> => (
  (await kernel.run(`print(open(${JSON.stringify(join(kernel.folder, name))}).read())`)).text('stdout')
);

describe('a program under a tool', { timeout: 60_000 }, () => {
  test('is built with its lines, prints as without it, ends as it does, and is followed by what the tool wrote', async () => {
    const run = await runUnder('memcheck', 'memcheck.log');
    expect(messagesOf(run).map(({ kind }) => kind)).toEqual(['build', 'no-device', 'check', 'exit']);
    expect(messagesOf(run)[2]).toEqual({ kind: 'check', tool: 'memcheck', file: 'memcheck.cu', log: fixture('tools/memcheck.log') });
    expect(run.text('stdout')).toBe('ran\n');
    expect(errorOf(run)).toMatchObject({ ename: 'ProgramFailed', evalue: 'exit code 3' });
    expect(await argumentsOf('arguments')).toMatch(/^-O2 -lineinfo -arch=sm_90 /u);
    expect(await argumentsOf('arguments.tool')).toMatch(/^--tool memcheck --print-limit 100 --log-file \S+ \S+$/mu);
  });

  test('is profiled at the clocks of the machine, a few launches of it', async () => {
    const run = await runUnder('ncu', 'ncu.log');
    expect(messagesOf(run).find(({ kind }) => kind === 'check')).toMatchObject({ tool: 'ncu', file: 'memcheck.cu' });
    expect(await argumentsOf('arguments.tool')).toMatch(/^--clock-control none --launch-count 24 --csv --page details --print-units base --section SpeedOfLight/mu);
  });

  test('does not run where the tool is not, and where it is none', async () => {
    const variables = { PATH: '/usr/bin:/bin', CUDA_HOME: '', CUDA_PATH: '', ARGUMENTS: join(kernel.folder, 'arguments') };
    await kernel.run('import sys; kept = list(sys.path); sys.path[:] = [p for p in kept if "-packages" not in p]');
    const missing = await kernel.withNvcc(NVCC, variables, () => kernel.run('%%cuda --tool racecheck\nint main() {}'));
    await kernel.run('sys.path[:] = kept');
    expect(messagesOf(missing)).toMatchObject([{ kind: 'no-tool', tool: 'compute-sanitizer' }]);
    expect(missing.text('stdout')).toBe('');
    const wrong = await kernel.run('%%cuda --tool valgrind\nint main() {}');
    expect(errorOf(wrong) ?? wrong.text('stderr')).toEqual(expect.stringContaining('--tool is one of memcheck racecheck synccheck initcheck ncu'));
  });
});

test('options of nvcc may stand in the first line as they do in a shell', async () => {
  const variables = { ARGUMENTS: join(kernel.folder, 'arguments') };
  await kernel.withNvcc(NVCC, variables, () => kernel.run('%%cuda -O3 -std c++20 -c "-DA=1"\nint main() { return 1; }'));
  expect(await argumentsOf('arguments')).toMatch(/^-DA=1 -O3 -std c\+\+20 -arch=sm_90 /u);
}, 60_000);

test('after an allocation that failed, the holders of the memory are named: this kernel, one that is left over, and one out of sight', async () => {
  const orphan = await kernel.run(`import subprocess, sys
leaver = "import subprocess; print(subprocess.Popen(['sleep', '60'], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).pid)"
left = int(subprocess.run([sys.executable, '-c', leaver], capture_output=True, text=True).stdout)
print(open('/proc/1/cmdline').read().replace(chr(0), ' '))`);
  const run = await kernel.run(`import ctypes, os
class Nvml:
    def nvmlDeviceGetCount_v2(self, count): count._obj.value = 1
    def nvmlDeviceGetHandleByIndex_v2(self, index, device): device._obj.value = 1
    def nvmlDeviceGetComputeRunningProcesses_v3(self, device, count, processes):
        for place, (pid, used) in enumerate([(os.getpid(), 5 << 30), (left, 7 << 30), (4194303, 1 << 30)]):
            processes[place].pid, processes[place].used = pid, used
        count._obj.value = 3
        return 0
real = get_ipython().warpnotes_state.nvml
get_ipython().warpnotes_state.nvml = Nvml
os.environ.pop('CUDA_VISIBLE_DEVICES')
raise RuntimeError('CUDA out of memory. Tried to allocate 60.00 GiB.')`);
  await kernel.run('get_ipython().warpnotes_state.nvml = real; os.environ["CUDA_VISIBLE_DEVICES"] = "-1"; os.kill(left, 9)');
  // Who takes in what is left over depends on the first process of the machine.
  const adopts = !/jupyter|notebook|python/u.test(orphan.text('stdout'));
  expect(messagesOf(run)).toMatchObject([{
    kind: 'memory', processes: [
      { name: 'sleep', bytes: 7 * 2 ** 30, role: adopts ? 'orphan' : 'other' },
      { bytes: 5 * 2 ** 30, role: 'kernel' },
      { pid: 4194303, name: null, bytes: 2 ** 30, role: 'unseen' },
    ],
  }]);
}, 60_000);
