import * as v from 'valibot';
import { findTrouble } from './doctor.ts';
import { eventData } from './event-stream.ts';
import type { KernelError, KernelErrorCode, KernelErrorFacts } from './kernel-error.ts';
import { oneLine, type PlaceProgress, type ReachOptions } from './place-progress.ts';
import { checkPageMayUse, type KernelServer } from './server-address.ts';
import { json, withDefaults, type AccessEffects } from './server-request.ts';
import { trouble } from './server-trouble.ts';

/** A repository that a BinderHub builds and runs. */
export interface BinderRepository {
  /** The BinderHub; its token is sent as a bearer, for one that wants a login. */
  readonly binder: KernelServer;
  /** A provider's prefix and its name for a repository: `gh/owner/repository/branch`. */
  readonly spec: string;
}

/** Events of a build (BinderHub documentation, Events). Other fields and phases may come. */
const eventSchema = v.object({
  phase: v.string(),
  message: v.optional(v.string()),
  url: v.optional(v.string()),
  token: v.optional(v.string()),
  progress: v.optional(v.unknown()),
});
type BinderEvent = v.InferOutput<typeof eventSchema>;

const PHASES: Readonly<Record<string, PlaceProgress['phase']>> = {
  waiting: 'waiting', fetching: 'building', building: 'building', pushing: 'building', built: 'starting', launching: 'starting', ready: 'ready',
};

/**
 * Builds and launches a repository and follows that to its end; the binder makes the server's token, so that no `existing` one
 * can be reached. Throws a KernelError.
 */
export async function reachBinder({ binder, spec }: BinderRepository, options: ReachOptions = {}): Promise<KernelServer> {
  const effects = withDefaults(options);
  if (effects.page) checkPageMayUse(binder, new URL(effects.page.origin).protocol);
  const error = (code: KernelErrorCode, facts: KernelErrorFacts = {}) => trouble(code, binder, effects, { kind: 'binder', ...facts });
  if (options.mode === 'existing') throw error('kernel-dead');
  const response = await openBuild({ binder, spec }, effects, options.signal);
  if (!response.ok || !response.body || !response.headers.get('content-type')?.includes('text/event-stream')) {
    throw error(response.status === 401 || response.status === 403 ? 'unauthorized' : 'not-binder', { status: response.status });
  }
  for await (const data of eventData(response.body)) {
    const event = json(data);
    if (!v.is(eventSchema, event)) continue;
    const message = oneLine(event.message ?? '');
    if (event.phase === 'failed') throw error('build-failed', { said: message });
    options.progress?.({ phase: PHASES[event.phase] ?? 'building', ...pushed(event), message });
    if (event.phase === 'ready' && event.url !== undefined) {
      return { url: new URL(event.url, binder.url).href.replace(/\/*$/u, '/'), token: event.token ?? '', kind: 'binder' };
    }
  }
  throw error('build-failed', { said: '' });
}

/** No time limit: a build may be silent for long, and its heartbeat keeps the connection. */
async function openBuild({ binder, spec }: BinderRepository, effects: AccessEffects, signal: AbortSignal | undefined): Promise<Response> {
  const headers = { Accept: 'text/event-stream', ...(binder.token === '' ? {} : { Authorization: `Bearer ${binder.token}` }) };
  const init: RequestInit = { headers, cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer', signal: signal ?? null };
  try {
    return await effects.fetch(new URL(`build/${spec}`, binder.url).href, init);
  } catch (cause) {
    signal?.throwIfAborted();
    throw await whyNoBinder(binder, cause, effects);
  }
}

/** The doctor's probes, which ask for kernels, tell of reach and permission; what is left is that the page may not read. */
async function whyNoBinder(binder: KernelServer, cause: unknown, effects: AccessEffects): Promise<KernelError> {
  const found = await findTrouble({ ...binder, token: '' }, { kind: 'failed', cause }, effects);
  const code = 'code' in found && !['not-jupyter', 'unauthorized'].includes(found.code) ? found.code : 'origin-refused';
  return trouble(code, binder, effects, { kind: 'binder' });
}

/** How much of an image is pushed, from Docker's layers: `{ layer: { current, total } | 'Pushed' }`. */
function pushed({ phase, progress }: BinderEvent): { readonly fraction?: number } {
  if (phase !== 'pushing' || typeof progress !== 'object' || progress === null) return {};
  const layers = Object.values(progress).filter((layer: unknown) => v.is(layerSchema, layer));
  const total = layers.reduce((sum, layer) => sum + layer.total, 0);
  return total > 0 ? { fraction: layers.reduce((sum, layer) => sum + layer.current, 0) / total } : {};
}

const layerSchema = v.object({ current: v.number(), total: v.number() });
