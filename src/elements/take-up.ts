import * as v from 'valibot';
import type { KernelPlace } from '../kernel/kernel-place.ts';
import { placeAddress } from '../kernel/place-address.ts';
import { keptPlace } from './kept-places.ts';
import { findLocalKernel, siteServer } from './known-servers.ts';
import type { PageKernel } from './page-kernel.ts';
import { forgetStored, type KeptKernel } from './page-life.ts';
import { findCell } from './run-cell.ts';

const recordSchema = v.object({
  address: v.string(),
  ticket: v.object({ kernelId: v.string(), kernelName: v.string(), clientId: v.string() }),
  done: v.array(v.string()),
  running: v.nullable(v.object({ cellId: v.string(), requestId: v.string() })),
});

/**
 * Takes up a kernel that an earlier visit of the page left, with the token that the tab keeps or the site offers again. It stays
 * stored until that has worked, or the kernel is known to be gone.
 */
export async function takeUp(kernel: PageKernel, { record: stored, outputs }: KeptKernel): Promise<boolean> {
  const record = v.safeParse(recordSchema, stored);
  const place = record.success ? await placeAt(record.output.address) : null;
  if (!record.success || !place) {
    console.warn('The kernel that this page left cannot be taken up.', record.issues ?? 'Its token is not there any more.');
    forgetStored();
    return false;
  }
  const taken = await kernel.takeUp(place, record.output, findCell, outputs);
  if (taken || kernel.state.error?.code === 'kernel-dead') forgetStored();
  return taken;
}

/** A place at an address whose token the page can have without asking. */
async function placeAt(address: string): Promise<KernelPlace | null> {
  const places = [keptPlace(), (await findLocalKernel())?.place ?? null, ownersPlace()];
  return places.find((place) => place !== null && placeAddress(place) === address) ?? null;
}

function ownersPlace(): KernelPlace | null {
  const server = siteServer();
  return server?.token === 'known' ? server.place : null;
}
