/** Where a page's kernel is left for the next visit of this tab to it: one for each page, since a tab may leave kernels on several. */
export const kernelKey = (): string => `warpnotes:kernel:${location.pathname}`;

/** Where a reader's edits are kept, by note and cell. */
export const editKey = (note: string, cell: string): string => `warpnotes:edit:${note}:${cell}`;

/** What the fragment of an address begins with that carries an edited cell. */
export const EDIT_FRAGMENT = '#edit=';
