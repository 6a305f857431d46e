import type { Locale } from '../i18n/locale.ts';
import type { GapCause } from './output-gap.ts';

/** The sentences that outputs are shown with. Plain text, escaped later; backquotes in callouts mark code. */
export interface OutputLabels {
  readonly image: string;
  readonly unknownError: string;
  readonly cannotShow: (mimeTypes: string) => string;
  readonly data: string;
  readonly omittedLines: (omitted: string, total: string) => string;
  readonly omittedCharacters: (omitted: string) => string;
  /** Buttons for HTML with scripts. */
  readonly showFrame: string;
  readonly hideFrame: string;
  readonly frameNote: string;
  readonly frameTitle: string;
  readonly frameFailed: string;
  /** In place of the offer; `size` has its unit. */
  readonly frameLarge: (size: string) => string;
  readonly saveData: string;
  readonly progress: string;
  readonly widgetControls: string;
  readonly omittedOutputs: (count: string) => string;
  /** Label of the button; `size` has its unit. */
  readonly saveText: (size: string) => string;
  /** Stands in the saved file. */
  readonly droppedCharacters: (count: string) => string;
  readonly gap: Readonly<Record<GapCause, string>>;
  readonly inputPrompt: string;
  readonly inputSend: string;
  readonly compiled: (seconds: string) => string;
  readonly compileFailed: (seconds: string) => string;
  readonly fromCache: string;
  readonly severity: Readonly<Record<'error' | 'warning' | 'note', string>>;
  readonly compilerOutput: string;
  readonly resources: (kernels: string) => string;
  readonly kernel: string;
  readonly architecture: string;
  readonly registers: string;
  readonly spills: string;
  readonly stack: string;
  readonly sharedMemory: string;
  readonly constantMemory: string;
  readonly exited: (code: string, seconds: string) => string;
  readonly killed: (signal: string, seconds: string) => string;
  readonly noDeviceTitle: string;
  readonly noDriverTitle: string;
  readonly noDevice: string;
  readonly noDriver: string;
  readonly noNvccTitle: string;
  readonly noNvcc: string;
  readonly searched: string;
}

const english: OutputLabels = {
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

const chinese: OutputLabels = {
  image: '此单元输出的图像',
  unknownError: '内核报告了错误，但没有给出说明。',
  cannotShow: (mimeTypes) => `本页无法显示 ${mimeTypes}。`,
  data: '数据',
  omittedLines: (omitted, total) => `共 ${total} 行，此处有 ${omitted} 行未显示。`,
  omittedCharacters: (omitted) => `……本行还有 ${omitted} 个字符未显示`,
  showFrame: '显示交互式输出',
  hideFrame: '隐藏交互式输出',
  frameNote: '此输出含有脚本，只在你要求时运行，且在与本页隔离的框架中运行。',
  frameTitle: '交互式输出',
  frameFailed: '无法打开交互式输出：它需要从本站的服务器加载，请检查网络后重试。',
  frameLarge: (size) => `录制的输出含有脚本，且过大（${size}），未放入本页。运行此单元即可在此查看。`,
  saveData: '下载',
  progress: '进度',
  widgetControls: '此小部件的控件在本页只显示状态，不能操作。',
  omittedOutputs: (count) => `此处有 ${count} 项输出未显示。`,
  saveText: (size) => `下载全文（${size}）`,
  droppedCharacters: (count) => `[此处有 ${count} 个字符未保留]`,
  gap: {
    'data-rate': 'Jupyter 服务器在此处丢弃了部分输出：单元每秒输出的文本超过了它的上限。请减少输出，或调高服务器的 `--ServerApp.iopub_data_rate_limit` 后重新启动。',
    'message-rate': 'Jupyter 服务器在此处丢弃了部分输出：单元每秒发送的消息超过了它的上限。请降低输出频率，或调高服务器的 `--ServerApp.iopub_msg_rate_limit` 后重新启动。',
    connection: '连接在此处中断过，这段时间的输出可能不全。',
    'page-left': '此处原有的输出过大，离开页面时未能保留。',
  },
  inputPrompt: '程序请求输入',
  inputSend: '提交',
  compiled: (seconds) => `编译用时 ${seconds} 秒`,
  compileFailed: (seconds) => `编译失败，用时 ${seconds} 秒`,
  fromCache: '此前已编译，直接取自缓存',
  severity: { error: '错误', warning: '警告', note: '说明' },
  compilerOutput: '编译器输出',
  resources: (kernels) => `${kernels} 个核函数的资源用量`,
  kernel: '核函数',
  architecture: '架构',
  registers: '每线程寄存器数',
  spills: '溢出写 / 读（字节）',
  stack: '栈（字节）',
  sharedMemory: '共享内存（字节）',
  constantMemory: '常量内存（字节）',
  exited: (code, seconds) => `运行 ${seconds} 秒后退出，退出码为 ${code}。`,
  killed: (signal, seconds) => `运行 ${seconds} 秒后被 ${signal} 终止。`,
  noDeviceTitle: '找不到可用的 GPU',
  noDriverTitle: '没有安装 NVIDIA 驱动',
  noDevice:
    '内核所在的机器装有 NVIDIA 驱动，但程序看不到任何 GPU：核函数不会运行，依赖 GPU 的结果都是错的。请在那台机器上运行 `nvidia-smi -L`：如果列出了 GPU，请检查环境变量 ' +
    '`CUDA_VISIBLE_DEVICES`；如果在容器中，请确认启动时允许访问 GPU（Docker 需加 `--gpus all`）。',
  noDriver:
    '内核所在的机器没有 NVIDIA 驱动：CUDA 程序可以编译，但核函数不会运行，依赖 GPU 的结果都是错的。' +
    '要运行此单元，请连接到一台装有 NVIDIA GPU 和驱动的机器上的 Jupyter 服务器。',
  noNvccTitle: '找不到 nvcc',
  noNvcc:
    '在内核所在机器的常见位置没有找到 CUDA 编译器。CUDA 单元需要一台装有 nvcc 的 Linux 或 Windows 机器上的 Jupyter 服务器（macOS 没有 nvcc），请连接到这样的服务器。' +
    '如果那台机器是 Linux 或 Windows，也可以安装 CUDA Toolkit，或将环境变量 `CUDA_HOME` 设为其安装目录，然后重启内核。Python 单元不受影响。',
  searched: '已查找的位置',
};

export const outputLabels: Readonly<Record<Locale, OutputLabels>> = { en: english, 'zh-cn': chinese };

/** A count with thousands separators, the same in both languages. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Seconds to read at a glance: two digits after the point below one second, one above. */
export function formatSeconds(seconds: number): string {
  return seconds.toFixed(seconds < 1 ? 2 : 1);
}

/** A number of bytes, or of characters, to read at a glance. */
export function formatSize(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
