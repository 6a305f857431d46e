import type { Locale } from './locale.ts';

/** What is said of the code of a cell that a reader edits. */
export interface CodeLabels {
  readonly edit: string;
  readonly reset: string;
  readonly undoReset: string;
  readonly undoAdopt: string;
  readonly share: string;
  readonly copy: string;
  readonly copied: string;
  /** The browser lets no page write to the clipboard. */
  readonly copyByHand: string;
  readonly status: { readonly edited: string; readonly linked: string };
  /** Above recorded outputs, while the code beside them is not the one that printed them. */
  readonly ofOriginal: string;
  readonly betweenSentences: string;
  readonly notice: {
    readonly linked: string;
    readonly linkedOutdated: string;
    readonly hiddenCharacters: string;
    readonly linkedAside: string;
    readonly outdated: string;
    readonly pageOnly: string;
    readonly editorFailed: string;
    readonly runLinkedFirst: string;
  };
  readonly action: {
    readonly adopt: string;
    readonly showOwn: string;
    readonly showOriginal: string;
    readonly showLinked: string;
    readonly takeNew: string;
    readonly keepMine: string;
  };
  readonly link: {
    readonly copied: string;
    readonly copyByHand: string;
    readonly tooLong: string;
    readonly field: string;
    readonly broken: string;
    readonly oversized: string;
    readonly foreign: string;
    readonly unsupported: string;
    readonly otherNote: string;
    readonly failed: string;
  };
  readonly editor: {
    readonly name: (cell: string) => string;
    readonly keys: string;
    /** CodeMirror's own texts. */
    readonly phrases: Readonly<Record<string, string>>;
  };
}

export const codeLabels: Readonly<Record<Locale, CodeLabels>> = {
  en: {
    edit: 'Edit',
    reset: 'Reset',
    undoReset: 'Undo reset',
    undoAdopt: 'Undo',
    share: 'Share',
    copy: 'Copy the code',
    copied: 'Copied',
    copyByHand: 'This browser does not let the page copy. Select the code and press Ctrl+C.',
    status: { edited: 'edited', linked: 'from a link' },
    ofOriginal: 'Recorded with the original code, not with the code above.',
    betweenSentences: ' ',
    notice: {
      linked: 'This code came with a link. Someone else may have written it: read it before you run it. It is not kept when you leave the page.',
      linkedOutdated: 'It was made from another version of this cell.',
      hiddenCharacters: 'It contains invisible characters, which can make code look like other code. Red dots stand for them here.',
      linkedAside: 'Another version of this code came with a link.',
      outdated: 'The note’s code has changed since you edited this cell. Your edit is still here.',
      pageOnly: 'This browser keeps nothing for this site: your edit lives in this page only and is gone when you reload it.',
      editorFailed: 'The editor could not be loaded. Check the connection, then press Edit again or reload the page.',
      runLinkedFirst: 'This code came with a link and other cells depend on it. Read it, then run it here or go back to yours.',
    },
    action: {
      adopt: 'Keep as my edit',
      showOwn: 'Show my edit',
      showOriginal: 'Show the original',
      showLinked: 'Show the link’s code',
      takeNew: 'Take the new code',
      keepMine: 'Stay with my edit',
    },
    link: {
      copied: 'The link is copied. Whoever opens it sees this code; nothing runs by itself.',
      copyByHand: 'Copy this link:',
      tooLong: 'This code is too long for a link (more than 64 kB).',
      field: 'Link to this edit',
      broken: 'The link to an edited cell is damaged, perhaps cut off when it was copied. The page is unchanged.',
      oversized: 'The link holds more than 64 kB of code and was not opened. The page is unchanged.',
      foreign: 'The link was made by another version of this site. Reload the page and open the link again. The page is unchanged.',
      unsupported: 'This browser is too old for links to edited cells.',
      otherNote: 'The link belongs to a cell that is not on this page. The page is unchanged.',
      failed: 'A part of this page that links need could not be loaded. Check the connection and reload the page.',
    },
    editor: {
      name: (cell) => `Code of ${cell}`,
      keys: 'Escape leaves the editor. Tab indents; to move on with Tab, press Escape first. Control+Enter runs the cell, Shift+Enter runs it and goes on to the next. Control+Space completes, Shift+Tab tells about the name at the cursor.',
      phrases: {},
    },
  },
  'zh-cn': {
    edit: '编辑',
    reset: '还原',
    undoReset: '撤销还原',
    undoAdopt: '撤销',
    share: '分享',
    copy: '复制代码',
    copied: '已复制',
    copyByHand: '浏览器不允许页面写入剪贴板。请选中代码，然后按 Ctrl+C。',
    status: { edited: '已修改', linked: '来自链接' },
    ofOriginal: '以下是原来的代码的录制结果，不是上面这段代码的输出。',
    betweenSentences: '',
    notice: {
      linked: '这段代码来自链接，可能由他人编写：请先读懂再运行。离开页面后不会保留。',
      linkedOutdated: '它依据的是此单元的另一个版本。',
      hiddenCharacters: '其中含有不可见字符，可能让代码看上去像另一段代码。这里用红点标出。',
      linkedAside: '链接带来了这段代码的另一个版本。',
      outdated: '你修改之后，笔记里的代码有了更新。你的修改仍然保留着。',
      pageOnly: '此浏览器不为本站保存数据：你的修改只存在于当前页面，重新加载后就会丢失。',
      editorFailed: '编辑器加载失败。请检查网络，然后再按一次“编辑”，或重新加载页面。',
      runLinkedFirst: '这段代码来自链接，其他单元依赖它。请先读一读，然后在这里运行，或换回你自己的代码。',
    },
    action: {
      adopt: '保存为我的修改',
      showOwn: '显示我的修改',
      showOriginal: '显示原来的代码',
      showLinked: '显示链接中的代码',
      takeNew: '采用新代码',
      keepMine: '保留我的修改',
    },
    link: {
      copied: '链接已复制。打开链接的人会看到这段代码，代码不会自动运行。',
      copyByHand: '请复制此链接：',
      tooLong: '代码太长（超过 64 kB），无法放进链接。',
      field: '指向此修改的链接',
      broken: '指向已修改单元的链接已损坏，可能复制时被截断。页面没有变化。',
      oversized: '链接中的代码超过 64 kB，没有打开。页面没有变化。',
      foreign: '此链接由本站的另一个版本生成。请重新加载页面，再打开链接。页面没有变化。',
      unsupported: '此浏览器版本过旧，不支持指向已修改单元的链接。',
      otherNote: '链接指向的单元不在此页面上。页面没有变化。',
      failed: '处理链接所需的页面组件加载失败。请检查网络，然后重新加载页面。',
    },
    editor: {
      name: (cell) => `${cell} 的代码`,
      keys: '按 Escape 离开编辑器。Tab 用于缩进；要用 Tab 移到下一个控件，请先按 Escape。Control+Enter 运行单元，Shift+Enter 运行并转到下一个。Control+空格补全，Shift+Tab 显示光标处名称的说明。',
      phrases: {
        Completions: '补全',
        'Control character': '控制字符',
        'Selection deleted': '已删除所选内容',
      },
    },
  },
};
