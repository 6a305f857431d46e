/** What ncu measured of the launches of one kernel with one shape, averaged over them. */
export interface KernelProfile {
  readonly kernel: string;
  /** `(256, 1, 1)`. */
  readonly block: string;
  readonly grid: string;
  readonly launches: number;
  readonly seconds: number | null;
  /** Shares of what the GPU can sustain, in percent; null where ncu gave none. */
  readonly compute: number | null;
  readonly memory: number | null;
  readonly dram: number | null;
  readonly l2: number | null;
  readonly l1: number | null;
  /** Percent of the warps that an SM can hold. */
  readonly achievedOccupancy: number | null;
  readonly theoreticalOccupancy: number | null;
  readonly registers: number | null;
  /** Bytes a block. */
  readonly sharedBytes: number | null;
}

/** By what a kernel is held back, as ncu's rule has it: at 60 % of a peak or more it is that; below, it waits. */
export type Bottleneck = 'compute' | 'memory' | 'balanced' | 'latency';

/** `permission`: the driver keeps counters to administrators; `unsupported`: the profiler does not work here at all. */
export type ProfileRefusal = 'permission' | 'unsupported';

export interface ProfileResult {
  readonly profiles: readonly KernelProfile[];
  readonly refusal: ProfileRefusal | null;
}

const BUSY_PERCENT = 60;

/** ncu's names for the metrics of its sections SpeedOfLight, LaunchStats and Occupancy. */
const METRICS = {
  compute: 'Compute (SM) Throughput', memory: 'Memory Throughput', dram: 'DRAM Throughput', l2: 'L2 Cache Throughput', l1: 'L1/TEX Cache Throughput',
  achievedOccupancy: 'Achieved Occupancy', theoreticalOccupancy: 'Theoretical Occupancy', registers: 'Registers Per Thread',
} as const;

/** Reads what `ncu --csv --page details --print-units base --log-file` wrote. */
export function readProfileLog(log: string): ProfileResult {
  const refusal = /ERR_NVGPUCTRPERM/u.test(log) ? 'permission'
    : /==ERROR==.*(?:Failed to (?:initialize|access|prepare|load)|not supported|LibraryNotLoaded|DriverNotLoaded|Unknown Error on device)/u.test(log) ? 'unsupported' : null;
  const [head, ...rows] = log.split(/\r?\n/u).filter((line) => line.startsWith('"')).map(csvFields);
  if (!head) return { profiles: [], refusal };
  const column = (row: readonly string[], name: string): string => row[head.indexOf(name)] ?? '';
  const launches = new Map<string, Launch>();
  for (const row of rows) {
    const id = column(row, 'ID');
    const [kernel, block, grid] = [column(row, 'Kernel Name'), column(row, 'Block Size'), column(row, 'Grid Size')];
    const launch = launches.get(id) ?? { kernel, block, grid, metrics: new Map<string, number>() };
    const value = Number(column(row, 'Metric Value').replaceAll(',', ''));
    const name = column(row, 'Metric Name');
    const isShare = column(row, 'Metric Unit') === '%';
    // With the tables of another section, `Memory Throughput` is in bytes too.
    if (name !== '' && Number.isFinite(value) && (isShare || name !== METRICS.memory)) launch.metrics.set(name, value);
    launches.set(id, launch);
  }
  return { profiles: [...groups(launches.values())].map(profileOf), refusal };
}

interface Launch {
  readonly kernel: string;
  readonly block: string;
  readonly grid: string;
  readonly metrics: Map<string, number>;
}

function groups(launches: Iterable<Launch>): Iterable<readonly Launch[]> {
  return Map.groupBy(launches, ({ kernel, block, grid }) => [kernel, block, grid].join('\n')).values();
}

function profileOf(launches: readonly Launch[]): KernelProfile {
  const [{ kernel, block, grid } = { kernel: '', block: '', grid: '' }] = launches;
  const mean = (name: string): number | null => {
    const values = launches.flatMap(({ metrics }) => metrics.get(name) ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const nanoseconds = mean('Duration');
  const shared = ['Static Shared Memory Per Block', 'Dynamic Shared Memory Per Block'].map(mean);
  return {
    kernel, block, grid, launches: launches.length, seconds: nanoseconds === null ? null : nanoseconds / 1e9,
    compute: mean(METRICS.compute), memory: mean(METRICS.memory), dram: mean(METRICS.dram), l2: mean(METRICS.l2), l1: mean(METRICS.l1),
    achievedOccupancy: mean(METRICS.achievedOccupancy), theoreticalOccupancy: mean(METRICS.theoreticalOccupancy),
    registers: mean(METRICS.registers),
    sharedBytes: shared.includes(null) ? null : shared.reduce<number>((sum, each) => sum + (each ?? 0), 0),
  };
}

/** What holds a kernel back; null where ncu gave no shares. */
export function bottleneck({ compute, memory }: Pick<KernelProfile, 'compute' | 'memory'>): Bottleneck | null {
  if (compute === null || memory === null) return null;
  if (Math.max(compute, memory) < BUSY_PERCENT) return 'latency';
  if (compute >= BUSY_PERCENT && memory >= BUSY_PERCENT && Math.abs(compute - memory) < 10) return 'balanced';
  return compute > memory ? 'compute' : 'memory';
}

/** The fields of a line of CSV whose fields all stand in quotes. */
function csvFields(line: string): readonly string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/gu)].map(([, field = '']) => field.replaceAll('""', '"'));
}
