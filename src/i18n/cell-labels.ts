import type { ExecutionOutcome } from '../cell/execution-result.ts';
import type { Need } from '../cell/cell.ts';
import type { Locale } from './locale.ts';

export interface CellLabels {
  readonly run: string;
  readonly runTitle: (dependencies: number) => string;
  /** Runs all cells of the page down to this one. */
  readonly runToHere: string;
  readonly stop: string;
  readonly recorded: string;
  readonly live: string;
  readonly queued: string;
  readonly running: string;
  readonly outcome: Readonly<Record<ExecutionOutcome, string>>;
  /** Stopped because it took longer than its limit. */
  readonly timedOut: string;
  /** The cell had to fail, and did. */
  readonly failedAsExpected: string;
  readonly outputOf: (id: string) => string;
  readonly noOutput: string;
  /** Shows outputs at their whole height. */
  readonly allOutput: string;
  readonly stale: string;
  readonly missing: string;
  readonly showCode: string;
  readonly needs: Readonly<Record<Need, string>>;
  /** Besides what it needs: how it runs, and on how many GPUs. */
  readonly processes: (processes: number, gpus: number) => string;
  readonly recordedOn: (gpu: string) => string;
  readonly recordedWithoutGpu: string;
  readonly driver: string;
  /** Of a choice between the machines that recorded a note. */
  readonly machines: string;
  readonly noGpu: string;
}

export const cellLabels: Readonly<Record<Locale, CellLabels>> = {
  en: {
    run: 'Run',
    runTitle: (count) => (count === 0 ? 'Run this cell (Ctrl+Enter)' : `Run this cell after the ${count} it needs (Ctrl+Enter)`),
    runToHere: 'Run to here',
    stop: 'Stop',
    recorded: 'Recorded',
    live: 'Your run',
    queued: 'Waiting',
    running: 'Running',
    outcome: { ok: 'Done', error: 'Failed', skipped: 'Skipped', interrupted: 'Stopped', unknown: 'Result unknown' },
    timedOut: 'Stopped: it took longer than its limit',
    failedAsExpected: 'Failed, as it should',
    outputOf: (id) => `Output of ${id}`,
    noOutput: 'The cell printed nothing.',
    allOutput: 'Show the whole output',
    stale: 'Not recorded for this version of the code. Run it to see its output.',
    missing: 'Not recorded yet. Run it to see its output.',
    showCode: 'Show the code',
    needs: { gpu: 'needs an NVIDIA GPU', nvcc: 'needs nvcc, no GPU', torch: 'needs PyTorch', python: 'needs Python only' },
    processes: (count, gpus) => [...(gpus > 1 ? [`needs ${gpus} GPUs`] : []), ...(count > 1 ? [`runs as ${count} processes`] : [])].join(', '),
    recordedOn: (gpu) => `Recorded on ${gpu}`,
    recordedWithoutGpu: 'Recorded without a GPU',
    driver: 'driver',
    machines: 'Show outputs of',
    noGpu: 'No GPU',
  },
  'zh-cn': {
    run: '运行',
    runTitle: (count) => (count === 0 ? '运行此单元（Ctrl+Enter）' : `先运行它依赖的 ${count} 个单元，再运行此单元（Ctrl+Enter）`),
    runToHere: '运行到此',
    stop: '停止',
    recorded: '录制结果',
    live: '你的结果',
    queued: '排队中',
    running: '运行中',
    outcome: { ok: '完成', error: '失败', skipped: '已跳过', interrupted: '已停止', unknown: '结果未知' },
    timedOut: '已停止：超过时间上限',
    failedAsExpected: '如预期失败',
    outputOf: (id) => `${id} 的输出`,
    noOutput: '此单元没有输出。',
    allOutput: '展开全部输出',
    stale: '当前版本的代码尚未录制输出，运行后即可看到结果。',
    missing: '尚未录制输出，运行后即可看到结果。',
    showCode: '显示代码',
    needs: { gpu: '需要 NVIDIA GPU', nvcc: '只需 nvcc，无需 GPU', torch: '需要 PyTorch', python: '只需 Python' },
    processes: (count, gpus) => [...(gpus > 1 ? [`需要 ${gpus} 块 GPU`] : []), ...(count > 1 ? [`以 ${count} 个进程运行`] : [])].join('，'),
    recordedOn: (gpu) => `录制环境：${gpu}`,
    recordedWithoutGpu: '录制环境：无 GPU',
    driver: '驱动',
    machines: '显示哪台机器的输出',
    noGpu: '无 GPU',
  },
};
