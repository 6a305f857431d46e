import type { Need } from '../cell/cell.ts';
import type { Locale } from '../i18n/locale.ts';
import type { ErrorAdvice } from './error-advice.ts';
import type { KernelEnvironment } from './kernel-answers.ts';

/** What a machine lacks for the cells of a page; the first thing in the order compiler, driver, GPU. */
export type MachineProblem =
  | { readonly kind: 'no-nvcc' }
  | { readonly kind: 'no-driver' }
  | { readonly kind: 'driver-old'; readonly driver: string; readonly release: string; readonly neededMajor: number }
  | { readonly kind: 'no-gpu' };

/** Oldest major of the driver for each major of the toolkit (CUDA Compatibility, Minor Version Compatibility, table 1). */
const OLDEST_DRIVER: Readonly<Record<string, number>> = { 11: 450, 12: 525, 13: 580 };

/** Null where the machine has what is needed. `torch` and `python` are a matter of packages, which a cell's own error names. */
export function machineProblem(
  { nvccRelease, driverVersion, gpus }: Pick<KernelEnvironment, 'nvccRelease' | 'driverVersion' | 'gpus'>, needs: readonly Need[],
): MachineProblem | null {
  const wantsGpu = needs.includes('gpu');
  if (nvccRelease === null && (wantsGpu || needs.includes('nvcc'))) return { kind: 'no-nvcc' };
  if (!wantsGpu) return null;
  if (driverVersion === null) return { kind: 'no-driver' };
  const neededMajor = OLDEST_DRIVER[nvccRelease?.split('.')[0] ?? ''];
  if (nvccRelease !== null && neededMajor !== undefined && Number.parseInt(driverVersion, 10) < neededMajor) {
    return { kind: 'driver-old', driver: driverVersion, release: nvccRelease, neededMajor };
  }
  return gpus.length === 0 ? { kind: 'no-gpu' } : null;
}

/** What a connected machine lacks, in words; null where it lacks nothing. */
export function machineAdvice(environment: KernelEnvironment, needs: readonly Need[], locale: Locale): ErrorAdvice | null {
  const problem = machineProblem(environment, needs);
  return problem && (locale === 'en' ? english(problem) : chinese(problem));
}

const INSTALL_NVCC = 'python3 -m pip install nvidia-cuda-nvcc nvidia-cuda-runtime nvidia-cuda-cccl nvidia-cuda-crt nvidia-nvvm';
const LIST_GPUS = 'nvidia-smi -L; echo "CUDA_VISIBLE_DEVICES=$CUDA_VISIBLE_DEVICES"';

function english(problem: MachineProblem): ErrorAdvice {
  switch (problem.kind) {
    case 'no-nvcc': return {
      sentence: 'This machine has no nvcc, so CUDA cells cannot be compiled on it.',
      lines: [{ heading: 'In the environment of the server; then restart the kernel:', text: INSTALL_NVCC }],
    };
    case 'no-driver': return {
      sentence: 'This machine has no NVIDIA driver: cells compile, and programs find no GPU. In a container, the driver comes from outside.',
      lines: [{ heading: 'For Docker, with the NVIDIA Container Toolkit on the host:', text: 'docker run --gpus all …' }],
    };
    case 'driver-old': return {
      sentence: `The driver ${problem.driver} is older than CUDA ${problem.release} allows. ` +
        `Install driver ${problem.neededMajor} or newer, or an nvcc of the driver’s CUDA.`,
      lines: [],
    };
    case 'no-gpu': return {
      sentence: 'The driver is there, and no GPU can be seen. It may be hidden from this server, or taken by another program.',
      lines: [{ heading: 'On the machine, this lists the GPUs and says what hides them:', text: LIST_GPUS }],
    };
  }
}

function chinese(problem: MachineProblem): ErrorAdvice {
  switch (problem.kind) {
    case 'no-nvcc': return {
      sentence: '这台机器上没有 nvcc，无法编译 CUDA 单元。',
      lines: [{ heading: '在服务器的 Python 环境中运行，然后重启内核：', text: INSTALL_NVCC }],
    };
    case 'no-driver': return {
      sentence: '这台机器上没有 NVIDIA 驱动：单元可以编译，但程序找不到 GPU。在容器中，驱动由宿主机提供。',
      lines: [{ heading: '使用 Docker 时，宿主机需装有 NVIDIA Container Toolkit：', text: 'docker run --gpus all …' }],
    };
    case 'driver-old': return {
      sentence: `驱动 ${problem.driver} 低于 CUDA ${problem.release} 的要求。请安装 ${problem.neededMajor} 或更新的驱动，或换用与驱动匹配的 nvcc。`,
      lines: [],
    };
    case 'no-gpu': return {
      sentence: '驱动已就绪，但看不到 GPU：它可能对这个服务器隐藏，或被其他程序占用。',
      lines: [{ heading: '在那台机器上运行，可列出 GPU 并查看是否被隐藏：', text: LIST_GPUS }],
    };
  }
}
