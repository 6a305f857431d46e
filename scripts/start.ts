import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compilerNotice } from './compiler-notice.ts';
import { startKernelServer, type KernelServer } from './kernel-server.ts';
import { ensurePythonEnvironment, type PythonEnvironment } from './python-environment.ts';
import { ensureSiteBuilt } from './site-build.ts';
import { startSiteServer, type SiteServer } from './site-server.ts';
import { createStepLines, type StepLines } from './step-lines.ts';
import { onStopSignal } from './stop-signal.ts';

const USAGE = `npm start -- [--port 4321] [--python PATH] [--no-kernel] [--rebuild]

  --port N       the site's port; the next free one is taken
  --python PATH  run cells on this Python (one with torch, say); what is missing is added beside it, never in it
  --no-kernel    serve the site alone
  --rebuild      build the site even when nothing has changed`;

const ROOT = join(import.meta.dirname, '..');
const BASE = '/';

interface Arguments {
  readonly port: number | undefined;
  readonly python: string | undefined;
  readonly kernel: 'local' | 'none';
  readonly build: 'changed' | 'always';
}

/** What runs and has to be stopped. */
interface Running {
  site?: SiteServer;
  kernel?: KernelServer;
}

function readArguments(): Arguments | 'help' {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      python: { type: 'string' },
      'no-kernel': { type: 'boolean', default: false },
      rebuild: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new Error(`--port takes a number from 0 to 65535, not "${values.port}".`);
  }
  return {
    port,
    python: values.python,
    kernel: values['no-kernel'] ? 'none' : 'local',
    build: values.rebuild ? 'always' : 'changed',
  };
}

/** Everything up to the printed address. The Python environment is made while the site is built. */
async function start(
  args: Arguments,
  running: Running,
  lines: StepLines,
  controller: AbortController,
): Promise<void> {
  const { signal } = controller;
  const wanted = args.kernel === 'local' ? preparePython(args.python, lines, signal) : Promise.resolve(undefined);
  const site = serveSite(args, running, lines, signal);
  const [origin, environment] = await Promise.all([site, wanted]).catch(async (error: unknown) => {
    controller.abort(); // one of the two failed: the other is given up, not left to run on
    await Promise.allSettled([site, wanted]);
    throw error;
  });
  if (environment?.kind === 'ready') await serveKernel(environment.python, origin, running, lines, signal);
  if (environment?.kind === 'unavailable') sayUnavailable(environment.reason, environment.cure, lines);
  signal.throwIfAborted();
  lines.close();
  console.log(`Warpnotes is at ${origin}${BASE}`);
}

async function serveSite(args: Arguments, running: Running, lines: StepLines, signal: AbortSignal): Promise<string> {
  const step = lines.begin('Building the site');
  const log = (line: string) => {
    step.detail(line.trim());
  };
  const build = await ensureSiteBuilt({ root: ROOT, when: args.build, log, signal });
  if (build.kind === 'failed') {
    step.failed('The site was not built');
    throw new Error(`astro build failed:\n${build.output}`);
  }
  step.done(build.kind === 'built' ? 'Site built' : 'Site built earlier, nothing has changed');
  signal.throwIfAborted();
  const site = await startSiteServer({
    directory: join(ROOT, 'dist'),
    base: BASE,
    port: args.port,
    localKernel: () => running.kernel ?? null,
  });
  running.site = site;
  return site.origin;
}

async function preparePython(
  python: string | undefined,
  lines: StepLines,
  signal: AbortSignal,
): Promise<PythonEnvironment> {
  const step = lines.begin('Preparing Python (the first time fetches about 280 MB)');
  const log = (line: string) => {
    step.detail(line);
  };
  const environment = await ensurePythonEnvironment({ root: ROOT, python, log, signal });
  if (environment.kind === 'ready') step.done('Python is ready');
  else step.failed('Python is not ready');
  return environment;
}

async function serveKernel(
  python: string,
  origin: string,
  running: Running,
  lines: StepLines,
  signal: AbortSignal,
): Promise<void> {
  const step = lines.begin('Starting a Jupyter server');
  const log = (line: string) => {
    step.detail(line);
  };
  try {
    const kernel = await startKernelServer({ root: ROOT, origins: [origin], python, log, signal });
    running.kernel = kernel;
    step.done('Jupyter server is up');
    const notice = compilerNotice(process.platform);
    if (notice !== null) lines.say(notice);
    void kernel.ended.then((last) => {
      delete running.kernel;
      if (!signal.aborted) console.error(`The Jupyter server has ended; start again to run cells.\n${last.join('\n')}`);
    });
  } catch (error) {
    signal.throwIfAborted();
    step.failed('No Jupyter server');
    sayUnavailable((error as Error).message, 'Remove the folder .venv and start again.', lines);
  }
}

function sayUnavailable(reason: string, cure: string, lines: StepLines): void {
  lines.say(`\nCells cannot run on this machine yet; everything else works.\n  ${reason}\n  ${cure}\n`);
}

async function main(): Promise<void> {
  const args = readArguments();
  if (args === 'help') {
    console.log(USAGE);
    return;
  }
  const running: Running = {};
  const lines = createStepLines();
  const controller = new AbortController();
  const started = start(args, running, lines, controller);
  const stop = async () => {
    lines.close();
    await Promise.allSettled([started]); // what is half started ends by the aborted signal
    await Promise.all([running.site?.stop(), running.kernel?.stop()]);
  };
  onStopSignal({ controller, stop, kill: () => running.kernel?.kill() });
  try {
    await started;
  } catch (error) {
    if (controller.signal.aborted && error === controller.signal.reason) return; // the reader stopped it
    await stop();
    throw error;
  }
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(1);
});
