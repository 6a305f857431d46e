import { CaseKernels } from './case-kernels.ts';
import type { HardCase } from './case-file.ts';
import { HarnessSite } from './harness-site.ts';
import { NotebookSite } from './notebook-site.ts';

/** What cases need that is made once for all of them, when it is first asked for. */
export interface CasePlace {
  /** The project's root. */
  readonly root: string;
  /** The built site in a browser. */
  readonly site: () => Promise<HarnessSite>;
  /** A small site with the notebooks of all cases. */
  readonly notebooks: () => Promise<NotebookSite>;
  /** Kernels of the project's Python. */
  readonly kernels: () => Promise<CaseKernels>;
  readonly close: () => Promise<void>;
}

/** @param cases all that will be run */
export function casePlace(root: string, cases: readonly HardCase[]): CasePlace {
  let site: Promise<HarnessSite> | undefined;
  let notebooks: Promise<NotebookSite> | undefined;
  let kernels: Promise<CaseKernels> | undefined;
  return {
    root,
    site: () => (site ??= HarnessSite.open(root)),
    notebooks: () => (notebooks ??= NotebookSite.open(root, cases)),
    kernels: () => (kernels ??= CaseKernels.open(root)),
    close: async () => {
      // Each case has said already why one could not be opened.
      await (await site?.catch(() => undefined))?.close();
      await (await kernels?.catch(() => undefined))?.close();
      await (await notebooks?.catch(() => undefined))?.close();
    },
  };
}
