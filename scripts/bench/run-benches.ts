import { type Bench, type BenchContext, type BenchRow, BenchUnavailable } from './bench.ts';

export interface BenchReport {
  /** Of the benches that ran, in their order. */
  readonly rows: readonly BenchRow[];
  readonly failures: readonly BenchFailure[];
}

export interface BenchFailure {
  readonly bench: string;
  /** For the reader: why it did not run. A fault of the bench itself comes with its stack. */
  readonly reason: string;
}

/** Is told of each bench as it begins and ends. */
export interface BenchObserver {
  begin(bench: Bench): BenchContext;
  ended(bench: Bench, failure: BenchFailure | null): void;
}

/** Runs benches one after the other, so that none disturbs another. One that fails leaves its rows out; the next still runs. */
export async function runBenches(benches: readonly Bench[], observer: BenchObserver): Promise<BenchReport> {
  const rows: BenchRow[] = [];
  const failures: BenchFailure[] = [];
  for (const bench of benches) {
    const context = observer.begin(bench);
    try {
      rows.push(...(await bench.run(context)));
      observer.ended(bench, null);
    } catch (error) {
      const failure = { bench: bench.name, reason: reasonOf(error) };
      failures.push(failure);
      observer.ended(bench, failure);
    }
  }
  return { rows, failures };
}

function reasonOf(error: unknown): string {
  if (error instanceof BenchUnavailable) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
