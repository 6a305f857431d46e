import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startKernelServer } from '../kernel-server.ts';
import type { LocalKernel } from '../site-server.ts';
import type { BenchContext } from './bench.ts';
import { builtSite, withBenchPage } from './bench-page.ts';
import { openOurCell, type PageCell } from './our-cell.ts';
import { fetchPeer } from './peer-package.ts';
import { readyPython } from './ready-python.ts';
import { startStockServer } from './stock-server.ts';
import { openThebeCells, THEBE, THEBE_PAGES, thebePage } from './thebe-cell.ts';

/** `own`: the server of `npm run kernel`; `stock`: one with Jupyter's defaults. */
export type ServerKind = 'own' | 'stock';

export interface ComparedCells {
  readonly ours: PageCell;
  /** Opens a page with Thebe, in the same browser and on the same server. Rejects where Thebe does not come up. */
  readonly openThebe: (codes: readonly string[]) => Promise<PageCell>;
  readonly python: string;
}

/** A page of the site, and one with Thebe where it is asked for, of one origin and on kernels of one server. */
export async function withComparedCells<T>(
  kind: ServerKind,
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
    const openThebe = async (codes: readonly string[]): Promise<PageCell> => {
      await putThebe(join(directory, THEBE_PAGES), context);
      if (kernel === null) throw new Error('the page has no server');
      return openThebeCells(await page.context().newPage(), origin, kernel, codes);
    };
    return measure({ ours: await openOurCell(page, origin), openThebe, python });
  });
}

/** Makes a folder that holds Thebe and a page with it. */
export async function putThebe(folder: string, context: BenchContext, config = '{ bootstrap: false }', body = ''): Promise<void> {
  const thebe = await fetchPeer(THEBE, context);
  await mkdir(folder, { recursive: true });
  await cp(join(thebe, 'lib'), join(folder, 'lib'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  await writeFile(join(folder, 'index.html'), thebePage(config, body));
}
