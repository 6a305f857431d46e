import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isPortFree } from './free-port.ts';
import { startKernelServer, type KernelServer } from './kernel-server.ts';
import { ensurePythonEnvironment } from './python-environment.ts';
import { createStepLines } from './step-lines.ts';
import { onStopSignal } from './stop-signal.ts';

const USAGE = `npm run kernel -- --origin https://notes.example [--port 8888] [--ip 127.0.0.1] [--python PATH]

  --origin URL   the site whose pages may use this server; give it again for a second site
  --port N       8888 where left out
  --ip ADDRESS   where to listen; 127.0.0.1 where left out, reached from elsewhere through ssh
  --python PATH  run cells on this Python (one with torch, say); what is missing is added beside it, never in it`;

const ROOT = join(import.meta.dirname, '..');

interface Arguments {
  readonly origins: readonly [string, ...string[]];
  readonly port: number;
  readonly ip: string;
  readonly python: string | undefined;
}

function readArguments(): Arguments | 'help' {
  const { values } = parseArgs({
    options: {
      origin: { type: 'string', multiple: true, default: [] },
      port: { type: 'string', default: '8888' },
      ip: { type: 'string', default: '127.0.0.1' },
      python: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const [first, ...others] = values.origin.map(originOf);
  if (first === undefined) {
    throw new Error(`--origin is missing: the address of the site whose pages may use this server.\n\n${USAGE}`);
  }
  const port = Number(values.port);
  if (!(Number.isInteger(port) && port > 0 && port <= 65_535)) {
    throw new Error(`--port takes a number from 1 to 65535, not "${values.port}".`);
  }
  return { origins: [first, ...others], port, ip: values.ip, python: values.python };
}

/** The origin of an address that a reader copied from the browser, path and all. */
function originOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Error(`--origin takes an address such as https://notes.example, not "${text}".`);
  }
  return url.origin;
}

/** Makes the Python environment and starts the server, each with its line. */
async function serve({ origins, port, ip, python }: Arguments, signal: AbortSignal): Promise<KernelServer> {
  if (!(await isPortFree(port, ip))) throw new Error(`Port ${port} of ${ip} is taken, or not yours to use. Give another one with --port.`);
  const lines = createStepLines();
  try {
    const making = lines.begin('Preparing Python (the first time fetches about 280 MB)');
    const environment = await ensurePythonEnvironment({ root: ROOT, python, log: (line) => making.detail(line), signal });
    if (environment.kind === 'unavailable') {
      making.failed('Python is not ready');
      throw new Error(`${environment.reason}\n${environment.cure}`);
    }
    making.done('Python is ready');
    const starting = lines.begin('Starting a Jupyter server');
    const log = (line: string) => starting.detail(line);
    const server = await startKernelServer({ root: ROOT, origins, python: environment.python, port, ip, log, signal });
    starting.done('Jupyter server is up');
    return server;
  } finally {
    lines.close();
  }
}

function describe({ url, token }: KernelServer, { origins, port, ip }: Arguments): string {
  const loopback = ip === '127.0.0.1';
  const reach = loopback
    ? `From another machine, first:  ssh -N -L ${port}:127.0.0.1:${port} ${userInfo().username}@${hostname()}`
    : `It listens on ${ip} without TLS: the token and all code travel in the clear. Prefer 127.0.0.1 and ssh -L.`;
  return `\nAddress  ${url}\nToken    ${token}\nFor      ${origins.join(', ')}\n\n${reach}\nCtrl-C stops it.`;
}

async function main(): Promise<void> {
  const args = readArguments();
  if (args === 'help') {
    console.log(USAGE);
    return;
  }
  const controller = new AbortController();
  const started = serve(args, controller.signal);
  const stop = async () => {
    const [settled] = await Promise.allSettled([started]);
    if (settled.status === 'fulfilled') await settled.value.stop();
  };
  onStopSignal({ controller, stop, kill: () => void started.then((server) => server.kill(), () => undefined) });
  try {
    const server = await started;
    console.log(describe(server, args));
    const last = await server.ended;
    if (!controller.signal.aborted) throw new Error(`The Jupyter server has ended. It said:\n${last.join('\n')}`);
  } catch (error) {
    if (error !== controller.signal.reason) throw error; // else stopped by the reader: the handler ends the process
  }
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(1);
});
