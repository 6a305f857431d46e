import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { gzipTotal, watchLoadedFiles } from '../../scripts/bench/loaded-files.ts';
import { startSiteServer, type SiteServer } from '../../scripts/site-server.ts';
import { interactiveFigures } from '../../src/figures/interactive-figures.ts';
import { useBrowserPages } from '../support/browser-pages.ts';
import { projectRoot } from '../support/project-root.ts';

const FIGURE_BYTES = 15_000;

let browser: Browser;
let page: Page;
let site: SiteServer;

useBrowserPages(
  () => startSiteServer({ directory: join(projectRoot, 'dist'), base: '/', port: 0, localKernel: () => null }),
  () => ({ serviceWorkers: 'block', reducedMotion: 'reduce' }),
  (opened) => { ({ site, browser, page } = opened); },
);

const ready = (figure: string) => page.locator(`#${figure}:defined`).waitFor();
const summary = (figure: string) => page.locator(`#${figure} [aria-live]`).innerText();
const word = (figure: string) => page.locator(`#${figure} [data-link-word]`).innerText();

/** What a reader sees of a figure: its summary and its picture. */
const view = async (figure: string) =>
  [await summary(figure), await page.locator(`#${figure} :is(svg, tbody)`).first().innerHTML()];

/** Moves the first slider, or the last list where there is none, with the keyboard; what stands at its end goes back. */
async function press(figure: string): Promise<void> {
  const sliders = page.locator(`#${figure} input[type="range"]:visible`);
  const isSlider = (await sliders.count()) > 0;
  const control = isSlider ? sliders.first() : page.locator(`#${figure} select:visible`).last();
  await control.focus();
  const atEnd = await control.evaluate((element: HTMLInputElement | HTMLSelectElement) => {
    return element instanceof HTMLSelectElement ? element.selectedIndex === element.length - 1 : element.value === element.max;
  });
  await page.keyboard.press(isSlider === atEnd ? 'ArrowDown' : 'ArrowUp');
}

/** A page on which one figure after the other is changed. */
let desk: Page | undefined;
/** What the page of all figures loads of scripts before any of them is on the screen. */
let ownBytes = 0;

describe('a figure that can be changed', () => {
  it.each(interactiveFigures)('%s: follows the keyboard, is opened again from its link, and takes little to load', async (figure) => {
    const fresh = page;
    if (desk === undefined) {
      desk = await (await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })).newPage();
      const own = watchLoadedFiles(desk);
      await desk.goto(`${site.origin}/figures/`, { waitUntil: 'networkidle' });
      ownBytes = gzipTotal(await own(), 'js');
    }
    page = desk;
    await page.goto(`${site.origin}/figures/#${figure}?`);
    await ready(figure);
    const printed = await view(figure);
    await press(figure);
    const changed = await view(figure);
    expect(changed).not.toEqual(printed);
    await page.locator(`#${figure} [data-copy-link]`).click();
    await page.locator(`#${figure} [data-link-word]`).filter({ hasText: /./u }).waitFor();
    const link = page.url();

    page = fresh;
    const loaded = watchLoadedFiles(page);
    await page.goto(link);
    await ready(figure);
    expect([await view(figure), await word(figure)]).toEqual([changed, '']);
    expect(gzipTotal(await loaded(), 'js') - ownBytes).toBeLessThan(FIGURE_BYTES);
    await page.locator(`#${figure} [data-reset]`).click();
    expect(await view(figure)).toEqual(printed);
  });

  it('says what of a link it cannot show, and shows the rest', async () => {
    await page.goto(`${site.origin}/cuda/bank-conflicts/#bank-map?kind=strided&stride=2&offset=1e9&width=<b>&nothing=1`);
    await ready('bank-map');
    expect(await summary('bank-map')).toContain('2 wavefronts');
    expect(await word('bank-map')).toContain('(nothing, offset, width)');
  });

  it('does not load what is far from the screen', async () => {
    await page.goto(`${site.origin}/zh-cn/figures/`, { waitUntil: 'networkidle' });
    expect(await page.locator('.interactive-figure:not(:defined)').count()).toBeGreaterThan(0);
  });

  it('stands as printed without JavaScript, its controls hidden', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto(`${site.origin}/figures/`);
    for (const figure of interactiveFigures) expect(await summary(figure)).not.toBe('');
    expect(await page.locator('.interactive-figure :is(form, .figure-tools):visible').count()).toBe(0);
    await context.close();
  });
});

it('the figures page has every figure once, each with a link to a note', async () => {
  await page.goto(`${site.origin}/figures/`);
  const ids = await page.locator('figure[id], .interactive-figure').evaluateAll((figures) => figures.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const entries = page.locator('.figure-entry');
  expect(await entries.count()).toBe(ids.length);
  expect(await entries.filter({ has: page.locator('p:last-child a') }).count()).toBe(ids.length);
});
