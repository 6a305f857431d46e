import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startKernelServer } from '../kernel-server.ts';
import type { LocalKernel } from '../site-server.ts';
import type { BenchContext } from './bench.ts';
import { builtSite, NOTE_PATH, withBenchPage } from './bench-page.ts';
import { openOurCell, type PageCell } from './our-cell.ts';
import { fetchPeer } from './peer-package.ts';
import { readyPython } from './ready-python.ts';
import { openSocketCell } from './socket-cell.ts';
import { startStockServer } from './stock-server.ts';
import { openThebeCell, THEBE, THEBE_PAGES, withThebe } from './thebe-cell.ts';

/** `own`: the server of `npm run kernel`; `stock`: one with Jupyter's defaults. */
export type ServerKind = 'own' | 'stock';

export interface ComparedCells {
  readonly ours: PageCell;
  /** Opens the same note with Thebe, in the same browser and on the same server. Rejects where Thebe does not come up. */
  readonly openThebe: () => Promise<PageCell>;
  /** Opens the barest page for the same code, in the same browser and on the same server. */
  readonly openSocket: () => Promise<PageCell>;
  readonly python: string;
}

/** The note with our cells, and with Thebe where it is asked for, of one origin and on kernels of one server; both run one code. */
export async function withComparedCells<T>(
  { server: kind, code }: { readonly server: ServerKind; readonly code: string },
  context: BenchContext,
  measure: (cells: ComparedCells) => Promise<T>,
): Promise<T> {
  const python = await readyPython(context);
  const site = await builtSite(context);
  await using ends = new AsyncDisposableStack();
  const directory = await mkdtemp(join(context.root, '.warpnotes', 'bench-site-'));
  ends.defer(() => rm(directory, { recursive: true, force: true }));
  await cp(site, directory, { recursive: true });
  let kernel: LocalKernel | null = null;
  const localKernel = async (origin: string): Promise<LocalKernel> => {
    context.say('starting a Jupyter server');
    const server = kind === 'stock'
      ? await startStockServer(context.root, python, origin)
      : await startKernelServer({ root: context.root, origins: [origin], python, log: () => undefined });
    ends.defer(() => server.stop());
    kernel = server;
    return server;
  };
  return await withBenchPage({ directory, localKernel }, async ({ page, origin }) => {
    context.say('opening the pages');
    const running = (): LocalKernel => {
      if (kernel === null) throw new Error('the page has no server');
      return kernel;
    };
    const openThebe = async (): Promise<PageCell> => {
      const note = await readFile(join(directory, NOTE_PATH, 'index.html'), 'utf8');
      await putThebe(directory, withThebe(note), context);
      return openThebeCell(await page.context().newPage(), origin, running(), code);
    };
    const openSocket = async (): Promise<PageCell> => openSocketCell(await page.context().newPage(), origin, directory, running(), code);
    return measure({ ours: await openOurCell(page, origin, code), openThebe, openSocket, python });
  });
}

/** Puts Thebe and a page with it into a folder that is served. */
export async function putThebe(directory: string, html: string, context: BenchContext): Promise<void> {
  const thebe = await fetchPeer(THEBE, context);
  const folder = join(directory, THEBE_PAGES);
  await mkdir(folder);
  await cp(join(thebe, 'lib'), join(folder, 'lib'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  await writeFile(join(folder, 'index.html'), html);
}
