import type { CudaLabels } from './cuda-labels.ts';
import { outputLabels } from './labels-zh-cn.ts';

export const cudaLabels: CudaLabels = {
  ...outputLabels,
  compiled: (seconds) => `编译用时 ${seconds} 秒`,
  compileFailed: (seconds) => `编译失败，用时 ${seconds} 秒`,
  fromCache: '此前已编译，直接取自缓存',
  severity: { error: '错误', warning: '警告', note: '说明' },
  advice: {
    relocatable: ['要调用另一个文件里的设备代码，两个文件都必须用 `-rdc=true` 编译；否则请把这个函数定义在本文件中。', '分离编译'],
    'device-link': ['参与链接的文件中都没有这段设备代码。请把所有文件交给同一条 `nvcc -rdc=true` 命令，或把 `nvcc -dlink` 的产物加入主机链接。', '分离编译'],
    library: ['链接器找不到提供它的库。请在 nvcc 参数中加上该库，例如 `-lcublas`；库所在目录用 `-L` 指定。', '按任务选选项'],
    architecture: ['这个版本的 nvcc 不能为该架构生成代码：架构太旧、太新，或者写错了。`nvcc --list-gpu-code` 会列出它支持的架构。', '虚拟架构与真实架构'],
    feature: ['代码用到了该架构的 GPU 没有的功能。请为更新的架构编译，或用 `#if __CUDA_ARCH__ >= …` 隔开这段代码。', '虚拟架构与真实架构'],
    'shared-limit': ['每个线程块的静态共享内存上限是 48 KiB。更大的要改用动态共享内存：声明 `extern __shared__`，把大小作为启动配置的第三个参数，并用 `cudaFuncSetAttribute` 设置 `cudaFuncAttributeMaxDynamicSharedMemorySize`。', '共享内存'],
    spills: ['核函数同时存活的值多于寄存器，一部分只好在局部内存中写出再读回。可以调整寄存器上限（`__launch_bounds__`、`-maxrregcount`），或减少每个线程的工作。', '寄存器溢出'],
    'host-compiler': ['代码没有问题：服务器上的主机编译器比这个 nvcc 支持的版本新。请安装旧一些的主机编译器，并在内核的环境中用 `NVCC_CCBIN` 指向它，或者安装更新的 CUDA Toolkit。', ''],
    'c-library': ['代码没有问题：服务器上的 C 库（glibc）比它的 CUDA Toolkit 头文件支持的版本新。CUDA 13.2 及更新的版本可以与它配合使用。', ''],
    header: ['编译器找不到这个文件。如果它来自另一个单元，请先运行那个单元；如果它属于某个库，服务器上要装有该库，并用 `-I` 指定目录。', '按任务选选项'],
    'host-call': ['没有 `__device__` 标记的函数只存在于 CPU 上。请把它标记为 `__host__ __device__`，或改在主机代码中调用。', '编译阶段'],
    constexpr: ['在 nvcc 看来，`constexpr` 函数是主机函数；加上 `--expt-relaxed-constexpr`，设备代码才能调用它。', '按任务选选项'],
    lambda: ['要在 GPU 上运行的 lambda，需要给 nvcc 加上 `--extended-lambda`。', '按任务选选项'],
    'device-variable': ['在 CPU 上，这个名字并不是该变量的地址。请用 `cudaMemcpyFromSymbol` 和 `cudaMemcpyToSymbol` 复制。', '编译阶段'],
    removed: ['CUDA 13 已移除它：`cudaThreadSynchronize` 改用 `cudaDeviceSynchronize`，时钟频率改用 `cudaDeviceGetAttribute` 查询，纹理引用改用纹理对象。', ''],
    virtual: ['与 `-code` 同用时，`-arch` 必须是虚拟架构：`-arch=compute_90 -code=sm_90`。', '-gencode 写法'],
  },
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
  rankFailed: (rank) => `最先失败的是 rank ${rank}，其余进程随之结束。`,
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
  brokenNvccTitle: 'nvcc 无法启动',
  brokenNvcc: (path) =>
    `\`${path}\` 存在但无法启动：可能已被移走，或属于另一种处理器，或所在目录不允许执行程序。` +
    '请把可用的 nvcc 放在内核 `PATH` 的最前面，或把 `WARPNOTES_NVCC` 设为它的路径，然后重启内核。',
  searched: '已查找的位置',
  check: {
    clean: (tool) => `${tool} 没有发现问题：${{
      memcheck: '这次运行没有越界访问，也没有失败的调用。',
      racecheck: '这次运行中没有线程竞争共享内存。它不检查全局内存。',
      synccheck: '这次运行的每个屏障都等到了应到的线程。',
      initcheck: '这次运行没有读取从未写入的全局内存。',
    }[tool]}`,
    found: (tool, findings) => `${tool} 发现 ${findings} 处错误`,
    cut: '工具没有运行到最后，所列可能不全。',
    refused: ['compute-sanitizer 无法在这台机器上工作。', '它需要完整的驱动，而虚拟 GPU、gVisor 以及某些容器不提供。工具自己的说明见下方日志，请换一台机器再试。'],
    missing: (tool) => (tool === 'ncu'
      ? ['服务器上没有找到 ncu。', '它随 NVIDIA 的 CUDA Toolkit 提供，不在其 Python 包里：请在服务器上安装 Nsight Compute，并把 `ncu` 放进内核的 `PATH`。']
      : ['服务器上没有找到 compute-sanitizer。', '它随 CUDA Toolkit 提供。如果 Toolkit 是用 Python 包安装的：`pip install nvidia-cuda-sanitizer-api`。']),
    kinds: {
      bounds: '越界访问', misaligned: '未对齐的访问', memory: '错误的访问', race: '共享内存竞争', barrier: '屏障使用错误', uninitialized: '读取了从未写入的内存',
      assert: '断言失败', leak: '内存没有释放', api: '失败的调用', other: '错误',
    },
    thread: (thread) => `线程 ${thread}`,
    threads: (count, first) => `${count} 个线程，第一个是 ${first}`,
    line: '行',
    calledFrom: '调用自',
    consequences: (count) => `其后有 ${count} 个调用因同一原因失败。`,
    log: (tool) => `${tool} 的原始输出`,
  },
  profile: {
    title: (kernels) => `${kernels} 个核函数的性能分析`,
    none: '没有核函数运行，因此没有可测量的内容。',
    refused: ['ncu 无法在这台机器上工作。', '它需要完整的驱动，而虚拟 GPU、gVisor 以及某些容器不提供。工具自己的说明见下方日志，请换一台机器再试。'],
    permission: ['驱动不允许此用户读取性能计数器。', '服务器管理员可以用模块参数 `NVreg_RestrictProfilingToAdminUsers=0` 放开；在容器中还需要 `--cap-add=SYS_ADMIN`。'],
    launches: (count) => (count === 1 ? '1 次启动' : `${count} 次启动的平均值`),
    duration: '每次启动的时间',
    metric: '相对 GPU 的上限',
    share: '占比',
    compute: '计算（SM）',
    memory: '内存（最忙的部分）',
    dram: '显存（DRAM）',
    l2: 'L2 缓存',
    l1: 'L1 缓存与共享内存',
    occupancy: (theoretical) => `SM 上的线程束（理论上限 ${theoretical}）`,
    bottleneck: {
      compute: '受限于计算：减少运算量，或换用更便宜的运算，才能更快。',
      memory: '受限于内存：减少访问的字节，或更充分地利用每个字节，才能更快。',
      balanced: '计算与内存差不多一样忙：只有两者都减少才能更快。',
      latency: '计算和内存都不忙，线程在等待：增加线程，或让每个线程有更多互不依赖的工作，会有帮助。',
    },
    note: '由 ncu 测量：时钟保持机器当前状态，每次启动前清空缓存，最多 24 次启动。',
  },
  holders: {
    title: '谁占用了 GPU 的显存',
    process: (name, pid) => `${name}，进程 ${pid}`,
    unseen: '此容器之外的进程',
    roles: {
      kernel: () => '当前内核，重启即可释放。',
      orphan: (pid) => `遗留进程：启动它的程序已经结束，没有谁在等它。如果是你的进程，在那台机器的终端执行 \`kill ${pid}\` 即可释放显存。`,
      other: () => '这台机器上的其他程序或笔记本。如不再需要，请关闭它的内核。',
      unseen: () => '无法从这里结束，请联系机器的管理员。',
    },
  },
};
