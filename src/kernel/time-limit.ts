/** A promise with a limit: rejects with the error that `error` makes. */
export async function withTimeout<T>(promise: Promise<T>, seconds: number, error: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => { reject(error()); }, seconds * 1000);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** A promise with a limit: null after it. */
export async function orNull<T>(promise: Promise<T>, seconds: number): Promise<T | null> {
  const limit = Promise.withResolvers<null>();
  const timer = setTimeout(limit.resolve, seconds * 1000, null);
  return Promise.race([promise, limit.promise]).finally(() => { clearTimeout(timer); });
}
