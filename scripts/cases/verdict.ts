/** How a case ended; `reason` is empty only where there is nothing to add to "passed". */
export interface Verdict {
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly reason: string;
}

/** Something that the runner, or the product as it is today, has no way to check: the case is skipped and says so. */
export class NotCheckable extends Error {
  override readonly name = 'NotCheckable';
}

export const skipped = (reason: string): Verdict => ({ status: 'skipped', reason });

/** The keys of `assert` that a checker does not know, as a sentence; empty where it knows all. */
export function unknownKeys(assert: Readonly<Record<string, unknown>>, known: readonly string[]): readonly string[] {
  return Object.keys(assert).filter((key) => !known.includes(key)).map((key) => `assert.${key} is not known for this kind of case`);
}

/**
 * Failed where anything failed; else skipped where something could not be checked, since a case that is not checked
 * whole has not passed; else passed.
 */
export function verdictOf(failures: readonly string[], unchecked: readonly string[], note = ''): Verdict {
  if (failures.length > 0) return { status: 'failed', reason: failures.join('; ') };
  return unchecked.length > 0 ? skipped(unchecked.join('; ')) : { status: 'passed', reason: note };
}
