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
  searched: 'Places searched',
};
