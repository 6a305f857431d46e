import * as v from 'valibot';
import type { HubServer } from './jupyter-hub.ts';
import { KernelError } from './kernel-error.ts';
import type { ReachOptions } from './place-progress.ts';
import { parseServerAddress, type KernelServer } from './server-address.ts';
import { siteServerSchema } from './site-server.ts';

const token = v.optional(v.string(), '');
const address = v.string();

/** Where code may run; `site` is the server that the owner of the site set up for everyone, its address absolute. */
export const kernelPlaceSchema = v.variant('kind', [
  v.object({ kind: v.literal('jupyter'), address, token }),
  v.object({ kind: v.literal('gateway'), address, token }),
  v.object({
    kind: v.literal('hub'), address, token,
    /** Name of the user whose server it is; the token's owner where empty. */
    user: v.optional(v.string(), ''),
    /** One of the user's named servers; the default one where empty. */
    serverName: v.optional(v.string(), ''),
  }),
  v.object({
    kind: v.literal('binder'), address, token,
    /** `gh/owner/repository/branch` and the like: a provider and what it calls a repository. */
    spec: v.string(),
  }),
  v.object({ kind: v.literal('site'), token, server: siteServerSchema }),
]);
export type KernelPlace = Readonly<v.InferOutput<typeof kernelPlaceSchema>>;

/**
 * What a reader has filled in, its address tidied: the token of a pasted address becomes the place's, a hub's address loses
 * what follows it, and user and server that stand in it fill empty fields. Throws a KernelError `address-invalid`.
 */
export function parseKernelPlace(value: unknown): KernelPlace {
  const place = v.parse(kernelPlaceSchema, value);
  if (place.kind === 'site') return place;
  const server = parseServerAddress(place.address, place.token);
  if (place.kind === 'hub') return { ...place, ...hubParts(server.url, place), token: server.token };
  if (place.kind === 'binder') return parseBinder({ ...place, token: server.token }, server.url);
  return { ...place, address: server.url, token: server.token };
}

// Hubs and binders are loaded where one is used.
const loadHub = () => import('./jupyter-hub.ts');
const loadBinder = () => import('./binder.ts');

/**
 * The Jupyter server of a place: that of a hub is started, that of a binder is built first, and both are told of as they
 * come up. Nothing is sent to the others. Throws a KernelError, or the reason of `signal`. In the mode `existing` a hub's server
 * that does not run and any of a binder are `kernel-dead`: a binder gives the token of a server with its launch, and only there.
 */
export async function reachPlace(place: KernelPlace, options: ReachOptions = {}): Promise<KernelServer> {
  switch (place.kind) {
    case 'jupyter': return parseServerAddress(place.address, place.token);
    case 'gateway': return { ...parseServerAddress(place.address, place.token), kind: 'gateway' };
    case 'hub': return (await loadHub()).reachHub(hubServer(place), options);
    case 'binder': {
      const binder = { ...parseServerAddress(place.address), token: place.token };
      return (await loadBinder()).reachBinder({ binder, spec: place.spec }, options);
    }
    case 'site': return reachPlace(ownersPlace(place), options);
  }
}

/** Whether the token of a place is that of its server, with which a later page can take up a kernel there. */
export function tokenComesBack(place: KernelPlace): boolean {
  return (place.kind === 'site' ? place.server.kind : place.kind) !== 'binder';
}

/** Stops the user's server of a hub. The other kinds have nothing to stop but their kernels. Throws a KernelError. */
export async function stopPlace(place: KernelPlace, options: ReachOptions = {}): Promise<void> {
  const named = place.kind === 'site' ? ownersPlace(place) : place;
  if (named.kind === 'hub') await (await loadHub()).stopHub(hubServer(named), options);
}

function hubServer({ address, token, user, serverName }: Extract<KernelPlace, { kind: 'hub' }>): HubServer {
  return { hub: { ...parseServerAddress(address, token), kind: 'hub' }, user, serverName };
}

/** The place that the owner's setting stands for, with the reader's token. */
function ownersPlace({ server: { kind, address, spec }, token }: Extract<KernelPlace, { kind: 'site' }>): KernelPlace {
  return kind === 'hub' ? { kind, address, token, user: '', serverName: '' } : { kind, address, token, spec };
}

/** `https://hub.example.org/user/li%20lei/gpu/` is the hub at `https://hub.example.org/` with a user and a named server. */
function hubParts(url: string, { user, serverName }: { readonly user: string; readonly serverName: string }) {
  const [, hub = url, inAddress = '', named = ''] = /^(.*\/)user\/([^/]+)\/(?:([^/]+)\/)?$/u.exec(url) ?? [];
  return { address: hub, user: user || decoded(inAddress, url), serverName: serverName || decoded(named, url) };
}

function decoded(part: string, url: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new KernelError('address-invalid', 'the address has a % that begins no character', { cause, facts: { url, addressProblem: 'malformed' } });
  }
}

/** A link of a binder (`https://mybinder.org/v2/gh/owner/repository/main`) holds the repository too. */
function parseBinder(place: Extract<KernelPlace, { kind: 'binder' }>, url: string): KernelPlace {
  const [, binder = url, inAddress = ''] = /^(.*\/)v2\/(.+?)\/$/u.exec(url) ?? [];
  const spec = (place.spec.trim() || inAddress).replace(/^\/+|\/+$/gu, '');
  if (!/^[a-z]+\/[^\s?#]+$/u.test(spec)) {
    throw new KernelError('address-invalid', 'the repository is not of the form gh/owner/repository/branch', { facts: { url: binder, addressProblem: 'spec' } });
  }
  return { ...place, address: binder, spec };
}

export type { PlaceProgress, ReachOptions } from './place-progress.ts';
