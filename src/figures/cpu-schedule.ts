/** A job; times in milliseconds. The smaller number is the higher priority. */
export interface Job {
  readonly name: string;
  readonly arrival: number;
  readonly burst: number;
  readonly priority: number;
}

/** One stretch of the CPU; neighbouring stretches belong to different jobs, or an idle gap lies between them. */
export interface CpuRun {
  readonly job: string;
  readonly from: number;
  readonly to: number;
}

export type SchedulingPolicy =
  | { readonly kind: 'fcfs' }
  | { readonly kind: 'sjf' | 'priority'; readonly preemptive: boolean }
  | { readonly kind: 'rr'; readonly slice: number };

/**
 * The Gantt chart. Of equal jobs the one that came first runs, a running one is preempted by a better one only, and a job
 * whose slice is over queues behind those that have arrived meanwhile.
 */
export function schedule(jobs: readonly Job[], policy: SchedulingPolicy): readonly CpuRun[] {
  const coming = jobs.map((job) => ({ ...job, left: job.burst })).toSorted((a, b) => a.arrival - b.arrival);
  const ready: typeof coming = [];
  const runs: CpuRun[] = [];
  const rank = (job: (typeof coming)[number]) => (policy.kind === 'sjf' ? job.left : policy.kind === 'priority' ? job.priority : 0);
  let now = 0;
  const admit = () => {
    while (coming[0] && coming[0].arrival <= now) ready.push(...coming.splice(0, 1));
  };
  for (;;) {
    admit();
    const first = ready[0];
    if (!first) {
      if (!coming[0]) return runs;
      now = coming[0].arrival;
      continue;
    }
    const job = ready.reduce((best, each) => (rank(each) < rank(best) ? each : best), first);
    ready.splice(ready.indexOf(job), 1);
    const preemptive = 'preemptive' in policy && policy.preemptive;
    const from = now;
    now += Math.min(job.left, policy.kind === 'rr' ? policy.slice : Infinity, preemptive && coming[0] ? coming[0].arrival - now : Infinity);
    job.left -= now - from;
    const last = runs.at(-1);
    if (last?.job === job.name && last.to === from) runs[runs.length - 1] = { ...last, to: now };
    else runs.push({ job: job.name, from, to: now });
    if (policy.kind !== 'rr' && job.left > 0) ready.unshift(job);
    admit();
    if (policy.kind === 'rr' && job.left > 0) ready.push(job);
  }
}

/** Means over the jobs, in milliseconds, and how often the CPU goes from one job to another. */
export function scheduleTimes(jobs: readonly Job[], runs: readonly CpuRun[]) {
  const mean = (time: (job: Job) => number) => jobs.reduce((sum, job) => sum + time(job), 0) / jobs.length;
  const start = (job: Job) => runs.find((run) => run.job === job.name)?.from ?? 0;
  const end = (job: Job) => runs.findLast((run) => run.job === job.name)?.to ?? 0;
  return {
    wait: mean((job) => end(job) - job.arrival - job.burst),
    response: mean((job) => start(job) - job.arrival),
    turnaround: mean((job) => end(job) - job.arrival),
    switches: runs.length - 1,
  };
}
