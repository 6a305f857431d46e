import type { CudaLabels } from './cuda-labels.ts';
import { outputLabels } from './labels-en.ts';

export const cudaLabels: CudaLabels = {
  ...outputLabels,
  compiled: (seconds) => `Compiled in ${seconds} s`,
  compileFailed: (seconds) => `Compilation failed after ${seconds} s`,
  fromCache: 'Compiled before, taken from cache',
  severity: { error: 'error', warning: 'warning', note: 'note' },
  advice: {
    relocatable: ['Device code of one file cannot call that of another unless both are compiled with `-rdc=true`. Without it, define the function in this file.', 'Separate compilation'],
    'device-link': ['No file of the link holds this device code. Give all of them to one `nvcc -rdc=true`, or add what `nvcc -dlink` makes to the host link.', 'Separate compilation'],
    library: ['The linker does not know the library that has this. Add it to the arguments of nvcc, such as `-lcublas`; its folder is given with `-L`.', 'Options by task'],
    architecture: ['This nvcc does not make code for that architecture: it is too old or too new for it, or written wrongly. `nvcc --list-gpu-code` prints those that it knows.', 'Virtual and real architectures'],
    feature: ['The code uses what GPUs of this architecture do not have. Compile for a newer one, or guard the code with `#if __CUDA_ARCH__ >= …`.', 'Virtual and real architectures'],
    'shared-limit': ['Static shared memory ends at 48 KiB a block. More has to be dynamic: `extern __shared__`, its size as the third launch argument, and `cudaFuncSetAttribute` with `cudaFuncAttributeMaxDynamicSharedMemorySize`.', 'Shared memory'],
    spills: ['The kernel has more live values than registers, so some go to local memory and back. Its bounds (`__launch_bounds__`, `-maxrregcount`) or the work of a thread can be changed.', 'Register spilling'],
    'host-compiler': ['Nothing is wrong with the code: the host compiler of the server is newer than its nvcc allows. Install an older one and set `NVCC_CCBIN` to it in the environment of the kernel, or install a newer CUDA Toolkit.', ''],
    'c-library': ['Nothing is wrong with the code: the C library of the server (glibc) is newer than the headers of its CUDA Toolkit allow. CUDA 13.2 and newer go with it.', ''],
    header: ['The compiler does not find this file. A header of another cell needs that cell to run first; one of a library needs the library on the server, and its folder with `-I`.', 'Options by task'],
    'host-call': ['Functions without `__device__` exist on the CPU only. Mark the function `__host__ __device__`, or call it from host code.', 'Compilation phases'],
    constexpr: ['A `constexpr` function is a host function to nvcc. `--expt-relaxed-constexpr` lets device code call it.', 'Options by task'],
    lambda: ['A lambda that runs on the GPU needs `--extended-lambda` among the arguments of nvcc.', 'Options by task'],
    'device-variable': ['On the CPU this name is no address of the variable. Copy with `cudaMemcpyFromSymbol` and `cudaMemcpyToSymbol`.', 'Compilation phases'],
    removed: ['CUDA 13 has this no more. `cudaDeviceSynchronize` takes the place of `cudaThreadSynchronize`, `cudaDeviceGetAttribute` that of the clock rates, texture objects that of texture references.', ''],
    virtual: ['With `-code`, `-arch` names a virtual architecture: `-arch=compute_90 -code=sm_90`.', 'Recipes for -gencode'],
  },
  compilerOutput: 'Compiler output',
  resources: (kernels) => (kernels === '1' ? 'Resources of 1 kernel' : `Resources of ${kernels} kernels`),
  kernel: 'Kernel',
  architecture: 'Architecture',
  registers: 'Registers per thread',
  spills: 'Spill stores / loads (bytes)',
  stack: 'Stack (bytes)',
  sharedMemory: 'Shared memory (bytes)',
  constantMemory: 'Constant memory (bytes)',
  exited: (code, seconds) => `Ended with exit code ${code} after ${seconds} s.`,
  killed: (signal, seconds) => `Ended by ${signal} after ${seconds} s.`,
  rankFailed: (rank) => `Rank ${rank} failed first, and the others were ended. `,
  noDeviceTitle: 'No GPU is visible',
  noDriverTitle: 'No NVIDIA driver',
  noDevice:
    'The machine that runs the kernel has an NVIDIA driver, but programs see no GPU: kernels do not run, and results that need one are wrong. Run `nvidia-smi -L` there: if it lists ' +
    'a GPU, check `CUDA_VISIBLE_DEVICES`; in a container, check that it was started with access to the GPUs (for Docker, `--gpus all`).',
  noDriver:
    'The machine that runs the kernel has no NVIDIA driver. CUDA programs compile there, but kernels do not run, and results that need a GPU are wrong. ' +
    'Connect to a Jupyter server on a machine with an NVIDIA GPU and its driver to run this cell.',
  noNvccTitle: 'nvcc was not found',
  noNvcc:
    'The machine that runs the kernel has no CUDA compiler in the usual places. CUDA cells need a Jupyter server on Linux or Windows with nvcc ' +
    '(there is none for macOS): connect to one. On Linux or Windows you can also install the CUDA Toolkit, or set `CUDA_HOME` to the folder it ' +
    'is in, and restart the kernel. Python cells work without it.',
  brokenNvccTitle: 'nvcc does not start',
  brokenNvcc: (path) =>
    `\`${path}\` is there and cannot be started: it is gone meanwhile, made for another kind of processor, or in a folder that runs no programs. ` +
    'Put an nvcc that runs first on the `PATH` of the kernel, or set `WARPNOTES_NVCC` to its path, and restart the kernel.',
  searched: 'Places searched',
  check: {
    clean: (tool) => `${tool} found nothing: ${{
      memcheck: 'no access of this run left its allocation, and no call failed.',
      racecheck: 'no two threads of this run were in a race for shared memory. It does not look at global memory.',
      synccheck: 'all barriers of this run were reached by the threads that they wait for.',
      initcheck: 'this run read no global memory that nobody had written.',
    }[tool]}`,
    found: (tool, findings) => (findings === 1 ? `${tool} found 1 mistake` : `${tool} found ${findings} mistakes`),
    cut: 'The tool did not get to its end: what it says may not be all.',
    refused: ['compute-sanitizer does not work on this machine.', 'It needs the whole driver: virtual GPUs, gVisor and some other containers give it none. Its own words are in the log below. Try on another machine.'],
    missing: (tool) => (tool === 'ncu'
      ? ['ncu was not found on the server.', 'It comes with the CUDA Toolkit of NVIDIA, not with its Python packages: install Nsight Compute there, and put `ncu` on the `PATH` of the kernel.']
      : ['compute-sanitizer was not found on the server.', 'It comes with the CUDA Toolkit. For a toolkit of Python packages: `pip install nvidia-cuda-sanitizer-api`.']),
    kinds: {
      bounds: 'Access outside of an allocation', misaligned: 'Misaligned access', memory: 'Wrong access', race: 'Race for shared memory',
      barrier: 'Barrier used wrongly', uninitialized: 'Read of memory that nobody wrote', assert: 'Failed assertion', leak: 'Memory that was not freed',
      api: 'Failed call', other: 'Mistake',
    },
    thread: (thread) => `by thread ${thread}`,
    threads: (count, first) => `by ${count} threads, the first of them ${first}`,
    line: 'line',
    calledFrom: 'called from',
    consequences: (count) => (count === 1 ? '1 call after it failed for the same reason.' : `${count} calls after it failed for the same reason.`),
    log: (tool) => `What ${tool} wrote`,
  },
  profile: {
    title: (kernels) => (kernels === 1 ? 'Profile of 1 kernel' : `Profile of ${kernels} kernels`),
    none: 'No kernel ran, so there is nothing to measure.',
    refused: ['ncu does not work on this machine.', 'It needs the whole driver: virtual GPUs, gVisor and some other containers give it none. Its own words are in the log below. Try on another machine.'],
    permission: ['The driver does not let this user read performance counters.', 'The administrator of the server can allow it with the module option `NVreg_RestrictProfilingToAdminUsers=0`; in a container, `--cap-add=SYS_ADMIN` is needed as well.'],
    launches: (count) => (count === 1 ? '1 launch' : `mean of ${count} launches`),
    duration: 'Time of a launch',
    metric: 'Of what the GPU can do',
    share: 'Share',
    compute: 'Compute (SM)',
    memory: 'Memory, the busiest part',
    dram: 'DRAM',
    l2: 'L2 cache',
    l1: 'L1 cache and shared memory',
    occupancy: (theoretical) => `Warps on an SM (${theoretical} possible)`,
    bottleneck: {
      compute: 'Held back by arithmetic: less of it, or cheaper kinds, would make it faster.',
      memory: 'Held back by memory: fewer bytes, or better use of each, would make it faster.',
      balanced: 'Arithmetic and memory are about equally busy: only less of both would make it faster.',
      latency: 'Neither arithmetic nor memory is busy: threads wait. More of them, or more independent work in each, would help.',
    },
    note: 'Measured by ncu at the clocks of the machine as they were, with caches emptied before each launch, up to 24 launches.',
  },
  holders: {
    title: 'Who holds the memory of the GPU',
    process: (name, pid) => `${name}, process ${pid}`,
    unseen: 'a process outside of this container',
    roles: {
      kernel: () => 'this kernel. Restarting it frees that.',
      orphan: (pid) => `left over: what started it has ended, and nobody waits for it. If it is yours, \`kill ${pid}\` in a terminal of that machine frees its memory.`,
      other: () => 'another program or notebook of this machine. Shut its kernel down where it is not needed any more.',
      unseen: () => 'it cannot be ended from here. Ask whoever runs the machine.',
    },
  },
};
