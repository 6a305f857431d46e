import { z } from 'zod';
import { runCommand } from './run-command.ts';

/** The oldest Python that the packages of kernel-requirements.txt support. */
export const OLDEST_MINOR = 9;

const PROBE = `
import importlib.util, json, sys
has = lambda name: importlib.util.find_spec(name) is not None
def pip_release():
    if not has('pip'): return None
    import pip
    return pip.__version__
print(json.dumps(dict(version=list(sys.version_info[:3]), executable=sys.executable, venv=has('venv'),
    ensurepip=has('ensurepip'), virtualenv=has('virtualenv'), pip=pip_release())))
`;

const probeSchema = z.object({
  version: z.tuple([z.number(), z.number(), z.number()]),
  executable: z.string().min(1),
  venv: z.boolean(),
  ensurepip: z.boolean(),
  virtualenv: z.boolean(),
  pip: z.string().nullable(),
});

/** A Python that runs: its version, its real path, and which ways of making an environment it has. */
export type Interpreter = Readonly<z.infer<typeof probeSchema>>;

export type ProbeResult =
  | { readonly kind: 'found'; readonly interpreter: Interpreter }
  | { readonly kind: 'failed'; readonly reason: string };

/** Runs `command` with a few lines of Python. A Python older than 3.9 is a failure. */
export async function probeInterpreter(
  command: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<ProbeResult> {
  const [program, ...args] = command;
  const name = command.join(' ');
  const result = await runCommand(program, [...args, '-c', PROBE], { env, signal });
  if (result.kind === 'not-started') return { kind: 'failed', reason: `${name} did not start: ${result.error.message}` };
  const probe = parseProbe(result.lines);
  if (!probe) {
    return { kind: 'failed', reason: `${name} is not a Python that works: ${result.lines.at(-1) ?? 'it printed nothing'}` };
  }
  const [major, minor] = probe.version;
  if (major !== 3 || minor < OLDEST_MINOR) {
    return { kind: 'failed', reason: `${name} is Python ${probe.version.join('.')}; 3.${OLDEST_MINOR} or newer is needed` };
  }
  return { kind: 'found', interpreter: probe };
}

function parseProbe(lines: readonly string[]): Interpreter | undefined {
  const json = lines.findLast((line) => line.startsWith('{'));
  if (json === undefined) return undefined;
  return probeSchema.safeParse(JSON.parse(json)).data;
}

/**
 * The interpreter to build on: the first of the usual names that has ensurepip, else the first that runs at all.
 * Undefined when the machine has no Python 3.9 or newer.
 */
export async function findInterpreter(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<Interpreter | undefined> {
  let first: Interpreter | undefined;
  for (const command of candidates()) {
    const probe = await probeInterpreter(command, env, signal);
    if (probe.kind === 'failed') continue;
    if (probe.interpreter.venv && probe.interpreter.ensurepip) return probe.interpreter;
    first ??= probe.interpreter;
  }
  return first;
}

function candidates(): readonly (readonly [string, ...string[]])[] {
  const numbered = [13, 12, 11, 10, 9].map((minor) => [`python3.${minor}`] as const);
  const launcher = process.platform === 'win32' ? [['py', '-3'] as const] : [];
  return [...numbered, ['python3'], ['python'], ...launcher];
}
