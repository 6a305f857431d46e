import type { OutputLabels } from './labels.ts';

export const outputLabels: OutputLabels = {
  image: 'Image made by this cell',
  unknownError: 'The kernel reported an error without a message.',
  cannotShow: (mimeTypes) => `This page cannot show ${mimeTypes}.`,
  data: 'Data',
  omittedLines: (omitted, total) => `${omitted} of ${total} lines are not shown here.`,
  omittedCharacters: (omitted) => `… ${omitted} more characters on this line are not shown`,
  showFrame: 'Show interactive output',
  hideFrame: 'Hide interactive output',
  frameNote: 'This output has scripts. They run only when you ask for them, in a frame cut off from this page.',
  frameTitle: 'Interactive output',
  frameFailed: 'The interactive output could not be opened. It needs the server of this site: check the network and try again.',
  frameLarge: (size) => `The recorded output has scripts and is too large for this page (${size}). Run the cell to see it here.`,
  saveData: 'Download',
  progress: 'Progress',
  widgetControls: 'The controls of this widget show their state and cannot be used here.',
  omittedOutputs: (count) => `${count} outputs are not shown here.`,
  saveText: (size) => `Download the whole text (${size})`,
  droppedCharacters: (count) => `[${count} characters were not kept here]`,
  gap: {
    'data-rate':
      'The Jupyter server left out output here: the cell printed more text a second than it passes on. Print less, or start the server with a higher `--ServerApp.iopub_data_rate_limit`.',
    'message-rate':
      'The Jupyter server left out output here: the cell sent more messages a second than it passes on. Print less often, or start the server with a higher `--ServerApp.iopub_msg_rate_limit`.',
    connection: 'The connection was cut here. Output of this moment may be missing.',
    'page-left': 'Output that stood here was too large to keep when the page was left.',
  },
  inputPrompt: 'The program asks for input',
  inputSend: 'Enter',
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
};
