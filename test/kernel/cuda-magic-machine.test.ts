import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CudaKernel, errorOf, fixture, messageOf, messagesOf } from './support/cuda-kernel.ts';
import type { Execution } from './support/kernel-driver.ts';

const ENVIRONMENT_MIME = 'application/vnd.warpnotes.environment+json';
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

let kernel: CudaKernel;

beforeAll(async () => {
  kernel = await CudaKernel.start();
}, 60_000);

afterAll(() => kernel.shutdown(), 60_000);

describe('with a device', { timeout: 60_000 }, () => {
  let run: Execution;
  let environment: Execution;

  beforeAll(async () => {
    await kernel.run(`%%shell\ncat > fake_driver.c <<'END'\n${fixture('fake_driver.c')}END
gcc -shared -fPIC fake_driver.c -o libcuda.so.1 && cp libcuda.so.1 libnvidia-ml.so.1 && rm fake_driver.c`);
    const folder = (await kernel.run('%%shell\npwd')).text('stdout').trim();
    const script = 'printf "#!/bin/sh\\necho ran" > "${!#}"; chmod +x "${!#}"';
    await kernel.withNvcc(script, { LD_LIBRARY_PATH: folder, CUDA_VISIBLE_DEVICES: '0,1' }, async () => {
      run = await kernel.run('%%cuda -n old -t -p -l ncu -a "--set full" -g shared -c "-lineinfo"\nint main() {}');
      environment = await kernel.run('%warpnotes_environment');
    });
  });

  test('programs are built for the first one, and the options of nvcc4jupyter are taken', () => {
    expect(run.text('stdout')).toBe('ran\n');
    expect(messageOf(run, 'build').command).toBe('nvcc -lineinfo -arch=sm_86 old.cu');
    expect(messagesOf(run).map(({ kind }) => kind)).toEqual(['build', 'exit']);
  });

  test('the environment has its name, memory and driver', () => {
    expect(environment.displays(ENVIRONMENT_MIME)).toMatchObject([{
      gpuName: 'Test GPU', gpuCount: 2, computeCapability: '8.6', gpuMemoryMiB: 24576,
      cudaVersion: '12.8', driverVersion: '570.10',
    }]);
  });
});

describe('without a device', { timeout: 60_000 }, () => {
  test('%warpnotes_environment reports the machine, with null for what it has not, and nothing else', async () => {
    const run = await kernel.run("get_ipython().run_line_magic('warpnotes_environment', '')");
    expect(run.displays(ENVIRONMENT_MIME)).toMatchObject([{
      gpuName: null, gpuCount: 0, computeCapability: null, gpuMemoryMiB: null,
      nvccRelease: matching(/^\d+\.\d+\.\d+$/), hostCompiler: matching(/^g\+\+ \d+/),
      pythonVersion: matching(/^3\.\d+\.\d+/),
    }]);
    expect(run.displays(ENVIRONMENT_MIME)[0]).toHaveProperty('torchVersion');
    expect(run.messages.filter(({ type }) => type === 'execute_result')).toEqual([]);
  });

  test('a program says where nvcc was looked for when there is none', async () => {
    await kernel.run('import sys; kept = list(sys.path); sys.path[:] = [p for p in kept if "-packages" not in p]');
    const variables = { PATH: '/nowhere', CUDA_HOME: '/opt/none' };
    const run = await kernel.withNvcc('', variables, async () => {
      await kernel.run('del os.environ["WARPNOTES_NVCC"]');
      return kernel.run('%%cuda\nint main() {}');
    });
    await kernel.run('sys.path[:] = kept');
    expect(messageOf(run, 'no-nvcc').searched).toEqual(expect.arrayContaining(['PATH', '/opt/none/bin']));
    expect(errorOf(run)).toMatchObject({ ename: 'CompileFailed', evalue: matching(/nvcc.*PATH/) });
  });
});
