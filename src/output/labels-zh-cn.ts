import type { OutputLabels } from './labels.ts';

export const outputLabels: OutputLabels = {
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
