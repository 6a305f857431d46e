import { processCount, sharesNames, type Cell } from './cell.ts';

/**
 * The text that is sent to the kernel for a cell: Python as it stands, the others under a cell magic of
 * `src/kernel/cuda_magic.py`. The first line is the only one added.
 * @param tool what a CUDA program is run under, such as `memcheck`
 */
export function cellCode(cell: Cell, tool: string | null = null): string {
  const { language, options, source } = cell;
  if (sharesNames(cell)) return source;
  const timeout = options.timeoutSeconds === null ? [] : ['--timeout', String(options.timeoutSeconds)];
  if (language === 'python') {
    const gpus = options.gpus > 1 ? ['--gpus', String(options.gpus)] : [];
    return [['%%torchrun', '--name', options.id, '--processes', String(processCount(cell)), ...gpus, ...timeout].join(' '), source].join('\n');
  }
  if (language === 'shell') return [['%%shell', ...timeout].join(' '), source].join('\n');
  const words = [options.kernel ? '%%kernel' : '%%cuda', '--name', options.id];
  if (options.nvccArgs !== '') words.push('-c', quote(options.nvccArgs));
  if (options.files !== null) words.push('--save', options.files);
  if (options.stdin !== null) words.push('--stdin', options.stdin);
  if (tool !== null) words.push('--tool', tool);
  return [[...words, ...timeout].join(' '), source].join('\n');
}

/**
 * After how long the client has to stop a cell, in seconds; null where it has no limit or where its magic, which knows when
 * the program itself begins, keeps it.
 */
export function clientTimeoutSeconds(cell: Pick<Cell, 'language' | 'options'>): number | null {
  return sharesNames(cell) ? cell.options.timeoutSeconds : null;
}

/** One word for Python's shlex, in the quotes that nvcc4jupyter's readers write. */
function quote(text: string): string {
  return /["\\]/u.test(text) ? `'${text.replaceAll("'", `'"'"'`)}'` : `"${text}"`;
}
