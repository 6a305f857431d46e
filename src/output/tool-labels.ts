import type { RunTool } from '../cuda/cuda-message.ts';
import type { Locale } from '../i18n/locale.ts';

interface ToolLabels {
  /** Of the button that offers them. */
  readonly offer: string;
  readonly offerTitle: string;
  readonly group: (cell: string) => string;
  readonly about: Readonly<Record<RunTool, string>>;
}

/** Of the tools that the program of a cell can be run under. */
export const toolLabels: Readonly<Record<Locale, ToolLabels>> = {
  en: {
    offer: 'Check',
    offerTitle: 'Run under compute-sanitizer, or profile with ncu',
    group: (cell) => `Run ${cell} under a tool`,
    about: {
      memcheck: 'accesses outside of memory, failed calls', racecheck: 'races for shared memory', synccheck: 'barriers used wrongly',
      initcheck: 'reads of memory that nobody wrote', ncu: 'profile: how near to what the GPU can do',
    },
  },
  'zh-cn': {
    offer: '检查',
    offerTitle: '用 compute-sanitizer 运行，或用 ncu 分析性能',
    group: (cell) => `用工具运行 ${cell}`,
    about: {
      memcheck: '越界访问、失败的调用', racecheck: '共享内存竞争', synccheck: '屏障使用错误', initcheck: '读取未初始化的内存', ncu: '性能分析：离 GPU 的上限有多远',
    },
  },
};
