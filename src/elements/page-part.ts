import { KernelError } from '../kernel/kernel-error.ts';

/** A script of the page that is loaded when it is first needed. @throws KernelError `page-part-missing` where it does not come */
export function pagePart<Part>(loading: Promise<Part>): Promise<Part> {
  return loading.catch((cause: unknown) => {
    throw new KernelError('page-part-missing', 'a script of this page could not be loaded: check the network and reload the page', { cause });
  });
}
