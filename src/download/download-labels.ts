import type { Locale } from '../i18n/locale.ts';
import { siteName } from '../i18n/site-name.ts';

interface DownloadLabels {
  /** Above a note: what can be downloaded. */
  readonly lead: string;
  readonly notebook: string;
  readonly archive: string;
  readonly comma: string;
  /** Between downloads and what else can be done with the notebook. */
  readonly stop: string;
  readonly colab: string;
  readonly cellFile: (name: string) => string;
  /** Between two sentences of a line. */
  readonly space: string;
  readonly fullStop: string;
  /** A sentence of the notebook, as Markdown. */
  readonly from: (page: string | null) => string;
  /** Of Python packages that the kernel must have. */
  readonly imports: (packages: readonly string[]) => string;
  readonly setup: string;
  readonly setupComment: string;
  readonly figure: string;
  readonly figureLink: string;
  /** Before the description of a figure. */
  readonly figureTitle: (title: string) => string;
  /** What stands before and after the id of a cell that follows. */
  readonly cellBelow: readonly [before: string, after: string];
  readonly notRecorded: string;
  /** Above what a cell has printed. */
  readonly recorded: string;
  readonly licence: string;
}

export const downloadLabels: Readonly<Record<Locale, DownloadLabels>> = {
  en: {
    lead: 'Download: ',
    notebook: 'notebook (.ipynb)',
    archive: 'all code (.zip)',
    comma: ', ',
    stop: ' · ',
    colab: 'open in Colab',
    cellFile: (name) => `Download ${name}`,
    space: ' ',
    fullStop: '.',
    from: (page) => `From ${named(siteName.en, page)}.`,
    imports: (packages) => `Its cells import ${packages.join(', ')}.`,
    setup: 'Run the next cell first: it gives this kernel `%%cuda` and `%%shell`, and installs nothing. It needs nvcc on the kernel’s machine (on its PATH, in /usr/local/cuda, or from NVIDIA’s Python wheels).',
    setupComment: 'Run this cell first: it adds %%cuda and %%shell to this kernel. Nothing is fetched or installed.',
    figure: 'The page of this note has a figure here.',
    figureLink: 'Look at it there',
    figureTitle: (title) => `Figure: ${title}.`,
    cellBelow: ['The cell ', ' follows below.'],
    notRecorded: '(not recorded)',
    recorded: 'Recorded output:',
    licence: 'Text and outputs: CC BY 4.0; code: MIT.',
  },
  'zh-cn': {
    lead: '下载：',
    notebook: '笔记本（.ipynb）',
    archive: '全部代码（.zip）',
    comma: '、',
    stop: ' · ',
    colab: '在 Colab 中打开',
    cellFile: (name) => `下载 ${name}`,
    space: '',
    fullStop: '。',
    from: (page) => `来自 ${named(siteName['zh-cn'], page)}。`,
    imports: (packages) => `其中的单元会导入 ${packages.join('、')}。`,
    setup: '请先运行下一个单元：它为当前内核加上 `%%cuda` 和 `%%shell`，不安装任何东西。内核所在的机器需要有 nvcc（在 PATH 上、在 /usr/local/cuda，或来自 NVIDIA 的 Python wheel）。',
    setupComment: '请先运行此单元：它为当前内核加上 %%cuda 和 %%shell，不下载也不安装任何东西。',
    figure: '本笔记的网页在此处有一幅图。',
    figureLink: '打开网页查看',
    figureTitle: (title) => `图：${title}。`,
    cellBelow: ['单元 ', ' 见下方。'],
    notRecorded: '（尚未录制）',
    recorded: '录制的输出：',
    licence: '文字与输出：CC BY 4.0；代码：MIT。',
  },
};

/** A site's name in Markdown, linked to a page of it where it has an address. */
function named(name: string, page: string | null): string {
  return page === null ? name : `[${name}](${page})`;
}
