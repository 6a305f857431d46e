import { ensureSiteBuilt } from '../../scripts/site-build.ts';
import { projectRoot } from './project-root.ts';

/** The browser tests visit the site as it is built, from dist/. */
export default async function setup(): Promise<void> {
  const result = await ensureSiteBuilt({ root: projectRoot, when: 'changed', log: () => undefined });
  if (result.kind === 'failed') throw new Error(`the site does not build:\n${result.output}`);
}
