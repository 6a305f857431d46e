import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from './project-root.ts';

const AXE = readFileSync(join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** The rules whose outcome hangs on the colours of a page. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

interface Looked {
  /** The part of the page that is looked at; all of it where left out. */
  readonly within?: string;
  /** `colours`: of a page of which all else has been looked at, in another scheme. */
  readonly at?: 'all' | 'colours';
}

/** What axe finds wrong with a page as it stands, each with the elements it is wrong with. */
export async function axeViolations(page: Page, { within, at = 'all' }: Looked = {}): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(at === 'colours' ? { runOnly: COLOURS } : {}) };
  // The script is a string: axe is known in the page only.
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}
