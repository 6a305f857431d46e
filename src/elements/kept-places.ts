import * as v from 'valibot';
import { kernelPlaceSchema, type KernelPlace } from '../kernel/kernel-place.ts';

const PLACES_KEY = 'warpnotes:places';
const PLACE_KEY = 'warpnotes:place';
const ALLOWED_KEY = 'warpnotes:allowed';
const MOST_PLACES = 5;

/** The places that were connected to, the last first, without their tokens. */
export function keptPlaces(): readonly KernelPlace[] {
  return read(localStorageOf, PLACES_KEY, v.array(kernelPlaceSchema)) ?? [];
}

/** The place whose token the reader asked to keep for this tab, or null. */
export function keptPlace(): KernelPlace | null {
  return read(sessionStorageOf, PLACE_KEY, kernelPlaceSchema);
}

/** Remembers a place that was connected to, and its token for this tab only where the reader wants it. */
export function rememberPlace(place: KernelPlace, token: 'keep' | 'forget'): void {
  const known = { ...place, token: '' };
  const others = keptPlaces().filter((other) => placeKey(other) !== placeKey(known));
  write(localStorageOf, PLACES_KEY, [known, ...others].slice(0, MOST_PLACES));
  if (token === 'keep') write(sessionStorageOf, PLACE_KEY, place);
  else forgetToken();
}

/** The next run asks anew where to go. */
export function forgetToken(): void {
  tolerant(() => { sessionStorage.removeItem(PLACE_KEY); });
}

/** Servers that the reader has let run code without being asked again: `local`, or the address of the site's own. */
export function isAllowed(server: string): boolean {
  return allowed().includes(server);
}

export function allow(server: string): void {
  write(localStorageOf, ALLOWED_KEY, [...new Set([...allowed(), server])]);
}

function allowed(): readonly string[] {
  return read(localStorageOf, ALLOWED_KEY, v.array(v.string())) ?? [];
}

/** The same for two places that differ in nothing but the token. */
function placeKey(place: KernelPlace): string {
  return JSON.stringify({ ...place, token: '' });
}

const localStorageOf = (): Storage => localStorage;
const sessionStorageOf = (): Storage => sessionStorage;

/** What is stored under a key; null where there is nothing, or nothing that this version of the site understands. */
function read<T>(storage: () => Storage, key: string, schema: v.GenericSchema<unknown, T>): T | null {
  const text = tolerant(() => storage().getItem(key));
  if (text === null) return null;
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (error) {
    console.warn(`What the browser kept as ${key} could not be read.`, error);
    return null;
  }
}

function write(storage: () => Storage, key: string, value: unknown): void {
  tolerant(() => { storage().setItem(key, JSON.stringify(value)); });
}

/** A browser may forbid storage: then nothing is remembered, and everything else works. */
function tolerant<T>(use: () => T): T | null {
  try {
    return use();
  } catch (error) {
    console.info('This browser keeps nothing for the page.', error);
    return null;
  }
}
