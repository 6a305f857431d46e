import type { KernelErrorCode } from './kernel-error.ts';
import type { Locale } from '../i18n/locale.ts';
import { errorSentences } from './error-labels.ts';

/** What the kernel bar can be in; `off` is not connected. */
export type KernelPhase = 'off' | 'connecting' | 'idle' | 'busy' | 'stopping' | 'restarting' | 'reconnecting' | 'lost';

export interface KernelLabels {
  readonly bar: string;
  readonly phase: Readonly<Record<KernelPhase, string>>;
  readonly connect: string;
  readonly disconnect: string;
  readonly runAll: string;
  readonly stop: string;
  readonly restart: string;
  readonly dialogTitle: string;
  readonly dialogLead: string;
  readonly address: string;
  readonly addressHint: string;
  readonly token: string;
  readonly tokenHint: string;
  readonly remember: string;
  readonly cancel: string;
  readonly howTo: string;
  readonly howToJupyter: string;
  readonly useLocal: string;
  readonly localHint: string;
  readonly error: Readonly<Record<KernelErrorCode | 'other', string>>;
}

export const kernelLabels: Readonly<Record<Locale, KernelLabels>> = {
  en: {
    bar: 'Kernel',
    phase: {
      off: 'Not connected', connecting: 'Starting a kernel', idle: 'Ready', busy: 'Running', stopping: 'Stopping',
      restarting: 'Restarting', reconnecting: 'Reconnecting', lost: 'Kernel lost',
    },
    connect: 'Connect', disconnect: 'Shut down', runAll: 'Run all', stop: 'Stop', restart: 'Restart',
    dialogTitle: 'Connect to your Jupyter server',
    dialogLead: 'The cells of this page run on a Jupyter server of yours: a GPU machine, or this computer.',
    address: 'Address',
    addressHint: 'for example http://127.0.0.1:8888/, or the whole address from your browser',
    token: 'Token',
    tokenHint: 'from the server’s log; kept in this page only',
    remember: 'Keep the token for this tab',
    cancel: 'Cancel',
    howTo: 'On the GPU machine, in a checkout of this project, this starts one and says its address and token:',
    howToJupyter: 'A Jupyter server that is there already must accept this page:',
    useLocal: 'Use this computer',
    localHint: 'npm start brought a kernel up here; Run uses it by itself.',
    error: errorSentences.en,
  },
  'zh-cn': {
    bar: '内核',
    phase: {
      off: '未连接', connecting: '正在启动内核', idle: '就绪', busy: '运行中', stopping: '正在停止',
      restarting: '正在重启', reconnecting: '正在重新连接', lost: '内核已丢失',
    },
    connect: '连接', disconnect: '关闭内核', runAll: '全部运行', stop: '停止', restart: '重启',
    dialogTitle: '连接你的 Jupyter 服务器',
    dialogLead: '本页的单元在你自己的 Jupyter 服务器上运行：可以是一台 GPU 机器，也可以是这台电脑。',
    address: '地址',
    addressHint: '例如 http://127.0.0.1:8888/，也可以直接粘贴浏览器地址栏里的完整地址',
    token: '令牌（token）',
    tokenHint: '见服务器日志；只保存在本页面中',
    remember: '在此标签页内记住令牌',
    cancel: '取消',
    howTo: '在 GPU 机器上、本项目的目录中运行下面的命令，它会启动服务器并给出地址和令牌：',
    howToJupyter: '已有的 Jupyter 服务器必须接受本页面：',
    useLocal: '使用这台电脑',
    localHint: 'npm start 已在这里启动内核，直接按“运行”即可使用。',
    error: errorSentences['zh-cn'],
  },
};
