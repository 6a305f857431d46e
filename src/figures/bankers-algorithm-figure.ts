import type { Locale } from '../i18n/locale.ts';
import {
  afterRequest, answerRequest, needOf, safetyLooks, textbookState, type BankerAnswer, type BankerState, type SafetyLook,
} from './banker.ts';
import { choiceOf, numberOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { group, rect, svg, text, upTo } from './svg.ts';

const kinds = ['A', 'B', 'C'] as const;
const processes = textbookState.allocation.map((_, process) => `P${process}`);

const controls: readonly FigureControl[] = [
  {
    name: 'state', kind: 'select', value: 'first', label: { en: 'state', 'zh-cn': '状态' },
    options: [
      { value: 'first', en: 'at first', 'zh-cn': '初始状态' },
      { value: 'later', en: 'after P1 was granted 1 0 2', 'zh-cn': 'P1 已获准 1 0 2' },
    ],
  },
  {
    name: 'process', kind: 'select', value: 'nobody', label: { en: 'who asks', 'zh-cn': '谁来申请' },
    options: [{ value: 'nobody', en: 'nobody', 'zh-cn': '没有人' }, ...processes.map((name) => ({ value: name, en: name, 'zh-cn': name }))],
  },
  ...kinds.map((kind): FigureControl => ({
    name: kind, kind: 'range', min: 0, max: 7, value: kind === 'B' ? '2' : '0',
    label: { en: `units of ${kind}`, 'zh-cn': `${kind} 的数量` },
  })),
  { name: 'step', kind: 'range', min: 0, max: 7, value: '7', wide: true, label: { en: 'look of the safety check', 'zh-cn': '安全性检查的步骤' } },
];

interface Words {
  readonly holds: string;
  readonly needs: string;
  readonly free: string;
  readonly region: string;
  readonly ask: (name: string, wanted: string) => string;
  readonly answers: Readonly<Record<BankerAnswer, string>>;
  readonly start: string;
  readonly ends: (name: string, need: string, before: string, after: string) => string;
  readonly waits: (name: string, need: string, before: string) => string;
  readonly safe: (order: string) => string;
  readonly unsafe: (left: string) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    holds: 'holds',
    needs: 'may still need',
    free: 'free',
    region: 'What each process holds and may still need, and the order in which they end',
    ask: (name, wanted) => `${name} asks for ${wanted}: `,
    answers: {
      'beyond-maximum': 'an error, for it is more than it said it would need at most.',
      'must-wait': 'it must wait, for not enough is free.',
      unsafe: 'refused, for the state after it would be unsafe.',
      granted: 'granted, for the state after it is safe.',
    },
    start: 'Now the banker looks for one whose whole need fits into what is free.',
    ends: (name, need, before, after) => `${name} needs ${need}, ${before} is free: it can end and gives back what it holds. Then ${after} is free.`,
    waits: (name, need, before) => `${name} needs ${need}, ${before} is free: not enough. Look at the next.`,
    safe: (order) => ` All have ended: safe, in the order ${order}.`,
    unsafe: (left) => ` A whole round without an end: unsafe. ${left} could wait for each other.`,
  },
  'zh-cn': {
    holds: '已占有',
    needs: '还可能要',
    free: '空闲',
    region: '各进程已占有和还可能需要的资源，以及它们结束的次序',
    ask: (name, wanted) => `${name} 申请 ${wanted}：`,
    answers: {
      'beyond-maximum': '出错，超过了它事先声明的最大需求。',
      'must-wait': '必须等待，空闲的不够。',
      unsafe: '拒绝，之后的状态不安全。',
      granted: '批准，之后的状态是安全的。',
    },
    start: '接下来，银行家找一个全部需求都能由空闲资源满足的进程。',
    ends: (name, need, before, after) => `${name} 需要 ${need}，空闲 ${before}：能够结束，并归还占有的资源，空闲变为 ${after}。`,
    waits: (name, need, before) => `${name} 需要 ${need}，空闲 ${before}：不够，看下一个。`,
    safe: (order) => `全部结束：状态安全，次序为 ${order}。`,
    unsafe: (left) => `转了一整圈没有一个能结束：不安全。${left} 可能互相等待。`,
  },
};

export const figure: FigureModel = {
  title: { en: 'The banker looks for a safe order', 'zh-cn': '银行家寻找安全序列' },
  caption: {
    en: 'The table of the cell. With a request, it shows the state as if the request were granted, and the check decides. Circled: the order in which processes end; what they held is free then. Red: more than is free.',
    'zh-cn': '表与代码中的相同。有申请时，表里先按批准之后的状态来算，再由检查决定是否真的批准。圆圈里是结束的次序，结束后占有的资源就归还了；红色是超过空闲的数。',
  },
  controls,
  draw(values, locale) {
    const say = words[locale];
    const first = choiceOf(values, 'state', ['first', 'later'], 'first') === 'first' ? textbookState : afterRequest(textbookState, 1, [1, 0, 2]);
    const process = processes.indexOf(values['process'] ?? '');
    const wanted = kinds.map((kind) => numberOf(controls, values, kind));
    const answer = process < 0 ? null : answerRequest(first, process, wanted);
    const state = answer === 'granted' || answer === 'unsafe' ? afterRequest(first, process, wanted) : first;
    const looks = answer === 'must-wait' || answer === 'beyond-maximum' ? [] : safetyLooks(state);
    const step = Math.min(numberOf(controls, values, 'step'), looks.length);
    const asked = answer === null ? '' : `${say.ask(`P${process}`, wanted.join(' '))}${say.answers[answer]} `;
    return {
      picture: table(state, looks[step - 1], say),
      summary: (asked + (looks.length === 0 ? '' : lookText(state, looks, step, say))).trim(),
      limits: { step: looks.length },
      shown: { step: `${step} / ${looks.length}` },
      hidden: [...(answer === null ? kinds : []), ...(looks.length === 0 ? ['step'] : [])],
    };
  },
};

function lookText(state: BankerState, looks: readonly SafetyLook[], step: number, say: Words): string {
  const look = looks[step - 1];
  if (!look) return say.start;
  const [name, need, before] = [`P${look.process}`, needOf(state, look.process).join(' '), look.before.join(' ')];
  const told = look.fits ? say.ends(name, need, before, look.after.join(' ')) : say.waits(name, need, before);
  if (step < looks.length) return told;
  if (look.ended.length === state.allocation.length) return told + say.safe(look.ended.map((each) => `P${each}`).join(', '));
  return told + say.unsafe(processes.filter((_, each) => !look.ended.includes(each)).join(', '));
}

function table(state: BankerState, look: SafetyLook | undefined, say: Words): string {
  const free = look?.after ?? state.available;
  const seen = look?.before ?? state.available;
  const cells = (numbers: readonly number[], x: number, kind: (amount: number, column: number) => string) =>
    numbers.map((amount, column) => text(x + column * 34, 21, amount, `amount ${kind(amount, column)}`));
  const rows = state.allocation.map((held, process) => {
    const order = look?.ended.indexOf(process) ?? -1;
    const now = look?.process === process;
    const ended = order >= 0;
    return group(0, 44 + process * 34, [
      rect(1, 1, 358, 30, `process${ended ? ' ended' : ''}${now ? ' now' : ''}`, 4),
      text(12, 21, `P${process}`, 'name'),
      ...cells(held, 66, () => (ended ? 'given' : '')),
      ...cells(needOf(state, process), 196, (amount, column) => (ended ? 'given' : amount > (seen[column] ?? 0) ? 'short' : '')),
      ...(ended ? [`<circle class="order" cx="332" cy="16" r="11"/>${text(332, 20.5, order + 1, 'order-number')}`] : []),
    ]);
  });
  return svg(360, 254, say.region, [
    text(100, 14, say.holds, 'head'), text(230, 14, say.needs, 'head'),
    ...upTo(6).map((i) => text((i < 3 ? 66 : 196 - 102) + i * 34, 34, kinds[i % 3] ?? '', 'kind')),
    ...rows,
    group(0, 218, [text(12, 21, say.free, 'name'), ...cells(free, 66, () => 'free')]),
  ]);
}
