import { describe, expect, it } from 'vitest';
import { useSession } from '../../scripts/session-use.ts';

/** A session of which only the shutdown is asked; tells in order what became of it. */
function trial(shutdown: () => Promise<void>) {
  const told: unknown[] = [];
  const controller = new AbortController();
  const session = { shutdown: () => { told.push('shut down'); return shutdown(); } };
  const use = <T>(work: () => Promise<T>) =>
    useSession({ session, work, signal: controller.signal, onLeftBehind: (error) => told.push(error) });
  return { told, controller, use };
}

const gone = new Error('the server is gone');

describe('useSession', () => {
  it('gives what the work gives, after the shutdown', async () => {
    const { told, use } = trial(() => Promise.resolve());
    expect(await use(() => Promise.resolve(42))).toBe(42);
    expect(told).toEqual(['shut down']);
  });

  it('keeps result and error of the work where the shutdown fails', async () => {
    const { told, use } = trial(() => Promise.reject(gone));
    expect(await use(() => Promise.resolve(42))).toBe(42);
    await expect(use(() => Promise.reject(new Error('the real error')))).rejects.toThrow('the real error');
    expect(told).toEqual(['shut down', gone, 'shut down', gone]);
  });

  it('shuts down at once when it is aborted, without the end of the work', async () => {
    const { told, controller, use } = trial(() => Promise.resolve());
    const used = use(() => new Promise(() => undefined));
    controller.abort(new Error('Stopped.'));
    await expect(used).rejects.toThrow('Stopped.');
    await expect(use(() => Promise.resolve(expect.unreachable('nothing begins after it')))).rejects.toThrow('Stopped.');
    expect(told).toEqual(['shut down', 'shut down']);
  });
});
