/** Assembly of a function, with the line of the cell that each of its lines comes from; 0 where there is none. */
export interface Listing {
  readonly lines: readonly string[];
  readonly source: readonly number[];
}

export interface ListedFunction {
  /** As the linker knows it. */
  readonly symbol: string;
  /** For example `sm_90`. */
  readonly arch: string;
  readonly isKernel: boolean;
  /** Threads of a block at most, from `__launch_bounds__`; null without them. */
  readonly maxThreads: number | null;
  readonly listing: Listing;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

class Lines {
  readonly lines: string[] = [];
  readonly source: number[] = [];

  add(text: string, source: number): void {
    this.lines.push(text);
    this.source.push(source);
  }
}

/**
 * The functions of a PTX module that was compiled with `-lineinfo` (PTX ISA, "Debugging Directives: .file, .loc"). Code that was
 * inlined from a header belongs to the line of the cell that it was inlined at.
 * @param file name of the cell's file
 */
export function ptxFunctions(text: string, file: string): readonly ListedFunction[] {
  const own = [...text.matchAll(/^\s*\.file\s+(\d+)\s+"([^"]+)"/gmu)].filter(([, , path = '']) => baseName(path) === file).map(([, id]) => id);
  const arch = /^\.target\s+(\w+)/mu.exec(text)?.[1] ?? '';
  const found: ListedFunction[] = [];
  let symbol = '';
  let head: string[] = [];
  let body: Lines | null = null;
  let line = 0;
  for (const row of text.split('\n')) {
    const opening = /^(?:\.(?:visible|extern|weak)\s+)*\.(?:entry|func)\b.*?([\w$]+)\s*\(?[^()]*$/u.exec(row);
    if (!body && opening && !head.length) {
      symbol = /\.(?:entry|func)\s+(?:\([^)]*\)\s*)?([\w$]+)/u.exec(row)?.[1] ?? opening[1] ?? '';
      head = [row];
      line = 0;
    } else if (!body && head.length > 0) {
      if (row.startsWith('{')) body = new Lines();
      else if (row.trim() === ';' || /^\)?\s*;$/u.test(row)) head = [];
      else head.push(row);
    } else if (body && row.startsWith('}')) {
      const bounds = head.join('\n').match(/\.maxntid\s+(\d+)(?:,\s*(\d+))?(?:,\s*(\d+))?/u);
      const maxThreads = bounds ? Number(bounds[1]) * Number(bounds[2] ?? 1) * Number(bounds[3] ?? 1) : null;
      found.push({ symbol, arch, isKernel: head[0]?.includes('.entry') ?? false, maxThreads, listing: body });
      [head, body] = [[], null];
    } else if (body) {
      const place = /^\s*\.loc\s+(\d+)\s+(\d+)\s+\d+(?:.*inlined_at\s+(\d+)\s+(\d+))?/u.exec(row);
      if (place) line = own.includes(place[1]) ? Number(place[2]) : own.includes(place[3]) ? Number(place[4]) : line;
      else if (row.trim() !== '' && !row.trim().startsWith('//')) body.add(row.replace(/\s+/gu, ' ').replace(/^ /u, '  ').trimEnd(), isPlain(row) ? 0 : line);
    }
  }
  return found;
}

/** Declarations and labels come from no line. */
const isPlain = (row: string): boolean => /^\s*(?:\.(?:reg|shared|local|param|align)\b|\$?[\w$]+:)/u.test(row);

/**
 * The functions in what `nvdisasm -g -c` prints of a cubin. Instructions keep their offset; padding behind the last one is left out.
 * @param file name of the cell's file
 */
export function sassFunctions(text: string, file: string): readonly ListedFunction[] {
  const arch = /^\s*\.target\s+(\w+)/mu.exec(text)?.[1] ?? '';
  return text.split(/^\s*\.section\s+(?=\.text\.)/mu).slice(1).map((section) => {
    const symbol = /^\.text\.([\w$.]+)/u.exec(section)?.[1] ?? '';
    const listing = new Lines();
    let line = 0;
    let isOwn = false;
    for (const row of section.split('\n')) {
      const place = /^\s*\/\/## File "([^"]*)", line (\d+)/u.exec(row);
      const instruction = /^\s*\/\*([0-9a-f]{4,})\*\/\s+(.*?)\s*;/u.exec(row);
      if (/^\s*\.section\b|^\/\/-{5,}/u.test(row)) break;
      if (place) {
        if (/inlined at/u.test(row) || !isOwn) line = baseName(place[1] ?? '') === file ? Number(place[2]) : line;
        isOwn = /inlined at/u.test(row) && baseName(place[1] ?? '') === file;
      } else if (instruction) {
        isOwn = false;
        listing.add(`/*${instruction[1] ?? ''}*/ ${(instruction[2] ?? '').replace(/\s+/gu, ' ')}`, line);
      } else if (/^\.L_x_\d+:/u.test(row)) listing.add(row.trim(), 0);
    }
    while (/\bNOP$|^\.L_x_\d+:$|^\/\*\w+\*\/ BRA `\(\.L_x_\d+\)$/u.test(listing.lines.at(-1) ?? '') && listing.lines.length > 1) {
      listing.lines.pop();
      listing.source.pop();
    }
    return { symbol, arch, isKernel: /STO_CUDA_ENTRY/u.test(section), maxThreads: null, listing };
  });
}
