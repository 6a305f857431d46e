import { placeAddress, type KernelPlace } from '../kernel/kernel-place.ts';
import { keptPlace } from './kept-places.ts';
import { findLocalKernel, siteServer } from './known-servers.ts';
import type { PageKernel } from './page-kernel.ts';
import type { KeptKernel } from './page-life.ts';
import { findCell } from './run-cell.ts';

/** Takes up a kernel that an earlier visit of the page left, with the token that the tab keeps or the site offers again. */
export async function takeUp(kernel: PageKernel, { record, outputs }: KeptKernel): Promise<void> {
  const places = [keptPlace(), (await findLocalKernel())?.place ?? null, siteServer()?.place ?? null];
  const place = places.find((each): each is KernelPlace => each !== null && placeAddress(each) === record.address);
  if (place) await kernel.takeUp(place, record, findCell, outputs);
  else console.info('The token of the kernel that this page left is not there any more.');
}
