import { KernelAPI, KernelConnection, ServerConnection, type KernelMessage } from '@jupyterlab/services';
import { pageEffects } from '../../../src/elements/page-effects.ts';
import { connectionSettings } from './connection-settings.ts';
import { whyNoKernel, whyNoWebSocket } from '../../../src/kernel/doctor-kernel.ts';
import { KernelError } from '../../../src/kernel/kernel-error.ts';
import { reachPlace, type KernelPlace } from '../../../src/kernel/kernel-place.ts';
import { accessServer, type ServerAccess } from '../../../src/kernel/server-access.ts';
import type { KernelServer } from '../../../src/kernel/server-address.ts';

/** What a page of a test can be asked to do with a server; errors come back as their code and facts. */
const client = {
  access: (server: KernelServer, timeoutSeconds = 10) => told(accessServer(server, { page: pageEffects(), timeoutSeconds })),
  reach: (place: KernelPlace) => {
    const progress: string[] = [];
    const reached = reachPlace(place, { page: pageEffects(), progress: ({ message }) => progress.push(message) });
    return told(reached.then((server) => ({ server, progress })));
  },
  whyNoKernel: (access: ServerAccess) => told(whyNoKernel(access, { page: pageEffects() })),
  whyNoWebSocket: (access: ServerAccess, kernelId: string) =>
    told(whyNoWebSocket(access, kernelId, { page: pageEffects(), timeoutSeconds: 5 })),
  startKernel: async (access: ServerAccess) => (await KernelAPI.startNew({ name: access.kernelName }, settingsOf(access))).id,
  /** Starts a kernel, runs code, interrupts an endless loop, restarts, and shuts down. */
  life: async (access: ServerAccess) => {
    const serverSettings = settingsOf(access);
    const model = await KernelAPI.startNew({ name: access.kernelName }, serverSettings);
    const kernel = new KernelConnection({ model, serverSettings, handleComms: false });
    const text = await run(kernel, 'print(6 * 7)');
    const endless = kernel.requestExecute({ code: 'import time\nwhile True: time.sleep(0.01)' });
    await new Promise<void>((resolve) => {
      endless.onIOPub = ({ header }) => { if (header.msg_type === 'execute_input') resolve(); };
    });
    await kernel.interrupt();
    const { content } = await endless.done;
    await kernel.restart();
    const after = await run(kernel, 'print("fresh")');
    await kernel.shutdown();
    kernel.dispose();
    return { text, interrupted: content.status, after, left: (await KernelAPI.listRunning(serverSettings)).length };
  },
};

function settingsOf(access: ServerAccess): ServerConnection.ISettings {
  return ServerConnection.makeSettings(connectionSettings(access));
}

async function run(kernel: KernelConnection, code: string): Promise<string> {
  let text = '';
  const future = kernel.requestExecute({ code });
  future.onIOPub = ({ header, content }) => { if (header.msg_type === 'stream') text += (content as KernelMessage.IStreamMsg['content']).text; };
  await future.done;
  return text;
}

async function told<T>(promise: Promise<T>) {
  try {
    const value = await promise;
    return value instanceof KernelError ? { code: value.code, facts: value.facts } : { value };
  } catch (error) {
    if (error instanceof KernelError) return { code: error.code, facts: error.facts };
    throw error;
  }
}

export type PageClient = typeof client;
Object.assign(globalThis, { client });
