import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SearchSite } from './site-search-page.ts';
import { useSearchPages } from './site-search-setup.ts';
import { INPUT, open, ready, SELECTED, visit } from './site-search-visit.ts';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

let site: SearchSite;
let page: Page;

useSearchPages((opened) => { ({ site, page } = opened); });

describe('the search dialog', () => {
  it.each(['light', 'dark'])('has no accessibility violations in the %s theme, whatever it shows', async (theme) => {
    await visit(page, site, '/docs/');
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('/');
    await ready(page);
    expect(await violations(page)).toEqual([]);
    await page.fill(INPUT, 'cudaMemcpyAsnyc stream');
    await page.waitForSelector(`.search-correction button, ${SELECTED}`);
    await page.waitForSelector('.search-other [role=option]');
    expect(await violations(page)).toEqual([]);
    await page.fill(INPUT, 'zzqqx');
    expect(await violations(page)).toEqual([]);
    site.indexAnswer = { status: 500, type: 'text/plain', body: '' };
    await page.reload();
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    await page.keyboard.press('/');
    await page.waitForSelector('[data-state=failed]');
    expect(await violations(page)).toEqual([]);
  });

  it.each([390, 1440])('fits a window of %i pixels without scrolling sideways', async (width) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, site, '/docs/', 'cudaMemcpyAsync');
    const box = await page.locator('.search-dialog').boundingBox();
    expect(box?.width).toBe(width === 390 ? 390 : 704);
    for (const part of await page.locator('.search-body, .search-bar').all()) {
      expect(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
  });
});

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const results = await page.evaluate<AxeResults>('axe.run()');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}
