import * as z from 'zod/mini';
import { KernelError, type KernelErrorFacts } from './kernel-error.ts';
import type { KernelServer } from './server-address.ts';

/** A server that takes requests, and how it wants them. */
export interface ServerAccess {
  readonly server: KernelServer;
  /** Where the token goes: `query` for a server without any CORS configuration, whose preflights fail. */
  readonly tokenPlace: 'header' | 'query';
  /** The kernelspec to start. */
  readonly kernelName: string;
}

/** What a look at a server does in the world. A page passes more than Node has. */
export interface AccessEffects {
  readonly fetch: typeof fetch;
  /** How long one request may take. */
  readonly timeoutSeconds: number;
  /** `location.origin` of the page; null in Node. */
  readonly pageOrigin: string | null;
}

const NODE_EFFECTS: AccessEffects = { fetch: (...args) => fetch(...args), timeoutSeconds: 10, pageOrigin: null };

const specsSchema = z.object({
  default: z.optional(z.string()),
  kernelspecs: z.record(z.string(), z.object({ spec: z.object({ language: z.string() }) })),
});

/**
 * Looks at a server with one request, and where that fails, at why. Throws a KernelError with the first thing that is wrong.
 */
export async function accessServer(server: KernelServer, effects: Partial<AccessEffects> = {}): Promise<ServerAccess> {
  const all = { ...NODE_EFFECTS, ...effects };
  const facts: KernelErrorFacts = { url: server.url, ...(all.pageOrigin === null ? {} : { origin: all.pageOrigin }) };
  const headers = server.token === '' ? {} : { Authorization: `token ${server.token}` };
  const response = await all.fetch(`${server.url}api/kernelspecs`, { headers, cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' })
    .catch((cause: unknown) => { throw new KernelError('unreachable', `nothing answers at ${server.url}`, { cause, facts }); });
  if (!response.ok) throw new KernelError('unauthorized', `${server.url} answers ${response.status}`, { facts: { ...facts, status: response.status } });
  const specs = specsSchema.parse(await response.json());
  const name = pythonSpec(specs);
  if (name === undefined) throw new KernelError('no-kernelspec', `${server.url} has no Python kernel`, { facts });
  return { server, tokenPlace: 'header', kernelName: name };
}

type Specs = z.infer<typeof specsSchema>;

/** The server's default where that is Python, else its first Python. */
function pythonSpec({ default: preferred, kernelspecs }: Specs): string | undefined {
  const names = Object.keys(kernelspecs).filter((name) => kernelspecs[name]?.spec.language.toLowerCase() === 'python');
  return names.find((name) => name === preferred) ?? names[0];
}
