/**
 * What a page gets for `@jupyterlab/services` (src/bundle/slim-kernel-client.ts): the parts of the package that talk to one
 * kernel, without its managers, contents, sessions, terminals and settings. A name that is not here fails the build where
 * our code imports it; test/bundle tells when the package's own files ask its index for one.
 */
export { KernelConnection } from '@jupyterlab/services/lib/kernel/default.js';
export * as KernelMessage from '@jupyterlab/services/lib/kernel/messages.js';
export * as KernelAPI from '@jupyterlab/services/lib/kernel/restapi.js';
export { ServerConnection } from '@jupyterlab/services/lib/serverconnection.js';

/** As the package has them. */
export const CommsOverSubshells = { Disabled: 'disabled', PerComm: 'perComm', PerCommTarget: 'perCommTarget' } as const;

/** Our connections handle no comms (`handleComms: false`): widgets are drawn from their messages. */
export function CommHandler(): never {
  throw new Error('a connection of a page has no comms');
}

/** For `KernelConnection.spec`, which nobody asks: kernelspecs are read by `kernel-specs.ts`. */
export class KernelSpecAPIClient {
  get(): Promise<never> {
    return Promise.reject(new Error('a connection of a page knows no kernelspecs'));
  }
}

/** Defaults that `ServerPath.settings` replaces: our WebSockets take and give objects, which kernel-frames.ts writes and reads. */
export function serialize(): never {
  throw new Error('a connection of a page sends objects');
}

export function deserialize(): never {
  throw new Error('a connection of a page gets objects');
}
