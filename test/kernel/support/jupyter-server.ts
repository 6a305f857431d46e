import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { startKernelServer, type KernelServer } from '../../../scripts/kernel-server.ts';
import { HELPER_FILES, type HelperSource } from '../../../src/kernel/helper-files.ts';
import { KernelSession, type KernelSessionOptions } from '../../../src/kernel/kernel-session.ts';
import { projectPython } from '../../support/project-python.ts';
import { projectRoot } from '../../support/project-root.ts';

export const helperSource: HelperSource = (file) => readFile(file, 'utf8');
/** The helper's files by their paths, for a project that has nothing else. */
export const helperFiles = Object.fromEntries(await Promise.all(HELPER_FILES.map(async (file) => [file, await readFile(file, 'utf8')] as const)));

/** A Jupyter server on the Python of the checkout or another, for pages of one origin; on any port, or on that of one before it. */
export async function startJupyterServer(origin = 'http://127.0.0.1:4321', port?: number, python?: string): Promise<KernelServer> {
  return startKernelServer({ root: projectRoot, origins: [origin], python: python ?? await projectPython(), port, log: () => undefined });
}

/** A session that is shut down after the test. */
export async function startSession(options: Omit<KernelSessionOptions, 'helperSource'> & Partial<Pick<KernelSessionOptions, 'helperSource'>>): Promise<KernelSession> {
  const session = await KernelSession.start({ helperSource, ...options });
  onTestFinished(() => session.shutdown());
  return session;
}

/** Ids of the kernels that a server has. */
export async function kernelIds({ url, token }: KernelServer): Promise<readonly string[]> {
  const response = await fetch(`${url}api/kernels`, { headers: { authorization: `token ${token}` } });
  return ((await response.json()) as { readonly id: string }[]).map(({ id }) => id);
}

/** An HTTP server that is no Jupyter server; resolves with its address. */
export async function startOtherServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
