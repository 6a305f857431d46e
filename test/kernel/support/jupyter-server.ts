import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { startKernelServer, type KernelServer } from '../../../scripts/kernel-server.ts';
import { KernelSession, type KernelSessionOptions } from '../../../src/kernel/kernel-session.ts';
import { projectPython } from '../../support/project-python.ts';
import { projectRoot } from '../../support/project-root.ts';

export const helperSource = await readFile('src/kernel/cuda_magic.py', 'utf8');

/** A Jupyter server on the Python of the checkout, for pages of one origin. */
export async function startJupyterServer(origin = 'http://127.0.0.1:4321'): Promise<KernelServer> {
  return startKernelServer({ root: projectRoot, origins: [origin], python: await projectPython(), log: () => undefined });
}

/** A session that is shut down after the test. */
export async function startSession(options: Omit<KernelSessionOptions, 'helperSource'>): Promise<KernelSession> {
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

/** A way to a server that can be cut. */
export interface Tunnel {
  readonly url: string;
  /** Breaks all connections; new ones are taken. */
  cut(): void;
  /** Breaks all connections and takes no new ones. */
  close(): void;
}

export async function startTunnel(url: string): Promise<Tunnel> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createTcpServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [[near, far], [far, near]] as const) {
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on('error', () => other.destroy());
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => { for (const socket of sockets) socket.destroy(); };
  const close = () => {
    server.close();
    cut();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, cut, close };
}
