import { afterAll, beforeAll, vi } from 'vitest';
import type { KernelServer } from '../../../scripts/kernel-server.ts';
import { startJupyterServer } from './jupyter-server.ts';

/** Brings a Jupyter server up for the tests of a file. The client's log of each status and each failure is kept quiet. */
export function useJupyterServer(take: (server: KernelServer) => void, python?: string): void {
  let server: KernelServer;

  beforeAll(async () => {
    for (const method of ['debug', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
    server = await startJupyterServer(undefined, undefined, python);
    take(server);
  });

  afterAll(async () => {
    vi.restoreAllMocks();
    await server.stop();
  });
}
