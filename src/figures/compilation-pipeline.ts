import type { Bilingual, Locale } from '../i18n/locale.ts';

/** The part of the road a step belongs to. */
export type PipelineLane = 'host' | 'device' | 'link';

/** How often a step runs in one build. */
export type PipelineRepeat = 'once' | 'per-virtual' | 'per-real';

/** One program that nvcc starts, with the files it takes and leaves. */
export interface PipelineStep {
  readonly id: string;
  /** Place in the order in which nvcc starts the programs, from 1. */
  readonly order: number;
  readonly command: string;
  readonly task: Bilingual;
  readonly lane: PipelineLane;
  readonly repeat: PipelineRepeat;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

export const pipelineSource = 'hello.cu';
export const pipelineResult = 'a.out';

/** Every program of a build to the end. */
const steps: readonly Omit<PipelineStep, 'order'>[] = [
  {
    id: 'preprocess-host', command: 'gcc -E', lane: 'host', repeat: 'once',
    task: { en: 'preprocess', 'zh-cn': '预处理' },
    reads: [pipelineSource], writes: ['hello.cpp4.ii'],
  },
  {
    id: 'cudafe', command: 'cudafe++', lane: 'host', repeat: 'once',
    task: { en: 'rewrite as C++', 'zh-cn': '改写成 C++' },
    reads: ['hello.cpp4.ii'], writes: ['hello.cudafe1.cpp', 'hello.module_id'],
  },
  {
    id: 'preprocess-device', command: 'gcc -E', lane: 'device', repeat: 'per-virtual',
    task: { en: 'preprocess', 'zh-cn': '预处理' },
    reads: [pipelineSource], writes: ['hello.cpp1.ii'],
  },
  {
    id: 'cicc', command: 'cicc', lane: 'device', repeat: 'per-virtual',
    task: { en: 'C++ to PTX', 'zh-cn': 'C++ → PTX' },
    reads: ['hello.cpp1.ii', 'hello.module_id'],
    writes: ['hello.ptx', 'hello.cudafe1.stub.c', 'hello.cudafe1.c', 'hello.cudafe1.gpu'],
  },
  {
    id: 'ptxas', command: 'ptxas', lane: 'device', repeat: 'per-real',
    task: { en: 'PTX to SASS', 'zh-cn': 'PTX → SASS' },
    reads: ['hello.ptx'], writes: ['hello.sm_90.cubin'],
  },
  {
    id: 'fatbinary', command: 'fatbinary', lane: 'device', repeat: 'once',
    task: { en: 'pack images', 'zh-cn': '打包映像' },
    reads: ['hello.ptx', 'hello.sm_90.cubin'], writes: ['hello.fatbin', 'hello.fatbin.c'],
  },
  {
    id: 'compile-host', command: 'gcc -c', lane: 'host', repeat: 'once',
    task: { en: 'compile', 'zh-cn': '编译' },
    reads: ['hello.cudafe1.cpp', 'hello.cudafe1.stub.c', 'hello.fatbin.c'], writes: ['hello.o'],
  },
  {
    id: 'nvlink', command: 'nvlink', lane: 'link', repeat: 'per-real',
    task: { en: 'device link', 'zh-cn': '设备链接' },
    reads: ['hello.o'], writes: ['a_dlink.sm_90.cubin', 'a_dlink.reg.c'],
  },
  {
    id: 'fatbinary-link', command: 'fatbinary', lane: 'link', repeat: 'once',
    task: { en: 'pack images', 'zh-cn': '打包映像' },
    reads: ['a_dlink.sm_90.cubin'], writes: ['a_dlink.fatbin', 'a_dlink.fatbin.c'],
  },
  {
    id: 'compile-link', command: 'gcc -c', lane: 'link', repeat: 'once',
    task: { en: 'compile', 'zh-cn': '编译' },
    reads: ['a_dlink.fatbin.c', 'a_dlink.reg.c'], writes: ['a_dlink.o'],
  },
  {
    id: 'host-link', command: 'g++', lane: 'link', repeat: 'once',
    task: { en: 'host link', 'zh-cn': '主机链接' },
    reads: ['hello.o', 'a_dlink.o'], writes: [pipelineResult],
  },
];

/** Where a build ends: `''` is a program. With `-rdc=true` and `-dc`, device code stays to be linked with that of other files. */
export const pipelinePhases = ['', '-rdc=true', '-c', '-dc', '-fatbin', '-cubin', '-ptx'] as const;
export type PipelinePhase = (typeof pipelinePhases)[number];

export interface PipelineOptions {
  readonly phase: PipelinePhase;
  /** `-dlto`: device code is compiled at the link. */
  readonly dlto: boolean;
}

/** The options as they are written for nvcc after `-arch=sm_90`. */
export function writtenOptions({ phase, dlto }: PipelineOptions): string {
  return [phase, dlto ? '-dlto' : ''].filter((option) => option !== '').join(' ');
}

/** What comes out of a build. */
export function pipelineOutput({ phase }: PipelineOptions): string {
  if (phase === '' || phase === '-rdc=true') return pipelineResult;
  return `hello.${phase === '-c' || phase === '-dc' ? 'o' : phase.slice(1)}`;
}

type Step = (typeof steps)[number];

/**
 * What `nvcc -arch=sm_90 OPTIONS hello.cu` runs, in order, as `--dryrun` of nvcc 13.0.88 lists it on Linux (the `rm` commands
 * left out); null where nvcc refuses the options together. Files as each program was seen to read and write them; headers,
 * libraries and `crt/link.stub`, which come with the toolkit, are left out.
 */
export function pipelineFor(options: PipelineOptions): readonly PipelineStep[] | null {
  const { phase, dlto } = options;
  if (dlto && (phase === '-ptx' || phase === '-cubin')) return null;
  const output = pipelineOutput(options);
  const isDeviceAlone = phase === '-fatbin' || phase === '-cubin' || phase === '-ptx';
  const isLinked = output === pipelineResult;
  const runs = steps.filter(({ id, lane }) => {
    if (id === 'ptxas') return !dlto;
    if (id === 'fatbinary') return phase !== '-cubin' && phase !== '-ptx';
    return lane === 'device' || (lane === 'host' && !isDeviceAlone) || isLinked;
  });
  return runs.map((step, index) => ({ ...changed(step), order: index + 1 }));

  function changed(step: Step): Step {
    switch (step.id) {
      case 'cicc': {
        const reads = isDeviceAlone ? ['hello.cpp1.ii'] : step.reads;
        if (phase === '-ptx') return { ...step, reads, writes: [output] };
        return { ...step, reads, writes: [...step.writes, ...(dlto ? ['hello.ltoir'] : []), ...(isDeviceAlone ? ['hello.module_id'] : [])] };
      }
      case 'ptxas': {
        if (phase === '-ptx') return { ...step, task: { en: 'looks, no output', 'zh-cn': '只看，不输出' }, writes: [] };
        return phase === '-cubin' ? { ...step, writes: [output] } : step;
      }
      case 'fatbinary': return {
        ...step,
        reads: dlto ? ['hello.ptx', 'hello.ltoir'] : step.reads,
        writes: phase === '-fatbin' ? [output] : step.writes,
      };
      case 'nvlink': return dlto ? { ...step, task: { en: 'compile and link', 'zh-cn': '编译并链接' } } : step;
      default: return step;
    }
  }
}

/** The steps to a program without further options. */
export const pipelineSteps: readonly PipelineStep[] = pipelineFor({ phase: '', dlto: false }) ?? [];

/** A file that `-keep` left, and what can be read of it. */
export interface KeptFile {
  readonly bytes: number;
  /** Its text, or what `shown` printed of it, by its key in `texts`; null for what no tool shows. */
  readonly text: string | null;
  /** The command that showed it, where it is not the file itself; lines before and after that were left out. */
  readonly shown?: string;
  readonly before?: number;
  readonly after?: number;
}

/** What builds of one file left, by their options: `notebooks/nvcc/nvcc-what-and-workflow.pipeline.json`. */
export interface PipelineRecording {
  readonly version: 1;
  readonly nvcc: string;
  /** That of the cell that holds hello.cu. */
  readonly digest: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly builds: Readonly<Record<string, {
    /** In the order of the steps. */
    readonly commands: readonly string[];
    readonly files: Readonly<Record<string, KeptFile>>;
  }>>;
  /** What nvcc said of options that it refuses. */
  readonly refused: Readonly<Record<string, string>>;
}

/** The words around the drawing. */
export const pipelineText = {
  title: { en: 'From hello.cu to a.out: the programs that nvcc runs', 'zh-cn': '从 hello.cu 到 a.out：nvcc 运行的程序' },
  description: {
    en: 'Two lanes start from hello.cu. Host lane: gcc -E, cudafe++. Device lane: gcc -E, cicc, ptxas, fatbinary. '
      + 'They meet in gcc -c, which makes hello.o. The link lane, nvlink, fatbinary, gcc -c and g++, makes a.out.',
    'zh-cn': '两条路径都从 hello.cu 出发。主机路径：gcc -E、cudafe++。设备路径：gcc -E、cicc、ptxas、fatbinary。'
      + '两者在 gcc -c 汇合，得到 hello.o。链接路径依次是 nvlink、fatbinary、gcc -c 和 g++，得到 a.out。',
  },
  caption: {
    en: 'Order, commands and files are those of nvcc 13.0 with -keep. ×V: once per virtual architecture. ×R: once per real architecture. '
      + 'Dashed arrows: small helper files. Pale: not run with these options. Press a program to see what it left.',
    'zh-cn': '顺序、命令和文件取自 nvcc 13.0 的 -keep。×V：每个虚拟架构一次；×R：每个真实架构一次。虚线箭头：起辅助作用的小文件。'
      + '浅色：这些选项下不运行。点一个程序，看它留下了什么。',
  },
  asText: { en: 'The same as text', 'zh-cn': '文字版' },
  reads: { en: 'reads', 'zh-cn': '读取' },
  writes: { en: 'writes', 'zh-cn': '写出' },
} as const satisfies Readonly<Record<string, Bilingual>>;

export const laneTitles: Readonly<Record<PipelineLane, Bilingual>> = {
  host: { en: 'host path', 'zh-cn': '主机路径' },
  device: { en: 'device path', 'zh-cn': '设备路径' },
  link: { en: 'link', 'zh-cn': '链接' },
};

export const repeatBadges: Readonly<Record<PipelineRepeat, string>> = { once: '', 'per-virtual': '×V', 'per-real': '×R' };

/** One step in words, for readers who do not see the drawing. */
export function stepSentence(step: PipelineStep, locale: Locale): string {
  const { reads, writes } = pipelineText;
  const list = (files: readonly string[]): string => files.join(locale === 'en' ? ', ' : '、');
  const colon = locale === 'en' ? ': ' : '：';
  const stop = locale === 'en' ? '; ' : '；';
  const head = `${step.command} (${laneTitles[step.lane][locale]})`;
  const name = locale === 'en' ? head : head.replace(' (', '（').replace(/\)$/u, '）');
  return `${name}${colon}${step.task[locale]}${stop}${reads[locale]} ${list(step.reads)}${stop}${writes[locale]} ${list(step.writes)}`;
}
