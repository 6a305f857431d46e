import { describe, expect, it, test } from 'vitest';
import { schedule, scheduleTimes, type Job, type SchedulingPolicy } from '../../src/figures/cpu-schedule.ts';
import { startValues } from '../../src/figures/figure-model.ts';
import { figure } from '../../src/figures/schedule-gantt-figure.ts';
import { recordedNumbers, recordedText } from '../support/recorded-lines.ts';

const jobsOf = (bursts: readonly number[], arrivals: readonly number[] = [], priorities: readonly number[] = []): readonly Job[] =>
  bursts.map((burst, i) => ({ name: 'ABCDEF'[i] ?? '', burst, arrival: arrivals[i] ?? 0, priority: priorities[i] ?? 0 }));
const chart = (jobs: readonly Job[], policy: SchedulingPolicy) =>
  schedule(jobs, policy).map(({ job, from, to }) => job.repeat(to - from)).join('');
const wait = (jobs: readonly Job[], policy: SchedulingPolicy) => scheduleTimes(jobs, schedule(jobs, policy)).wait;

describe('for the jobs of the note', () => {
  const jobs = jobsOf([24, 3, 3]);
  const recorded = recordedNumbers('os/os-scheduling-deadlock', 'schedulers');
  const charts = recordedText('os/os-scheduling-deadlock', 'schedulers').split('\n').filter((line) => /^[ABC]+$/u.test(line));

  it.each<readonly [string, SchedulingPolicy, number]>([
    ['FCFS', { kind: 'fcfs' }, 0],
    ['SJF', { kind: 'sjf', preemptive: false }, 1],
    ['RR, slice 4', { kind: 'rr', slice: 4 }, 2],
    ['RR, slice 1', { kind: 'rr', slice: 1 }, 3],
  ])('%s gives the chart and the times that its cell printed', (label, policy, index) => {
    const { wait: waited, response, switches } = scheduleTimes(jobs, schedule(jobs, policy));
    expect(chart(jobs, policy)).toBe(charts[index]);
    expect([waited.toFixed(2), response.toFixed(2), switches]).toEqual([
      recorded.get(`${label}, wait`)?.toFixed(2), recorded.get(`${label}, response`)?.toFixed(2), recorded.get(`${label}, switches`),
    ]);
  });
});

/** Silberschatz, Galvin and Gagne, Operating System Concepts, chapter "CPU Scheduling". */
test('the textbook examples come out', () => {
  expect(wait(jobsOf([6, 8, 7, 3]), { kind: 'sjf', preemptive: false })).toBe(7);
  const four = jobsOf([8, 4, 9, 5], [0, 1, 2, 3]);
  expect(chart(four, { kind: 'sjf', preemptive: true })).toBe('ABBBBDDDDDAAAAAAACCCCCCCCC');
  expect(wait(four, { kind: 'sjf', preemptive: true })).toBe(6.5);
  expect(wait(four, { kind: 'sjf', preemptive: false })).toBe(7.75);
  expect(wait(jobsOf([10, 1, 2, 1, 5], [], [3, 1, 4, 5, 2]), { kind: 'priority', preemptive: false })).toBe(8.2);
});

test('a better job preempts only where that is allowed, and an equal one never', () => {
  const jobs = jobsOf([4, 2], [0, 1], [2, 1]);
  expect(chart(jobs, { kind: 'priority', preemptive: false })).toBe('AAAABB');
  expect(chart(jobs, { kind: 'priority', preemptive: true })).toBe('ABBAAA');
  expect(chart(jobsOf([4, 2], [0, 1], [1, 1]), { kind: 'priority', preemptive: true })).toBe('AAAABB');
});

test('a job whose slice is over queues behind one that has come meanwhile', () => {
  expect(chart(jobsOf([5, 3, 2], [0, 2, 3]), { kind: 'rr', slice: 2 })).toBe('AABBAACCBA');
});

test('the CPU idles until a job comes, and all work is done once', () => {
  expect(schedule(jobsOf([2, 1], [3, 9]), { kind: 'fcfs' })).toEqual([{ job: 'A', from: 3, to: 5 }, { job: 'B', from: 9, to: 10 }]);
  const jobs = jobsOf([7, 1, 9, 4, 2, 6], [5, 0, 3, 3, 30, 1], [3, 2, 1, 1, 0, 2]);
  const policies: SchedulingPolicy[] = [{ kind: 'fcfs' }, { kind: 'rr', slice: 3 }];
  for (const kind of ['sjf', 'priority'] as const) policies.push({ kind, preemptive: false }, { kind, preemptive: true });
  for (const policy of policies) {
    const done = chart(jobs, policy);
    expect(jobs.map(({ name }) => done.split(name).length - 1)).toEqual([7, 1, 9, 4, 2, 6]);
  }
});

test('the figure says what is wrong with its lists', () => {
  const start = startValues(figure.controls);
  expect(figure.draw({ ...start, bursts: '3, x' }, 'en')).toEqual({ control: 'bursts', problem: expect.stringContaining('from 1 to 60') as string });
  expect(figure.draw({ ...start, arrivals: '0 1' }, 'zh-cn')).toMatchObject({ control: 'arrivals', problem: expect.stringContaining('3') as string });
});
