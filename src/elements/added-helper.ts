import { helperFilesFor, type AddedHelperFile } from '../kernel/helper-files.ts';

/** What a kernel gets of the helper with the first code that needs it: the page loads it no sooner. */
export const ADDED_HELPER: Readonly<Record<AddedHelperFile, () => Promise<string>>> = {
  'src/kernel/cuda_magic.py': async () => (await import('../kernel/cuda_magic.py?raw')).default,
  'src/kernel/kernel_cells.py': async () => (await import('../kernel/kernel_cells.py?raw')).default,
};

/** Loads what code needs while it waits in the queue, beside the connection and the client. */
export function loadHelperFor(code: string): void {
  for (const file of helperFilesFor(code)) {
    ADDED_HELPER[file]().catch((error: unknown) => { console.warn(`${file} could not be loaded ahead.`, error); });
  }
}
