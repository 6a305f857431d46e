/**
 * The files of the helper in a kernel, from the project's root, in the order in which a kernel takes them: the first is sent to each,
 * the others before the first code that needs them.
 */
export const HELPER_FILES = ['src/kernel/kernel_helper.py', 'src/kernel/cuda_magic.py', 'src/kernel/kernel_cells.py'] as const;
export type HelperFile = (typeof HELPER_FILES)[number];
export type AddedHelperFile = Exclude<HelperFile, 'src/kernel/kernel_helper.py'>;

/** Gives the text of a file of the helper. May reject, where it is loaded. */
export type HelperSource = (file: HelperFile) => string | Promise<string>;

/** What code that needs a file says: its magics, the functions that call one, and what stands on it. */
const SIGNS: Readonly<Record<AddedHelperFile, RegExp>> = {
  'src/kernel/cuda_magic.py': /%%(?:cuda|shell|torchrun|kernel)\b|\brun_(?:cell|line)_magic\b|\b_?warpnotes_(?:state|view|environment)\b/u,
  'src/kernel/kernel_cells.py': /%%kernel\b|\brun_cell_magic\b/u,
};

/** The files that code needs beside the first. A text that only looks like it costs a file more. */
export function helperFilesFor(code: string): readonly AddedHelperFile[] {
  return HELPER_FILES.slice(1).filter((file): file is AddedHelperFile => SIGNS[file as AddedHelperFile].test(code));
}

/** All of the helper as one text. */
export async function helperText(source: HelperSource): Promise<string> {
  return (await Promise.all(HELPER_FILES.map(async (file) => source(file)))).join('\n');
}
