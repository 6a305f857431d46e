import * as z from 'zod/mini';
import { parseServerAddress, type KernelServer } from './server-address.ts';

const token = z.string();
const address = z.string();

/** A place of the reader's choice; `site` is the one that the owner of the site set up for everyone. */
export const kernelPlaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('jupyter'), address, token }),
  z.object({ kind: z.literal('gateway'), address, token }),
  z.object({
    kind: z.literal('hub'), address, token,
    /** Name of the user whose server it is; the token's owner where empty. */
    user: z._default(z.string(), ''),
    /** One of the user's named servers; the default one where empty. */
    serverName: z._default(z.string(), ''),
  }),
  z.object({
    kind: z.literal('binder'), address, token: z._default(token, ''),
    /** `gh/owner/repository/branch` and the like: a provider and what it calls a repository. */
    spec: z.string(),
  }),
  z.object({ kind: z.literal('site'), token: z._default(token, '') }),
]);
export type KernelPlace = Readonly<z.infer<typeof kernelPlaceSchema>>;

/** What a hub or a binder says while a server comes up. */
export interface PlaceProgress {
  /** `building`, `starting`: what goes on. */
  readonly phase: 'waiting' | 'building' | 'starting' | 'ready';
  /** From 0 to 1, where it is known. */
  readonly fraction?: number;
  /** The hub's own words, plain text. */
  readonly message: string;
}

export function parseKernelPlace(value: { kind: string; address: string; token: string; user: string; serverName: string; spec: string }): KernelPlace {
  const { url, token: given } = parseServerAddress(value.address, value.token);
  return kernelPlaceSchema.parse({ ...value, address: url, token: given });
}

export function placeAddress(place: KernelPlace): string {
  return place.kind === 'site' ? '' : place.address;
}

export async function reachPlace(place: KernelPlace, _: { progress: (progress: PlaceProgress) => void; signal: AbortSignal }): Promise<KernelServer> {
  return Promise.resolve({ url: placeAddress(place), token: place.token });
}
