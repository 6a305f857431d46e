import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { whileMarked, type LastHolder } from './install-mark.ts';
import { keptRecord } from './kept-record.ts';
import { cudaRequirements, glibcVersion } from './cuda-requirements.ts';
import { findPip, installRequirements, type InstallResult, type Pip, type PipOptions } from './pip.ts';
import { findInterpreter, OLDEST_MINOR, probeInterpreter, type Interpreter } from './python-interpreter.ts';
import { runCommand } from './run-command.ts';
import { linkPackages, makeVirtualEnvironment } from './virtual-environment.ts';

/** The Python of the environment, or what is missing and how to get it (two sentences for the reader). */
export type PythonEnvironment =
  | { readonly kind: 'ready'; readonly python: string }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly cure: string };

export interface PythonEnvironmentOptions {
  /** The checkout: `.venv` and `.warpnotes/` are made in it. */
  readonly root: string;
  /** An interpreter to build on. Its packages are seen and never changed; what is missing is added beside them. */
  readonly python?: string | undefined;
  /** A requirements file of pip; those of the local kernel where left out. */
  readonly requirements?: string;
  /** Called with what is being done now, a few words each. */
  readonly log: (line: string) => void;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

interface Plan {
  readonly folder: string;
  readonly python: string;
  readonly requirements: Requirements;
  readonly given: string | undefined;
  readonly cacheFolder: string;
  readonly stamp: Stamp;
}

/** Requirements files of pip. */
interface Requirements {
  readonly needed: string;
  /** What NVIDIA has no wheels of for some platforms: there the rest is installed without it. */
  readonly cuda?: string;
}

const stampSchema = z.object({ requirements: z.string(), given: z.string(), version: z.string() });
/** Written last: an environment with this file in it is complete. `given` is the path of --python, or ''. */
type Stamp = Readonly<z.infer<typeof stampSchema>>;

const STAMP = 'warpnotes.json';

/**
 * Makes the Python environment of the local kernel, or finds it made: `.venv`, or with `python` one of its own under
 * `.warpnotes/`. Needs the network once; the second time takes the start of one Python process. An install that was
 * cut off is found and done anew, and two processes that ask at once make one environment.
 * Rejects only when `signal` aborts or the disk cannot be written.
 */
export async function ensurePythonEnvironment(options: PythonEnvironmentOptions): Promise<PythonEnvironment> {
  const { root, log, env = process.env, signal } = options;
  const cacheFolder = join(root, '.warpnotes');
  await mkdir(cacheFolder, { recursive: true });
  const plan = await planOf(options, cacheFolder);
  const tools = { env, log, signal };
  if (await isComplete(plan, tools)) return { kind: 'ready', python: plan.python };
  const name = plan.given === undefined ? 'venv' : folderName(plan.given);
  const onWait = () => {
    log('waiting for another process that is making the Python environment');
  };
  return whileMarked(join(cacheFolder, `${name}.installing`), { signal, onWait }, async (lastHolder) =>
    (await isComplete(plan, tools)) ? { kind: 'ready', python: plan.python } : make(plan, lastHolder, tools),
  );
}

async function planOf(options: PythonEnvironmentOptions, cacheFolder: string): Promise<Plan> {
  const requirements = options.requirements === undefined ? localKernel() : { needed: options.requirements };
  const given = options.python === undefined ? undefined : resolve(options.python);
  const folder = given === undefined ? join(options.root, '.venv') : join(cacheFolder, folderName(given));
  const contents = await Promise.all(filesOf(requirements).map((file) => readFile(file, 'utf8')));
  const hash = createHash('sha256').update(contents.join('')).digest('hex');
  const python = process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
  const stamp = { requirements: hash, given: given ?? '', version: '' };
  return { folder, python, requirements, given, cacheFolder, stamp };
}

function localKernel(): Requirements {
  const cuda = cudaRequirements(glibcVersion());
  return { needed: join(import.meta.dirname, 'kernel-requirements.txt'), cuda: join(import.meta.dirname, cuda) };
}

function filesOf({ needed, cuda }: Requirements): readonly string[] {
  return cuda === undefined ? [needed] : [needed, cuda];
}

function folderName(given: string): string {
  return `python-${createHash('sha256').update(given).digest('hex').slice(0, 12)}`;
}

/** The stamp fits, and the Python under the environment still runs and is the version it was made with. */
async function isComplete(plan: Plan, tools: PipOptions): Promise<boolean> {
  const { requirements, given } = plan.stamp;
  const stamp = await keptRecord(join(plan.folder, STAMP), stampSchema);
  if (stamp?.requirements !== requirements || stamp.given !== given) return false;
  return stamp.version === (await versionOf(plan.python, tools));
}

/** '3.12', or undefined when this Python does not run. */
async function versionOf(python: string, tools: PipOptions): Promise<string | undefined> {
  if (!existsSync(python)) return undefined;
  const result = await runCommand(python, ['-I', '-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], tools);
  return result.kind === 'exited' && result.code === 0 ? result.lines.at(-1) : undefined;
}

async function make(plan: Plan, lastHolder: LastHolder, tools: PipOptions): Promise<PythonEnvironment> {
  const base = await baseInterpreter(plan.given, tools);
  if (base.kind === 'unavailable') return base;
  const present = await versionOf(plan.python, tools);
  const usable = present !== undefined && Number(present.split('.')[1]) >= OLDEST_MINOR && lastHolder === 'finished';
  if (!usable) {
    if (lastHolder === 'died') tools.log('the last install was cut off: starting it anew');
    const failure = await makeVirtualEnvironment(plan.folder, base.interpreter, tools);
    if (failure !== undefined) return { kind: 'unavailable', reason: failure, cure: CURES.noVenv };
  }
  await rm(join(plan.folder, STAMP), { force: true });
  if (plan.given !== undefined) await linkPackages(plan.folder, base.interpreter, tools);
  const pip = await findPip(plan.python, base.interpreter, tools);
  if (pip === null) return { kind: 'unavailable', reason: 'This Python has no pip.', cure: CURES.noVenv };
  const installed = await install(pip, plan, tools);
  if (installed.kind === 'failed') return explain(installed);
  const version = (await versionOf(plan.python, tools)) ?? '';
  await writeFile(join(plan.folder, STAMP), `${JSON.stringify({ ...plan.stamp, version } satisfies Stamp)}\n`);
  return { kind: 'ready', python: plan.python };
}

type Base =
  | { readonly kind: 'found'; readonly interpreter: Interpreter }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly cure: string };

async function baseInterpreter(given: string | undefined, { env, signal }: PipOptions): Promise<Base> {
  if (given !== undefined) {
    const probe = await probeInterpreter([given], env, signal);
    if (probe.kind === 'found') return probe;
    return { kind: 'unavailable', reason: `--python: ${probe.reason}.`, cure: CURES.badPath };
  }
  const interpreter = await findInterpreter(env, signal);
  if (interpreter) return { kind: 'found', interpreter };
  return { kind: 'unavailable', reason: `No Python 3.${OLDEST_MINOR} or newer was found.`, cure: CURES.noPython };
}

/** Where NVIDIA has no wheels for this platform (musl, say), everything else is installed. */
async function install(pip: Pip, { requirements }: Plan, tools: PipOptions): Promise<InstallResult> {
  const whole = await installRequirements(pip, filesOf(requirements), tools);
  if (whole.kind === 'installed' || whole.cause !== 'no-nvidia-wheels') return whole;
  tools.log('NVIDIA has no compiler for this platform: CUDA cells need a server');
  return installRequirements(pip, [requirements.needed], tools);
}

const CURES = {
  noPython:
    'Install Python (Debian, Ubuntu: sudo apt install python3 python3-venv; macOS: brew install python; Windows: ' +
    'winget install Python.Python.3.13), or name one that you have: npm start -- --python PATH',
  badPath: 'Give the path of a Python program: npm start -- --python /path/to/python3',
  noVenv:
    'Install what makes virtual environments (Debian, Ubuntu: sudo apt install python3-venv; elsewhere: ' +
    'python3 -m pip install virtualenv), then start again.',
  network: 'Connect this machine to the internet (behind a proxy, set HTTPS_PROXY; with a mirror, PIP_INDEX_URL), then start again.',
  disk: 'Free 2 GB on this disk, then start again.',
  other: 'Put that right, then start again; or name a Python that has these packages: npm start -- --python PATH',
} as const;

function explain(failed: Extract<InstallResult, { kind: 'failed' }>): PythonEnvironment {
  const cure = failed.cause === 'network' || failed.cause === 'disk' ? CURES[failed.cause] : CURES.other;
  return { kind: 'unavailable', reason: `The Python packages were not installed: ${failed.reason}`, cure };
}
