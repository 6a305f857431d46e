import type { Bilingual, Locale } from './locale.ts';

/** The pages of notebooks, in the sidebar and in search. */
export const notebooksLabel: Bilingual = { en: 'Notebooks', 'zh-cn': '笔记本' };

/** What the page of a notebook of anyone's says around its cells. */
export interface NotebookLabels {
  readonly all: string;
  readonly allDescription: string;
  readonly description: (file: string) => string;
  readonly codeCells: (count: number) => string;
  readonly kernel: (name: string) => string;
  readonly download: string;
  readonly file: (name: string, size: string) => string;
  readonly runnable: string;
  /** Of a kernel that the site has none of; the name may be empty. */
  readonly readOnly: (kernel: string) => string;
  /** There is a file for the other language alone. */
  readonly otherLanguage: string;
  readonly empty: string;
  /** Of outputs as the file has them. */
  readonly saved: string;
  readonly savedAs: (count: number) => string;
  readonly notSaved: string;
  readonly showOutput: string;
  /** A code cell by its number. */
  readonly cell: (number: number) => string;
  readonly rawCell: (format: string) => string;
  readonly omittedRows: (omitted: string, total: string) => string;
  readonly tooLarge: (size: string) => string;
  /** Before a link to the file, where something of an output was left out. */
  readonly whole: string;
}

export const notebookLabels: Readonly<Record<Locale, NotebookLabels>> = {
  en: {
    all: 'Notebooks',
    allDescription: 'Jupyter notebooks with the outputs that they were saved with.',
    description: (file) => `The notebook ${file} with its code and outputs.`,
    codeCells: (count) => `${count} code ${count === 1 ? 'cell' : 'cells'}`,
    kernel: (name) => `Kernel: ${name}`,
    download: 'Download: ',
    file: (name, size) => `${name} (${size})`,
    runnable: 'Outputs are those that the notebook was saved with; they are not checked against its code.',
    readOnly: (kernel) =>
      `Read only: cells of this site run on a Python kernel, and this notebook is for ${kernel === '' ? 'another one' : kernel}. Download it to run it in your own Jupyter.`,
    otherLanguage: 'There is no English version of this notebook: it is shown as it is.',
    empty: 'This notebook has no cells.',
    saved: 'Saved',
    savedAs: (count) => `Saved output [${count}]`,
    notSaved: 'The notebook was saved without an output of this cell.',
    showOutput: 'Show the output',
    cell: (number) => `Cell ${number}`,
    rawCell: (format) => (format === '' ? 'Raw cell' : `Raw cell (${format})`),
    omittedRows: (omitted, total) => `${omitted} of ${total} rows are not shown here.`,
    tooLarge: (size) => `This output is too large for the page (${size}).`,
    whole: 'All of it is in the notebook: ',
  },
  'zh-cn': {
    all: '笔记本',
    allDescription: '本站收录的 Jupyter 笔记本，附保存时的输出。',
    description: (file) => `笔记本 ${file}：代码与保存的输出。`,
    codeCells: (count) => `${count} 个代码单元`,
    kernel: (name) => `内核：${name}`,
    download: '下载：',
    file: (name, size) => `${name}（${size}）`,
    runnable: '输出是笔记本保存时自带的，未与代码核对。',
    readOnly: (kernel) => `只读：本站的单元在 Python 内核上运行，而此笔记本使用${kernel === '' ? '其他内核' : ` ${kernel} 内核`}。可下载后在自己的 Jupyter 中运行。`,
    otherLanguage: '此笔记本没有中文版，以下为原文。',
    empty: '此笔记本没有任何单元。',
    saved: '保存的结果',
    savedAs: (count) => `保存的输出 [${count}]`,
    notSaved: '笔记本中没有保存此单元的输出。',
    showOutput: '显示输出',
    cell: (number) => `单元 ${number}`,
    rawCell: (format) => (format === '' ? '原始单元' : `原始单元（${format}）`),
    omittedRows: (omitted, total) => `共 ${total} 行，此处有 ${omitted} 行未显示。`,
    tooLarge: (size) => `此输出过大（${size}），未放入本页。`,
    whole: '完整内容见笔记本：',
  },
};
