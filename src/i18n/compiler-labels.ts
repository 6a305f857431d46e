import type { Locale } from './locale.ts';

/** The words of the panel that shows what the compiler made of a cell. */
export interface CompilerLabels {
  readonly summary: string;
  readonly needsScript: string;
  readonly data: string;
  readonly failed: string;
  /** @param compiler its name and release */
  readonly recorded: (compiler: string) => string;
  readonly live: (compiler: string) => string;
  readonly ofOriginal: string;
  readonly none: string;
  readonly noKernel: string;
  /** @param compiler nvcc, or NVRTC of a kernel cell */
  readonly flags: (compiler: string) => string;
  readonly other: string;
  readonly otherHint: string;
  readonly compile: string;
  readonly compiling: string;
  readonly done: string;
  readonly notDone: string;
  readonly kernels: string;
  readonly views: string;
  readonly view: Readonly<Record<'sass' | 'ptx' | 'resources' | 'stages', string>>;
  readonly filter: string;
  readonly shown: (shown: number, all: number) => string;
  readonly sourceLines: string;
  readonly instructionsOf: (kernel: string, form: string) => string;
  readonly keys: string;
  readonly noListing: (form: string) => string;
  readonly noDisassembler: string;
  readonly cut: (lines: number) => string;
  readonly omittedKernels: (count: number) => string;
  readonly ignoreRegisters: string;
  readonly same: string;
  readonly changed: (removed: number, added: number) => string;
  readonly noTwin: string;
  readonly maxThreads: string;
  readonly occupancy: string;
  readonly occupancyFor: string;
  readonly threads: string;
  readonly dynamicShared: string;
  readonly stagesText: string;
  /** Of a kernel cell. */
  readonly oneStage: string;
  readonly host: string;
  readonly device: string;
  readonly reads: string;
  readonly writes: string;
  readonly images: string;
  readonly image: readonly [kind: string, arch: string, bytes: string, whole: string];
  readonly imageKind: Readonly<Record<'ptx' | 'elf' | 'ir', string>>;
  readonly files: string;
  readonly openFile: (name: string) => string;
  readonly openNeedsKernel: string;
  readonly noText: string;
  readonly beginning: string;
}

export const compilerLabels: Readonly<Record<Locale, CompilerLabels>> = {
  en: {
    summary: 'What the compiler did',
    needsScript: 'This panel needs JavaScript.',
    data: 'Its data as JSON',
    failed: 'The panel could not be loaded. Check the network, close it and open it again.',
    recorded: (compiler) => `Recorded with ${compiler}`,
    live: (compiler) => `From your server, ${compiler}`,
    ofOriginal: 'of the original code, not of the code above',
    none: 'Nothing is recorded for this version of the code. Compile it on your server.',
    noKernel: 'The program has no kernel of its own.',
    flags: (compiler) => `Arguments of ${compiler}`,
    other: 'Compare with',
    otherHint: 'such as -arch=sm_90 -use_fast_math',
    compile: 'Compile',
    compiling: 'Compiling',
    done: 'Done',
    notDone: 'Nothing came back. Is the server connected, and does it have nvcc?',
    kernels: 'Kernels',
    views: 'Views',
    view: { sass: 'SASS', ptx: 'PTX', resources: 'Resources', stages: 'Stages' },
    filter: 'Filter',
    shown: (shown, all) => (shown === all ? `${all} lines` : `${shown} of ${all} lines`),
    sourceLines: 'Lines of the cell with their numbers of instructions',
    instructionsOf: (kernel, form) => `${form} of ${kernel}`,
    keys: 'Arrow keys go from line to line; what belongs together is lit on both sides.',
    noListing: (form) => `There is no ${form} of this kernel for this architecture.`,
    noDisassembler: 'The server has no nvdisasm: it is in the CUDA Toolkit and in the wheel nvidia-cuda-nvdisasm.',
    cut: (lines) => `${lines} more lines are not shown.`,
    omittedKernels: (count) => `${count} more kernels are not shown.`,
    ignoreRegisters: 'Take registers of other numbers as equal',
    same: 'Both are the same.',
    changed: (removed, added) => `${removed} lines only on the left, ${added} only on the right`,
    noTwin: 'The other compilation does not have this kernel.',
    maxThreads: 'Launch bound',
    occupancy: 'Theoretical occupancy',
    occupancyFor: 'Compute capability',
    threads: 'Threads a block',
    dynamicShared: 'Dynamic shared memory, bytes',
    stagesText: 'The commands that nvcc runs for this program, from top to bottom. Choose one to see it whole.',
    oneStage: 'NVRTC makes PTX and machine code of the device code in one call, within the process of the Python kernel: there is no host code, no other tool, and no fatbinary.',
    host: 'For the CPU',
    device: 'For the GPU',
    reads: 'reads',
    writes: 'writes',
    images: 'Images in the fatbinary',
    image: ['Image', 'Architecture', 'Bytes', 'Uncompressed'],
    imageKind: { ptx: 'PTX', elf: 'SASS (cubin)', ir: 'NVVM IR for link-time optimization' },
    files: 'Files between the stages',
    openFile: (name) => `Show ${name}`,
    openNeedsKernel: 'Compile on your server to open them.',
    noText: 'This file is no text.',
    beginning: 'Only the beginning is shown.',
  },
  'zh-cn': {
    summary: '编译器做了什么',
    needsScript: '此面板需要 JavaScript。',
    data: '查看 JSON 数据',
    failed: '面板加载失败，请检查网络，收起后重新打开。',
    recorded: (compiler) => `录制自 ${compiler}`,
    live: (compiler) => `来自你的服务器，${compiler}`,
    ofOriginal: '对应原始代码，不是上方的代码',
    none: '当前版本的代码没有录制结果，可在你的服务器上编译。',
    noKernel: '此程序没有自己的核函数。',
    flags: (compiler) => `${compiler} 参数`,
    other: '与之比较',
    otherHint: '例如 -arch=sm_90 -use_fast_math',
    compile: '编译',
    compiling: '正在编译',
    done: '完成',
    notDone: '没有得到结果。服务器是否已连接，是否装有 nvcc？',
    kernels: '核函数',
    views: '视图',
    view: { sass: 'SASS', ptx: 'PTX', resources: '资源', stages: '阶段' },
    filter: '筛选',
    shown: (shown, all) => (shown === all ? `共 ${all} 行` : `${all} 行中的 ${shown} 行`),
    sourceLines: '单元中的代码行及各自的指令数',
    instructionsOf: (kernel, form) => `${kernel} 的 ${form}`,
    keys: '用方向键逐行移动，两侧对应的行会一同高亮。',
    noListing: (form) => `这个核函数没有该架构的 ${form}。`,
    noDisassembler: '服务器上没有 nvdisasm，它包含在 CUDA Toolkit 和 nvidia-cuda-nvdisasm 包中。',
    cut: (lines) => `还有 ${lines} 行未显示。`,
    omittedKernels: (count) => `还有 ${count} 个核函数未显示。`,
    ignoreRegisters: '寄存器编号不同视为相同',
    same: '两者相同。',
    changed: (removed, added) => `仅左侧有 ${removed} 行，仅右侧有 ${added} 行`,
    noTwin: '另一次编译中没有这个核函数。',
    maxThreads: '启动上限',
    occupancy: '理论占用率',
    occupancyFor: '计算能力',
    threads: '每个线程块的线程数',
    dynamicShared: '动态共享内存（字节）',
    stagesText: 'nvcc 为这个程序依次执行的命令，自上而下。选中一条即可查看全文。',
    oneStage: 'NVRTC 在 Python 内核的进程里，一次调用就把设备代码编译成 PTX 和机器码：没有主机代码，不经过其他工具，也不生成 fatbinary。',
    host: 'CPU 一侧',
    device: 'GPU 一侧',
    reads: '读取',
    writes: '写出',
    images: 'fatbinary 中的映像',
    image: ['映像', '架构', '字节', '压缩前'],
    imageKind: { ptx: 'PTX', elf: 'SASS（cubin）', ir: '用于链接时优化的 NVVM IR' },
    files: '各阶段之间的文件',
    openFile: (name) => `查看 ${name}`,
    openNeedsKernel: '在你的服务器上编译后即可打开。',
    noText: '这个文件不是文本。',
    beginning: '只显示开头部分。',
  },
};
