import type { Locale } from '../i18n/locale.ts';
import { formatCount } from '../i18n/format-count.ts';
import { drawPipeline } from './compilation-pipeline-svg.ts';
import {
  laneTitles, pipelineFor, pipelineOutput, pipelinePhases, pipelineSource, pipelineSteps, pipelineText, stepSentence, writtenOptions,
  type KeptFile, type PipelineOptions, type PipelineRecording, type PipelineStep,
} from './compilation-pipeline.ts';
import { choiceOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { escapeXml } from './svg.ts';

const phaseNames: Readonly<Record<PipelineOptions['phase'], readonly [en: string, chinese: string]>> = {
  '': ['no option: a program', '不加选项：得到程序'],
  '-rdc=true': ['-rdc=true: a program, device code linked', '-rdc=true：得到程序，设备代码参与链接'],
  '-c': ['-c: an object', '-c：目标文件'],
  '-dc': ['-dc: an object, device code to be linked', '-dc：目标文件，设备代码留待链接'],
  '-fatbin': ['-fatbin: the images', '-fatbin：打包的映像'],
  '-cubin': ['-cubin: machine code', '-cubin：机器码'],
  '-ptx': ['-ptx: PTX', '-ptx：PTX'],
};

const laneOf = ({ lane }: PipelineStep, locale: Locale) => laneTitles[lane][locale];
const controls: readonly FigureControl[] = [
  {
    name: 'phase', kind: 'select', value: '', label: { en: 'where nvcc ends', 'zh-cn': 'nvcc 到哪一步为止' },
    options: pipelinePhases.map((phase) => ({ value: phase, en: phaseNames[phase][0], 'zh-cn': phaseNames[phase][1] })),
  },
  { name: 'dlto', kind: 'check', value: '', label: { en: '-dlto: optimise at the link', 'zh-cn': '-dlto：链接时优化' } },
  {
    name: 'open', kind: 'select', value: 'cicc', label: { en: 'look into', 'zh-cn': '看哪个程序' },
    options: pipelineSteps.map((step) => ({
      value: step.id, en: `${step.command}, ${laneOf(step, 'en')}`, 'zh-cn': `${step.command}，${laneOf(step, 'zh-cn')}`,
    })),
  },
];

interface Words {
  readonly refused: (said: string) => string;
  readonly notes: Readonly<Record<PipelineOptions['phase'] | 'lto' | 'ltoLinked', string>>;
  readonly made: (programs: number, output: string) => string;
  readonly notRun: (command: string) => string;
  readonly nothing: string;
  readonly bytes: (bytes: number) => string;
  readonly before: (lines: number) => string;
  readonly after: (lines: number) => string;
  readonly shownBy: (command: string) => string;
  readonly noText: string;
  readonly missing: string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    refused: (said) => `nvcc refuses this: ${said}`,
    notes: {
      '': 'nvlink runs although there is only one file; its cubin is empty.',
      '-rdc=true': 'The same programs, but device code stays relocatable until nvlink has joined it.',
      '-c': 'The device code in the object is complete: there is nothing left to link in it.',
      '-dc': 'The same programs as for -c, told --device-c and --compile-only: the device code must still be linked.',
      '-fatbin': 'No host path: cudafe++ is not run, and cicc writes the module id itself.',
      '-cubin': 'No host path, and nothing is packed: ptxas writes the result.',
      '-ptx': 'No host path. ptxas reads the PTX for its virtual architecture and writes nothing.',
      lto: 'ptxas is not run: beside the PTX, cicc leaves NVVM IR in hello.ltoir.',
      ltoLinked: 'ptxas is not run: beside the PTX, cicc leaves NVVM IR in hello.ltoir, which nvlink compiles for all files together.',
    },
    made: (programs, output) => `${programs} programs make ${output}. `,
    notRun: (command) => `${command} is not run with these options.`,
    nothing: 'It writes no file.',
    bytes: (bytes) => `${formatCount(bytes)} bytes`,
    before: (lines) => `${formatCount(lines)} lines of headers before this`,
    after: (lines) => `${formatCount(lines)} more lines`,
    shownBy: (command) => `shown by ${command}`,
    noText: 'Binary: no tool of the toolkit prints it.',
    missing: 'The recorded file is not here yet. Where it does not come, reload the page.',
  },
  'zh-cn': {
    refused: (said) => `nvcc 拒绝这样组合：${said}`,
    notes: {
      '': '虽然只有一个文件，nvlink 也会运行，但它写出的 cubin 是空的。',
      '-rdc=true': '运行的程序相同，但设备代码保持可重定位，直到 nvlink 把它们连起来。',
      '-c': '目标文件里的设备代码已经完整，没有什么要再链接的。',
      '-dc': '程序和 -c 时相同，只是多了 --device-c 和 --compile-only：设备代码还要链接。',
      '-fatbin': '没有主机路径：cudafe++ 不运行，模块标识由 cicc 自己写。',
      '-cubin': '没有主机路径，也不打包：结果由 ptxas 写出。',
      '-ptx': '没有主机路径。ptxas 按虚拟架构读一遍 PTX，什么也不写。',
      lto: 'ptxas 不运行：除了 PTX，cicc 还在 hello.ltoir 里留下 NVVM IR。',
      ltoLinked: 'ptxas 不运行：除了 PTX，cicc 还在 hello.ltoir 里留下 NVVM IR，由 nvlink 把所有文件的放在一起编译。',
    },
    made: (programs, output) => `${programs} 次程序运行，得到 ${output}。`,
    notRun: (command) => `这些选项下不运行 ${command}。`,
    nothing: '它不写文件。',
    bytes: (bytes) => `${formatCount(bytes)} 字节`,
    before: (lines) => `前面省略头文件 ${formatCount(lines)} 行`,
    after: (lines) => `后面还有 ${formatCount(lines)} 行`,
    shownBy: (command) => `用 ${command} 显示`,
    noText: '二进制文件，工具包里没有能打印它的工具。',
    missing: '录制的文件还没有到。如果一直不来，请重新加载页面。',
  },
};

export const figure: FigureModel = {
  title: pipelineText.title,
  caption: pipelineText.caption,
  controls,
  draw(values, locale, data) {
    const say = words[locale];
    const recording = JSON.parse(data ?? 'null') as PipelineRecording | null;
    const options: PipelineOptions = { phase: choiceOf(values, 'phase', pipelinePhases, ''), dlto: values['dlto'] === 'on' };
    const run = pipelineFor(options);
    if (run === null) {
      const said = recording?.refused[writtenOptions(options)]?.replace(/^nvcc fatal\s*:\s*/u, '') ?? writtenOptions(options);
      return { control: 'dlto', problem: say.refused(said) };
    }
    const open = choiceOf(values, 'open', pipelineSteps.map(({ id }) => id), 'cicc');
    const output = pipelineOutput(options);
    const isLinked = run.some(({ id }) => id === 'nvlink');
    return {
      picture: drawPipeline(options, open, locale) + openedStep(options, open, recording, locale) + asText(run, locale),
      summary: `nvcc -arch=sm_90 ${[writtenOptions(options), pipelineSource].filter((word) => word !== '').join(' ')}${locale === 'en' ? ': ' : '：'}`
        + say.made(run.length, output) + say.notes[options.dlto ? (isLinked ? 'ltoLinked' : 'lto') : options.phase],
    };
  },
};

/** The part of a recording that the printed figure shows. */
export function startRecording(recording: PipelineRecording): PipelineRecording {
  const build = recording.builds[''];
  const { order = 0, writes: names = [] } = pipelineSteps.find(({ id }) => id === 'cicc') ?? {};
  const commands = (build?.commands ?? []).map((command, index) => (index === order - 1 ? command : ''));
  const files = Object.fromEntries(names.flatMap((name) => (build?.files[name] ? [[name, build.files[name]]] : [])));
  const texts = Object.fromEntries(Object.values(files).flatMap(({ text }) => (text === null ? [] : [[text, recording.texts[text] ?? '']])));
  return { ...recording, digest: '', texts, builds: { '': { commands, files } } };
}

/** The command of a step and the files that it left. */
function openedStep(options: PipelineOptions, open: string, recording: PipelineRecording | null, locale: Locale): string {
  const say = words[locale];
  const step = pipelineFor(options)?.find(({ id }) => id === open);
  const heading = (given: PipelineStep, number: string) =>
    `<p class="stage-name"><b>${number}${escapeXml(given.command)}</b> ${escapeXml(given.task[locale])}</p>`;
  if (!step) {
    const full = pipelineSteps.find(({ id }) => id === open);
    return full ? `<div class="stage">${heading(full, '')}<p>${escapeXml(say.notRun(full.command))}</p></div>` : '';
  }
  const build = recording?.builds[writtenOptions(options)];
  const command = build?.commands[step.order - 1];
  const files = step.writes.map((name, index) => {
    const file = build?.files[name];
    const text = file?.text == null ? undefined : recording?.texts[file.text];
    return fileHtml(name, file, text, index === 0, locale);
  });
  return `<div class="stage">${heading(step, `${step.order}. `)}`
    + (command ? `<pre class="stage-command" tabindex="0">${escapeXml(command)}</pre>` : '')
    + (files.length === 0 ? `<p>${escapeXml(say.nothing)}</p>` : files.join('')) + '</div>';
}

function fileHtml(name: string, file: KeptFile | undefined, text: string | undefined, isOpen: boolean, locale: Locale): string {
  const say = words[locale];
  const about = file ? [say.bytes(file.bytes), ...(file.shown === undefined ? [] : [say.shownBy(file.shown)])] : [];
  const lines = (told: string) => `<p class="stage-left-out">… ${escapeXml(told)}</p>`;
  const body = !file ? `<p>${escapeXml(say.missing)}</p>` : text === undefined
    ? `<p>${escapeXml(file.text === null ? say.noText : say.missing)}</p>`
    : (file.before === undefined ? '' : lines(say.before(file.before)))
      + `<pre tabindex="0">${escapeXml(text)}</pre>` + (file.after === undefined ? '' : lines(say.after(file.after)));
  return `<details${isOpen ? ' open' : ''}><summary><code>${escapeXml(name)}</code> ${escapeXml(about.join(locale === 'en' ? ', ' : '，'))}</summary>${body}</details>`;
}

function asText(run: readonly PipelineStep[], locale: Locale): string {
  const items = run.map((step) => `<li>${escapeXml(stepSentence(step, locale))}</li>`);
  return `<details class="as-text"><summary>${pipelineText.asText[locale]}</summary><ol>${items.join('')}</ol></details>`;
}
