import type { CudaFailure } from './cuda-failure.ts';
import type { Locale } from '../i18n/locale.ts';

/** What happened and what to do; backquotes mark code. */
export type FailureWords = readonly [what: string, cure: string];

export const failureLabels: Readonly<Record<Locale, Readonly<Record<CudaFailure, FailureWords>>>> = {
  en: {
    'ignored-no-device': ['This program ignored `cudaErrorNoDevice`.', 'It ended with 0 although no GPU could be used: what it printed is no result. Check the value of every CUDA call, and `cudaGetLastError()` after each launch.'],
    'old-driver': ['The driver is older than the toolkit that built this program.', 'Update the NVIDIA driver of the server, or compile with an older toolkit: the first lines of `nvidia-smi` name the newest CUDA version that the driver can run.'],
    'no-image': ['The program holds no code for this GPU.', 'It was compiled for other architectures. Give nvcc `-arch=native`, or the `sm_` of this GPU.'],
    'new-ptx': ['The driver cannot compile this PTX: a newer toolkit made it.', 'Compile for the GPU itself, with `-arch=native`, so that no PTX is needed; or update the driver.'],
    configuration: ['The GPU refused the launch, so the kernel did not run.', 'A block has at most 1,024 threads, and 1,024 × 1,024 × 64 in its directions; a grid has 2³¹−1 × 65,535 × 65,535 blocks; none may be 0. Dynamic shared memory above 48 KiB needs `cudaFuncSetAttribute`.'],
    resources: ['One block needs more registers than an SM has, so the kernel did not run.', 'Launch fewer threads a block, or tell the compiler with `__launch_bounds__` how many there will be.'],
    assert: ['An `assert` in device code failed and ended the program’s use of the GPU.', 'The first line above names the file, the line, the block and the thread. All CUDA calls after it fail with the same error.'],
    'poisoned-assert': ['An assertion on the GPU failed, and this kernel cannot use CUDA any more.', 'Restart the kernel and run to here. Later errors of other cells are the same one: look for the first. With `CUDA_LAUNCH_BLOCKING=1` the traceback stands at the call that caused it; an index out of range is the usual reason.'],
    sticky: ['A kernel touched memory that it must not, or was ended by the driver.', 'The error stays: every CUDA call after it fails, so the first one counts. Run the program under `compute-sanitizer`, which names the line and the thread.'],
    poisoned: ['A CUDA kernel failed, and this Jupyter kernel cannot use CUDA any more.', 'Restart the kernel and run to here. Later errors of other cells are the same one: look for the first, with `CUDA_LAUNCH_BLOCKING=1` to see the call that caused it.'],
    memory: ['The GPU has not enough free memory.', 'Ask for less, or free what others hold: `nvidia-smi` lists the processes. Other notebooks keep their memory until their kernels are shut down.'],
    profiler: ['The driver does not let this user read performance counters.', 'The administrator of the server can allow it with the module option `NVreg_RestrictProfilingToAdminUsers=0`; in a container, `--cap-add=SYS_ADMIN` is needed as well.'],
    'unchecked-launch': ['No launch of this program is checked.', 'A launch returns nothing: where the GPU refuses it, the program goes on with old data. Ask `cudaGetLastError()` after each launch.'],
    'lost-printf': ['What `printf` writes on the GPU may be missing.', 'It is shown when the program waits for the GPU, and this one ends without doing so: call `cudaDeviceSynchronize()` before the end.'],
  },
  'zh-cn': {
    'ignored-no-device': ['这个程序忽略了 `cudaErrorNoDevice`。', '没有可用的 GPU，它却以 0 退出，所以打印的内容不是有效结果。请检查每个 CUDA 调用的返回值，并在每次启动后检查 `cudaGetLastError()`。'],
    'old-driver': ['驱动比编译此程序的 CUDA Toolkit 旧。', '请更新服务器的 NVIDIA 驱动，或改用较旧的 Toolkit 编译：`nvidia-smi` 开头几行会给出驱动支持的最高 CUDA 版本。'],
    'no-image': ['程序中没有适用于这块 GPU 的代码。', '它是为其他架构编译的。请给 nvcc 加上 `-arch=native`，或指定这块 GPU 的 `sm_` 架构。'],
    'new-ptx': ['这段 PTX 由更新的 Toolkit 生成，驱动无法编译。', '请用 `-arch=native` 直接为这块 GPU 编译，这样就不需要 PTX；或者更新驱动。'],
    configuration: ['GPU 拒绝了这次启动，核函数没有运行。', '每个线程块最多 1024 个线程，各维上限为 1024 × 1024 × 64；网格各维上限为 2³¹−1 × 65535 × 65535；任何一维都不能为 0。超过 48 KiB 的动态共享内存需要先调用 `cudaFuncSetAttribute`。'],
    resources: ['一个线程块需要的寄存器超过了 SM 所有的数量，核函数没有运行。', '请减少每块的线程数，或用 `__launch_bounds__` 告诉编译器每块有多少线程。'],
    assert: ['设备代码中的 `assert` 失败，程序不能再使用 GPU。', '上方第一行给出了文件、行号、线程块和线程。此后的 CUDA 调用都会返回同一个错误。'],
    'poisoned-assert': ['GPU 上的断言失败，这个内核已无法再使用 CUDA。', '请重启内核并运行到此处。其他单元之后的报错都是同一个错误，请查看最早的那个。设置 `CUDA_LAUNCH_BLOCKING=1` 后，回溯会指向真正出错的调用；最常见的原因是下标越界。'],
    sticky: ['核函数访问了不该访问的内存，或被驱动终止。', '这个错误会一直保留：之后每个 CUDA 调用都会失败，所以要看第一个。请用 `compute-sanitizer` 运行，它会指出具体的行和线程。'],
    poisoned: ['一个 CUDA 核函数出错，这个 Jupyter 内核已无法再使用 CUDA。', '请重启内核并运行到此处。其他单元之后的报错都是同一个错误，请查看最早的那个；设置 `CUDA_LAUNCH_BLOCKING=1` 可看到出错的调用。'],
    memory: ['GPU 的空闲显存不足。', '请减少申请量，或释放被占用的显存：`nvidia-smi` 会列出各个进程。其他笔记本在关闭内核之前会一直占用显存。'],
    profiler: ['驱动不允许此用户读取性能计数器。', '服务器管理员可以用模块参数 `NVreg_RestrictProfilingToAdminUsers=0` 放开；在容器中还需要 `--cap-add=SYS_ADMIN`。'],
    'unchecked-launch': ['这个程序没有检查任何一次启动。', '启动没有返回值：GPU 拒绝启动时，程序会带着旧数据继续运行。请在每次启动后检查 `cudaGetLastError()`。'],
    'lost-printf': ['GPU 上 `printf` 的输出可能缺失。', '这些输出在程序等待 GPU 时才会显示，而这个程序没有等待就结束了：请在结束前调用 `cudaDeviceSynchronize()`。'],
  },
};

interface FailureActions {
  readonly restart: string;
  readonly restartToHere: string;
  readonly restarted: string;
  /** In the place of "Done", for a program that needed a GPU and did not notice that there is none. */
  readonly withoutGpu: string;
  /** Of a cell that fails because an earlier one, `first`, has left CUDA unusable. */
  readonly consequence: (first: string) => FailureWords;
  readonly goToFirst: (first: string) => string;
}

export const failureActions: Readonly<Record<Locale, FailureActions>> = {
  en: {
    restart: 'Restart the kernel',
    restartToHere: 'Restart and run to here',
    restarted: 'The kernel is another one now. Variables of earlier cells are gone.',
    withoutGpu: 'Ended, without a GPU',
    consequence: (first) => [
      `This is still the error of the cell \`${first}\`: this cell may be right.`,
      'Since that one failed, every CUDA call of this Jupyter kernel fails with the same error; neither running the cell again nor freeing memory helps. Correct the first one, and restart the kernel.',
    ],
    goToFirst: (first) => `Go to ${first}`,
  },
  'zh-cn': {
    restart: '重启内核',
    restartToHere: '重启并运行到此处',
    restarted: '内核已重启，之前单元中的变量都已清空。',
    withoutGpu: '已结束，但没有 GPU',
    consequence: (first) => [
      `这仍是单元 \`${first}\` 的错误，这个单元本身可能没有问题。`,
      '自那个单元出错之后，这个 Jupyter 内核里的每个 CUDA 调用都会返回同一个错误；重新运行或释放显存都没有用。请先改正最早出错的单元，再重启内核。',
    ],
    goToFirst: (first) => `转到 ${first}`,
  },
};
