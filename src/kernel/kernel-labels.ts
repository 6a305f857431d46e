import type { Locale } from '../i18n/locale.ts';

/** What the kernel bar can be in; `off` is not connected. */
export type KernelPhase =
  | 'off' | 'connecting' | 'idle' | 'busy' | 'stopping' | 'restarting' | 'reconnecting' | 'unauthorized' | 'lost';

/** The words of the bar; those of the dialog are in connect-labels.ts, those of errors in error-labels.ts. */
export interface KernelLabels {
  readonly bar: string;
  readonly phase: Readonly<Record<KernelPhase, string>>;
  readonly connect: string;
  readonly newToken: string;
  readonly disconnect: string;
  readonly runAll: string;
  readonly stop: string;
  /** After a first Stop that has had no effect yet. */
  readonly stopNow: string;
  readonly restart: string;
  /** Gives up a connection that is being made. */
  readonly cancel: string;
  /** Stops the hub's server, kernel and all. */
  readonly stopServer: string;
  /** Puts the note onto the server as a notebook. */
  readonly openLab: string;
  readonly details: string;
  readonly server: string;
  readonly gpu: string;
  readonly memory: (used: string, total: string) => string;
  readonly noGpu: string;
  readonly driver: string;
  readonly nvcc: string;
  readonly none: string;
  readonly keepOnLeave: string;
  readonly keepHint: string;
  readonly cannotKeep: string;
  /** A kernel of an earlier visit of this page still runs. */
  readonly stillRuns: (host: string) => string;
  readonly takeUp: string;
}

export const kernelLabels: Readonly<Record<Locale, KernelLabels>> = {
  en: {
    bar: 'Kernel',
    phase: {
      off: 'Not connected', connecting: 'Connecting', idle: 'Ready', busy: 'Running', stopping: 'Stopping',
      restarting: 'Restarting', reconnecting: 'Reconnecting', unauthorized: 'The server no longer accepts the token', lost: 'Kernel lost',
    },
    connect: 'Connect', newToken: 'Enter a new token', disconnect: 'Shut down', runAll: 'Run all', stop: 'Stop', stopNow: 'Stop by restart',
    restart: 'Restart', cancel: 'Cancel', stopServer: 'Stop my server', openLab: 'Open in JupyterLab',
    details: 'The machine', server: 'Server', gpu: 'GPU', memory: (used, total) => `${used} of ${total} GiB used`, noGpu: 'no NVIDIA GPU found',
    driver: 'Driver', nvcc: 'nvcc', none: 'not found',
    keepOnLeave: 'Keep the kernel when I leave this page',
    keepHint: 'It goes on holding the GPU’s memory. Coming back to this page in this tab takes it up again.',
    cannotKeep: 'Possible only if the token is kept for this tab: without it, nobody could come back to the kernel.',
    stillRuns: (host) => `Your kernel still runs on ${host}`,
    takeUp: 'Take it up again',
  },
  'zh-cn': {
    bar: '内核',
    phase: {
      off: '未连接', connecting: '正在连接', idle: '就绪', busy: '运行中', stopping: '正在停止',
      restarting: '正在重启', reconnecting: '正在重新连接', unauthorized: '服务器不再接受这个令牌', lost: '内核已丢失',
    },
    connect: '连接', newToken: '输入新令牌', disconnect: '关闭内核', runAll: '全部运行', stop: '停止', stopNow: '重启以停止', restart: '重启',
    cancel: '取消', stopServer: '停止我的服务器', openLab: '在 JupyterLab 中打开',
    details: '机器信息', server: '服务器', gpu: 'GPU', memory: (used, total) => `显存已用 ${used} / ${total} GiB`, noGpu: '未找到 NVIDIA GPU',
    driver: '驱动', nvcc: 'nvcc', none: '未找到',
    keepOnLeave: '离开本页面时保留内核',
    keepHint: '内核会继续占用显存。在此标签页中回到本页面即可重新接上。',
    cannotKeep: '只有在此标签页记住令牌时才能保留：没有令牌就无法再回到这个内核。',
    stillRuns: (host) => `你的内核仍在 ${host} 上运行`,
    takeUp: '重新接上',
  },
};
