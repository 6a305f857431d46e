import { KernelError } from './kernel-error.ts';
import { pythonKernel } from './kernel-specs.ts';
import { checkPageMayUse, type KernelServer } from './server-address.ts';
import { ask, requestTo, withDefaults, type AccessEffects, type Answer, type TokenPlace } from './server-request.ts';
import { trouble } from './server-trouble.ts';

/** A server that takes requests, and how it wants them. */
export interface ServerAccess {
  readonly server: KernelServer;
  /** Where the token goes: `query` for a server that does not answer preflights, having no CORS configuration. */
  readonly tokenPlace: Exclude<TokenPlace, 'none'>;
  /** The kernelspec to start. */
  readonly kernelName: string;
  /** The page's origin, for the advice on an error; left out outside of a page. */
  readonly origin?: string;
}

/**
 * Looks at a server with one request, and where that fails, at why. Throws a KernelError with the first thing that is wrong,
 * in the order: address, mixed content, the browser's and the site's permission, reach, origin, token, kernelspec.
 */
export async function accessServer(server: KernelServer, effects: Partial<AccessEffects> = {}): Promise<ServerAccess> {
  const all = withDefaults(effects);
  if (all.page) checkPageMayUse(server, new URL(all.page.origin).protocol);
  // Both gateways fail at preflights: Kernel Gateway 3 at all of them (403), Enterprise Gateway 3 at those of interrupt and restart (500).
  const tokenPlace = all.page && server.kind === 'gateway' ? 'query' : 'header';
  const first = await ask(requestTo(server, 'api/kernelspecs', tokenPlace), all);
  const name = kernelOf(first);
  if (name !== undefined) return accessOf(server, tokenPlace, name, all);
  // Loaded where something is wrong.
  const { findTrouble } = await import('./doctor.ts');
  const found = await findTrouble(server, first, all);
  if (found instanceof KernelError) throw found;
  return accessOf(server, 'query', kernelOf(found), all);
}

function kernelOf(answer: Answer): string | null | undefined {
  return answer.kind === 'answered' && answer.status === 200 ? pythonKernel(answer.body) : undefined;
}

function accessOf(server: KernelServer, tokenPlace: ServerAccess['tokenPlace'], kernelName: string | null | undefined, effects: AccessEffects): ServerAccess {
  if (typeof kernelName !== 'string') throw trouble('no-kernelspec', server, effects);
  return { server, tokenPlace, kernelName, ...(effects.page ? { origin: effects.page.origin } : {}) };
}
