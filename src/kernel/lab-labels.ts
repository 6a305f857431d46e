import type { Locale } from '../i18n/locale.ts';
import type { LabError } from './server-notebook.ts';

/** What is said about a note that is put onto the reader's server to be opened in its JupyterLab. */
export interface LabLabels {
  readonly working: string;
  readonly open: (file: string) => string;
  readonly placed: (file: string) => string;
  readonly failed: Readonly<Record<LabError['reason'], (status: number | null) => string>>;
  /** The site itself does not give the notebook. */
  readonly noNotebook: string;
}

const answered = (status: number | null): string => (status === null ? '' : ` (HTTP ${status})`);

export const labLabels: Readonly<Record<Locale, LabLabels>> = {
  en: {
    working: 'Putting the notebook onto the server…',
    open: (file) => `Open ${file} in JupyterLab`,
    placed: (file) => `${file} is a new file in the folder that the server shows; nothing was overwritten.`,
    failed: {
      'no-lab': () => 'This server has no JupyterLab. Nothing was put there; the notebook can be downloaded above.',
      refused: (status) => `The server does not take files${answered(status)}. Nothing was put there; the notebook can be downloaded above.`,
      unreachable: () => 'The server gave no answer that this page may read: it may be gone, or allow pages no writing of files.',
    },
    noNotebook: 'The site did not give the notebook: you may be offline. Try again later.',
  },
  'zh-cn': {
    working: '正在把笔记本放到服务器上……',
    open: (file) => `在 JupyterLab 中打开 ${file}`,
    placed: (file) => `${file} 是服务器目录下的新文件，没有覆盖任何文件。`,
    failed: {
      'no-lab': () => '此服务器没有 JupyterLab。没有放置任何文件；可在页首下载笔记本。',
      refused: (status) => `服务器不接受文件${answered(status)}。没有放置任何文件；可在页首下载笔记本。`,
      unreachable: () => '没有收到本页面可以读取的应答：服务器可能已经关闭，或不允许网页写入文件。',
    },
    noNotebook: '没有取到笔记本，可能处于离线状态。请稍后再试。',
  },
};
