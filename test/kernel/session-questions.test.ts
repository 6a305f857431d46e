import { describe, expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { startSession } from './support/jupyter-server.ts';
import { ENDLESS, going, run } from './support/session-runs.ts';
import { useJupyterServer } from './support/shared-server.ts';

let server: KernelServer;

useJupyterServer((started) => { server = started; });

describe('the environment', () => {
  it('is the Python, the nvcc and the GPUs of the machine, and leaves no trace in the history', async () => {
    const session = await startSession({ server });
    expect(await session.environment()).toMatchObject({
      pythonVersion: expect.stringMatching(/^3\.\d+\.\d+/) as string,
      nvccRelease: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    });
    expect((await run(session, 'print(len(In))')).text).toBe('2\n');
  });

  /** A kernel with NVML for three GPUs, the second of which NVML does not know, and a part of the third. */
  async function withGpus() {
    const session = await startSession({ server });
    // A library of this name that is loaded already is taken in place of the driver's.
    const loaded = await run(session, `import ctypes, os, subprocess
open('nvml.c', 'w').write('''
#include <string.h>
int nvmlInit_v2(void) { return 0; }
int nvmlSystemGetDriverVersion(char *version, unsigned length) { strncpy(version, "570.10", length); return 0; }
int nvmlDeviceGetCount_v2(unsigned *count) { *count = 3; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device) { *device = (void *)(size_t)(index + 1); return index == 1; }
int nvmlDeviceGetUUID(void *device, char *uuid, unsigned length)
{ strncpy(uuid, (size_t)device == 1 ? "GPU-1a2b-33" : (size_t)device == 3 ? "GPU-1c2d-44" : "MIG-5e6f-55", length); return 0; }
int nvmlDeviceGetMaxMigDeviceCount(void *device, unsigned *count) { *count = (size_t)device == 3 ? 1 : 0; return 0; }
int nvmlDeviceGetMigDeviceHandleByIndex(void *device, unsigned index, void **mig) { *mig = (void *)9; return 0; }
int nvmlDeviceGetName(void *device, char *name, unsigned length) { strncpy(name, "Test GPU", length); return 0; }
int nvmlDeviceGetMemoryInfo(void *device, unsigned long long *memory)
{ memory[0] = 80000000000; memory[1] = 79000000000; memory[2] = 1000000000 * (unsigned long long)device; return 0; }
''')
subprocess.run(['gcc', '-shared', '-fPIC', '-Wl,-soname,libnvidia-ml.so.1', 'nvml.c', '-o', 'nvml.so'], check=True)
get_ipython().warpnotes_state.nvml.cache_clear()
kept = ctypes.CDLL(os.path.abspath('nvml.so'))`);
    expect(loaded.outcome).toBe('ok');
    return session;
  }

  it('has the names of the GPUs and their memory in bytes, used and total, as NVML tells them', async () => {
    const session = await withGpus();
    await run(session, 'os.environ.pop("CUDA_VISIBLE_DEVICES", None)');
    expect(await session.environment()).toMatchObject({
      driverVersion: '570.10',
      gpus: [
        { name: 'Test GPU', memoryUsedBytes: 1e9, memoryTotalBytes: 8e10 },
        { name: 'Test GPU', memoryUsedBytes: 3e9, memoryTotalBytes: 8e10 },
      ],
    });
  });

  it('has the GPUs that programs of the kernel can see, in their order', async () => {
    const session = await withGpus();
    const seen = async (visible: string) => {
      await run(session, `os.environ["CUDA_VISIBLE_DEVICES"] = ${JSON.stringify(visible)}`);
      return (await session.environment()).gpus.map(({ memoryUsedBytes }) => memoryUsedBytes / 1e9);
    };
    expect(await seen('2, 0')).toEqual([3, 1]);
    expect(await seen('GPU-1c,GPU-1a2b-33')).toEqual([3, 1]);
    expect(await seen('MIG-5e6f')).toEqual([9]);
    expect(await seen('0,7,2')).toEqual([1]);
    for (const none of ['', '-1', 'NoDevFiles', 'GPU-none', 'MIG-GPU-1c']) expect(await seen(none), none).toEqual([]);
  });

  it('is told after the run that goes on, and a run that fails does not take it along', async () => {
    const session = await startSession({ server });
    const { ended } = await going(session, ENDLESS);
    const asked = session.environment();
    await session.stop();
    expect((await ended).outcome).toBe('interrupted');
    expect((await asked).pythonVersion).toMatch(/^3\./);
  });
});

describe('completion and inspection', () => {
  it('come from the kernel, at a cursor that counts code points', async () => {
    const session = await startSession({ server });
    await run(session, 'x = "a string"\ndef greet(name):\n    "Says hello."');
    const code = '"\u{1f600}"; x.upp'; // one code point of two units
    expect(await session.complete(code, code.length - 1)).toMatchObject({ matches: ['upper'], start: 7, end: 10 });
    expect(await session.inspect('greet', 2)).toMatchObject({ 'text/plain': expect.stringContaining('Says hello.') as string });
    expect(await session.inspect('nothing_here', 2)).toBeNull();
  });

  it('of a busy kernel are null at once, and the run goes on', async () => {
    const session = await startSession({ server });
    const { ended } = await going(session, ENDLESS);
    expect(await Promise.all([session.complete('imp', 3), session.inspect('print', 2)])).toEqual([null, null]);
    await session.stop();
    expect((await ended).outcome).toBe('interrupted');
  });
});

describe('input', () => {
  it('goes to the code, and a password is asked for as one', async () => {
    const session = await startSession({ server });
    const asked: unknown[] = [];
    const { outcome, text } = await run(session, 'import getpass\nprint(input("Name? ") + getpass.getpass("Word? "))', {
      input: (request) => {
        asked.push(request);
        return Promise.resolve(`${asked.length};`);
      },
    });
    expect({ outcome, text, asked }).toEqual({
      outcome: 'ok', text: '1;2;\n', asked: [{ prompt: 'Name? ', password: false }, { prompt: 'Word? ', password: true }],
    });
  });

  it('without anybody to give it is an error of the code', async () => {
    const session = await startSession({ server });
    expect(await run(session, 'input()')).toMatchObject({ outcome: 'error', types: expect.arrayContaining(['error']) as string[] });
  });

  it('is no longer waited for when the run is stopped', async () => {
    const session = await startSession({ server });
    const waiting = Promise.withResolvers<AbortSignal>();
    const ended = run(session, 'input()', {
      input: (_, signal) => {
        waiting.resolve(signal);
        return new Promise(() => undefined);
      },
    });
    const signal = await waiting.promise;
    await session.stop();
    expect(signal.aborted).toBe(true);
    expect((await ended).outcome).toBe('interrupted');
  });

  it('that is refused stops the run', async () => {
    const session = await startSession({ server });
    expect(await run(session, 'input()', { input: () => Promise.reject(new Error('no')) })).toMatchObject({ outcome: 'interrupted' });
  });
});

describe('a time limit', () => {
  it('stops the run, and the result says so', async () => {
    const session = await startSession({ server });
    expect(await run(session, ENDLESS, { timeoutSeconds: 0.2 })).toMatchObject({ outcome: 'interrupted', timedOut: true });
    expect(await run(session, '1', { timeoutSeconds: 60 })).not.toHaveProperty('timedOut');
  });

  it('that comes while the run is being stopped does nothing more to it', async () => {
    const session = await startSession({ server, stopTimeoutSeconds: 60 });
    const slow = `import time
try:
    print("going", flush=True)
    while True: time.sleep(0.01)
except KeyboardInterrupt:
    time.sleep(3)
print("ended")`;
    const { ended, messages } = await going(session, slow, { timeoutSeconds: 2 });
    await session.stop();
    expect(await ended).toEqual({ outcome: 'ok', seconds: expect.any(Number) as number });
    expect(messages.text).toBe('going\nended\n');
  });
});
