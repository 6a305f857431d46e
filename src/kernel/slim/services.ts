/**
 * What a page gets for `@jupyterlab/services` (src/bundle/slim-kernel-client.ts): the parts of the package that talk to one
 * kernel, without its managers, contents, sessions, terminals and settings. A name that is not here fails the build where
 * our code imports it; test/bundle tells when the package's own files ask its index for one.
 */
export { CommsOverSubshells } from '@jupyterlab/services/lib/kernel/comm.js';
export { KernelConnection } from '@jupyterlab/services/lib/kernel/default.js';
export * as KernelMessage from '@jupyterlab/services/lib/kernel/messages.js';
export * as KernelAPI from '@jupyterlab/services/lib/kernel/restapi.js';
export * as KernelSpecAPI from '@jupyterlab/services/lib/kernelspec/restapi.js';
export { ServerConnection } from '@jupyterlab/services/lib/serverconnection.js';
