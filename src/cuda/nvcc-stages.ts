/** A command that nvcc would run, with the files that it takes and makes. */
export interface Stage {
  /** `gcc -E`, `cudafe++`, `cicc`, `ptxas`, … */
  readonly tool: string;
  readonly side: 'host' | 'device';
  readonly command: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** An image that nvcc asks fatbinary for: `sm` is such as `90a`. */
export interface AskedImage {
  readonly kind: string;
  readonly sm: string;
}

const FILE = /[\w.+-]*\w\.(?:fatbin\.c|reg\.c|cudafe1\.\w+|stub\.c|cu|cpp|cc|cxx|c|ii|ptx|cubin|fatbin|o|out)(?![\w.])/gu;
const OUTPUT =
  /(?:(?<!\w)-o\s+|--(?:gen_c_file_name|gen_device_file_name|stub_file_name|embedded-fatbin|create|register-link-binaries)[= ]\s*)"?([^"\s]+)"?/gu;
const SOURCE = /\.(?:cu|cpp|cc|cxx|c)$/u;

/** The commands of `nvcc --dryrun`, in their order, without settings and without the removal of temporary files. */
export function nvccStages(dryrun: readonly string[]): readonly Stage[] {
  const made = new Set<string>();
  return dryrun.flatMap((line) => {
    const command = withoutFolders(/^#\$ (.*)$/u.exec(line)?.[1]?.trim() ?? '');
    if (command === '' || /^(?:\w+=|rm\s)/u.test(command)) return [];
    const tool = toolOf(command);
    const writes = unique([...command.matchAll(OUTPUT)].map(([, name = '']) => name));
    const named = [...(command.match(FILE) ?? []), ...includedIn(command, made)].filter((name) => !writes.includes(name));
    const reads = unique(named.filter((name) => made.has(name) || (tool.endsWith(' -E') && SOURCE.test(name))));
    for (const name of writes) made.add(name);
    return [{ tool, side: sideOf(tool, command), command, reads, writes }];
  });
}

/** Folders of the machine, also those that are not there, say nothing of the command. */
const withoutFolders = (command: string): string => command.replace(/(?:"?\$\w+|(?<=["\s=L]))(?:\/+[^\s/"']+)*\/+/gu, '').replace(/^"([^"]*)"?/u, '$1').replace(/\s+/gu, ' ');

function toolOf(command: string): string {
  const program = /^"?([^"\s]+)/u.exec(command)?.[1] ?? '';
  const step = /^(?:gcc|g\+\+|clang)/u.test(program) ? /\s(-[Ec])\s/u.exec(command)?.[1] : undefined;
  return step === undefined ? program : `${program} ${step}`;
}

function sideOf(tool: string, command: string): Stage['side'] {
  const isDevice = /^(?:cicc|ptxas|fatbinary|nvlink)$/u.test(tool) || (tool.endsWith(' -E') && /-D__CUDA_ARCH__=/u.test(command));
  return isDevice ? 'device' : 'host';
}

/** What cudafe++ makes for the host compiler includes the stub and the images, by name. */
function includedIn(command: string, made: ReadonlySet<string>): readonly string[] {
  return /\s-c\s.*\.cudafe1\.cpp/u.test(command) ? [...made].filter((name) => /\.stub\.c$|(?<!dlink)\.fatbin\.c$/u.test(name)) : [];
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** The images of the program, as nvcc asks for them. */
export function askedImages(stages: readonly Stage[]): readonly AskedImage[] {
  const first = stages.find(({ tool, command }) => tool === 'fatbinary' && !/\s-link\s/u.test(command));
  return [...(first?.command ?? '').matchAll(/--image3?=kind=(\w+),sm=(\w+)/gu)].map(([, kind = '', sm = '']) => ({ kind, sm }));
}
