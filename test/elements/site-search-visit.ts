import type { Page } from 'playwright-core';
import type { SearchSite } from './site-search-page.ts';

export const INPUT = '.search-input';
export const SELECTED = '[role=option][aria-selected=true]';

/** Goes to a page of the site and waits until search can be opened. */
export async function visit(page: Page, { origin }: SearchSite, path: string): Promise<void> {
  await page.goto(origin + path);
  await page.waitForSelector('[data-open-search]:enabled');
}

/** Goes to a page, opens search by its key, and waits for results. */
export async function open(page: Page, site: SearchSite, path: string, query: string): Promise<void> {
  await visit(page, site, path);
  await press(page);
  await page.keyboard.insertText(query);
  await page.waitForSelector(SELECTED);
}

/** Opens search by its key and waits for the field, whose script is loaded only then. */
export async function press(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.waitForSelector(`${INPUT}:focus`);
}

/** Waits until engine and index are there. */
export async function ready(page: Page): Promise<void> {
  await page.waitForSelector('dialog[open] [data-state=ready]');
}

export async function isOpen(page: Page): Promise<boolean> {
  return (await page.locator('dialog[open]').count()) === 1;
}
