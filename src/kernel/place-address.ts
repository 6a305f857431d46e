import type { KernelPlace } from './kernel-place.ts';

/** The address of a place, without any token; what a page shows and remembers. */
export function placeAddress(place: KernelPlace): string {
  return place.kind === 'site' ? place.server.address : place.address;
}
