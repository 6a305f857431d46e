/** The files of the helper that every kernel gets, from the project's root, in the order in which they are sent. */
export const HELPER_FILES = ['src/kernel/cuda_magic.py', 'src/kernel/kernel_cells.py'] as const;

/** The helper as one text. */
export async function helperText(read: (file: string) => Promise<string>): Promise<string> {
  return (await Promise.all(HELPER_FILES.map(read))).join('\n');
}
