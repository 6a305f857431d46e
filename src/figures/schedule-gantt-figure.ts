import type { Locale } from '../i18n/locale.ts';
import { schedule, scheduleTimes, type Job, type SchedulingPolicy } from './cpu-schedule.ts';
import { listOf, numberOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { at, group, path, rect, svg, text } from './svg.ts';

const lists = {
  bursts: { min: 1, max: 60, most: 6, label: { en: 'run times, ms', 'zh-cn': '运行时间，ms' }, value: '24 3 3' },
  arrivals: { min: 0, max: 60, most: 6, label: { en: 'arrivals, ms', 'zh-cn': '到达时刻，ms' }, value: '0 0 0' },
  priorities: { min: 0, max: 9, most: 6, label: { en: 'priorities, 0 is highest', 'zh-cn': '优先级，0 最高' }, value: '2 3 1' },
} as const;

const controls: readonly FigureControl[] = [
  ...Object.entries(lists).map(([name, { label, value }]) => ({ name, kind: 'text', label, value }) as const),
  { name: 'slice', kind: 'range', min: 1, max: 12, value: '4', label: { en: 'slice of round robin, ms', 'zh-cn': '轮转的时间片，ms' } },
  { name: 'preemptive', kind: 'check', value: '', label: { en: 'a better job preempts (SJF, priority)', 'zh-cn': '更优的作业可抢占（SJF、优先级）' } },
];

interface Words {
  readonly fcfs: string;
  readonly sjf: string;
  readonly srtf: string;
  readonly rr: (slice: number) => string;
  readonly priority: string;
  readonly preemptive: string;
  readonly wait: (ms: string) => string;
  readonly times: (response: string, turnaround: string, switches: number) => string;
  readonly region: string;
  readonly summary: (best: string, wait: string, worst: string, most: string) => string;
  readonly bad: (label: string, min: number, max: number, most: number, example: string) => string;
  readonly uneven: (label: string, wanted: number, got: number) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    fcfs: 'first come, first served',
    sjf: 'shortest job first',
    srtf: 'shortest remaining time first',
    rr: (slice) => `round robin, slice ${slice} ms`,
    priority: 'priority',
    preemptive: 'priority, preemptive',
    wait: (ms) => `mean wait ${ms} ms`,
    times: (response, turnaround, switches) => `response ${response} ms · turnaround ${turnaround} ms · ${switches} switches`,
    region: 'Gantt charts of four policies',
    summary: (best, wait, worst, most) => `Shortest mean wait: ${best}, ${wait} ms. Longest: ${worst}, ${most} ms.`,
    bad: (label, min, max, most, example) => `${label}: write up to ${most} whole numbers from ${min} to ${max}, such as ${example}.`,
    uneven: (label, wanted, got) => `${label}: ${wanted} numbers are needed, one a job, and there are ${got}.`,
  },
  'zh-cn': {
    fcfs: '先来先服务',
    sjf: '短作业优先',
    srtf: '最短剩余时间优先',
    rr: (slice) => `时间片轮转，${slice} ms`,
    priority: '优先级',
    preemptive: '优先级，可抢占',
    wait: (ms) => `平均等待 ${ms} ms`,
    times: (response, turnaround, switches) => `响应 ${response} ms · 周转 ${turnaround} ms · 切换 ${switches} 次`,
    region: '四种策略的甘特图',
    summary: (best, wait, worst, most) => `平均等待最短：${best}，${wait} ms；最长：${worst}，${most} ms。`,
    bad: (label, min, max, most, example) => `${label}：请写不超过 ${most} 个 ${min} 到 ${max} 的整数，例如 ${example}。`,
    uneven: (label, wanted, got) => `${label}：每个作业一个，需要 ${wanted} 个数，现在有 ${got} 个。`,
  },
};

export const figure: FigureModel = {
  title: { en: 'Four policies, the same jobs', 'zh-cn': '同样的作业，四种策略' },
  caption: {
    en: 'The work is the same in each row; only the order differs. Wait: from arrival to the end, less the time it ran. Response: from arrival to the first time it runs. Jobs are called A, B, C …; a triangle is an arrival.',
    'zh-cn': '每一行的工作量相同，不同的只是次序。等待：从到达到结束，减去运行时间。响应：从到达到第一次运行。作业依次叫 A、B、C……，三角是到达时刻。',
  },
  controls,
  draw(values, locale) {
    const say = words[locale];
    const read: Record<string, readonly number[]> = {};
    for (const [name, list] of Object.entries(lists)) {
      const numbers = listOf(values[name], list);
      if (!numbers) return { control: name, problem: say.bad(list.label[locale], list.min, list.max, list.most, list.value) };
      const wanted = (read['bursts'] ?? numbers).length;
      if (numbers.length !== wanted) return { control: name, problem: say.uneven(list.label[locale], wanted, numbers.length) };
      read[name] = numbers;
    }
    const jobs = (read['bursts'] ?? []).map((burst, index): Job => ({
      name: 'ABCDEF'[index] ?? '', burst, arrival: read['arrivals']?.[index] ?? 0, priority: read['priorities']?.[index] ?? 0,
    }));
    return drawn(jobs, numberOf(controls, values, 'slice'), values['preemptive'] === 'on', locale);
  },
};

function drawn(jobs: readonly Job[], slice: number, preemptive: boolean, locale: Locale) {
  const say = words[locale];
  const policies: readonly { readonly name: string; readonly policy: SchedulingPolicy }[] = [
    { name: say.fcfs, policy: { kind: 'fcfs' } },
    { name: preemptive ? say.srtf : say.sjf, policy: { kind: 'sjf', preemptive } },
    { name: say.rr(slice), policy: { kind: 'rr', slice } },
    { name: preemptive ? say.preemptive : say.priority, policy: { kind: 'priority', preemptive } },
  ];
  const charts = policies.map(({ name, policy }) => {
    const runs = schedule(jobs, policy);
    return { name, runs, times: scheduleTimes(jobs, runs) };
  });
  const byWait = charts.toSorted((a, b) => a.times.wait - b.times.wait);
  const [best, worst] = [byWait[0], byWait.at(-1)];
  const end = Math.max(...charts.flatMap(({ runs }) => runs.map(({ to }) => to)));
  const x = (ms: number) => 6 + (ms * 348) / end;
  const rows = charts.map(({ name, runs, times }, row) => group(0, row * 72, [
    text(6, 14, name, 'policy'),
    text(354, 14, say.wait(times.wait.toFixed(2)), 'wait'),
    ...runs.map(({ job, from, to }) => rect(x(from), 20, x(to) - x(from), 24, `tone-${'ABCDEF'.indexOf(job)}`, 1)),
    ...runs.flatMap(({ job, from, to }) => (x(to) - x(from) < 8 ? [] : [text((x(from) + x(to)) / 2, 36, job, 'job')])),
    text(6, 58, say.times(times.response.toFixed(2), times.turnaround.toFixed(2), times.switches), 'times'),
  ]));
  const step = [1, 2, 5, 10, 20, 50, 100].find((each) => end / each <= 9) ?? 100;
  const ticks: string[] = [];
  for (let ms = 0; ms <= end; ms += step) ticks.push(path(`M${at(x(ms))} 296v5`, 'tick'), text(x(ms), 314, ms, 'time'));
  const arrivals = jobs.map(({ arrival }, i) => {
    const beside = jobs.slice(0, i).filter((other) => other.arrival === arrival).length;  // that came at the same time
    return path(`M${at(x(arrival) + beside * 7)} 287l-3.5 8h7z`, `arrival tone-${i}`);
  });
  return {
    picture: svg(360, 318, say.region, [...rows, ...arrivals, path('M6 296H354', 'tick'), ...ticks]),
    summary: say.summary(best?.name ?? '', best?.times.wait.toFixed(2) ?? '', worst?.name ?? '', worst?.times.wait.toFixed(2) ?? ''),
  };
}
