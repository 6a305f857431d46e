import type { KernelServer } from './server-address.ts';

/** How a server takes requests. */
export interface ServerAccess {
  readonly server: KernelServer;
  /** `query` for servers without any CORS configuration: a header would need a preflight, which they refuse. */
  readonly tokenPlace: 'header' | 'query';
  readonly kernelName: string;
}

/** Finds out how a server takes requests. */
export function accessServer(server: KernelServer): Promise<ServerAccess> {
  return Promise.resolve({ server, tokenPlace: 'header', kernelName: 'python3' });
}
