/**
 * Does work for every item, `jobs` at once, beginning in the order of the list. Where work rejects nothing more is begun; rejects
 * with the first reason when all that was begun has ended.
 */
export async function inParallel<T>(items: readonly T[], jobs: number, work: (item: T, index: number) => Promise<void>): Promise<void> {
  const waiting = items.entries();
  let isEnding = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (isEnding) return;
      await work(item, index).catch((error: unknown) => {
        isEnding = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(jobs, items.length) }, worker));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
