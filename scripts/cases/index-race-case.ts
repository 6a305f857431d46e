import type { Page, Route } from 'playwright-core';
import { z } from 'zod';
import { texts } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import type { HarnessSite } from './harness-site.ts';
import { unknownKeys, verdictOf, type Verdict } from './verdict.ts';

export const indexRaceInput = z.object({
  index_delay_ms: z.number(),
  events: z.array(z.object({ do: z.string(), text: z.string().optional() })),
  failures: z.array(z.string()),
  also: z.string(),
});
type IndexRaceInput = z.infer<typeof indexRaceInput>;

const INDEX = /\/search\/zh-cn\.json$/u;
const OLD_INDEX = '{"index":{"version":0},"documents":[],"glossary":[]}';

/** What is answered for the index, by the case's name of the failure. */
const FAILURES: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  '404': (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'no' }),
  'HTML with status 200': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' }),
  'offline and not cached': (route) => route.abort('internetdisconnected'),
  'JSON cut in the middle': (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"index":{"vers' }),
  'index of an older site version': (route) => route.fulfill({ status: 200, contentType: 'application/json', body: OLD_INDEX }),
};

/** Types into the search of a built page before its index is there, and where it never comes. */
export async function checkIndexRace({ assert }: Pick<HardCase, 'assert'>, input: IndexRaceInput, site: HarnessSite): Promise<Verdict> {
  const { page, context } = await site.blank({ kernel: null });
  page.setDefaultTimeout(20_000);
  try {
    const failures = [
      ...(await raceFailures(page, site, input, texts(assert, 'text_excludes_while_loading'))),
      ...(await recoveryFailures(page, site, input.failures)),
      ...(await addressFailures(page, site, /\?q=(\S+)/u.exec(input.also)?.[1] ?? '')),
    ];
    const unknown = input.failures.filter((name) => !(name in FAILURES)).map((name) => `the runner does not know the failure "${name}"`);
    return verdictOf(failures, [...unknownKeys(assert, ['text_excludes_while_loading']), ...unknown]);
  } finally {
    await context.close();
  }
}

/** The index comes when the case says so, which is after all that is typed before. */
async function raceFailures(
  page: Page, site: HarnessSite, { events }: IndexRaceInput, excluded: readonly string[],
): Promise<readonly string[]> {
  const arrival = Promise.withResolvers<undefined>();
  await page.route(INDEX, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const failures: string[] = [];
  let typed = '';
  for (const event of events) {
    if (event.do === 'open search') await openSearch(page, site);
    else if (event.do === 'type') await page.locator('.search-input').fill((typed = event.text ?? ''));
    else if (event.do === 'Enter') await page.keyboard.press('Enter');
    else arrival.resolve(undefined);
    if (event.do === 'index arrives') continue;
    const text = await page.locator('dialog[open]').innerText();
    failures.push(...excluded.filter((each) => text.includes(each)).map((each) => `the dialog says "${each}" while it loads`));
    if ((await page.locator('dialog[open] [data-state=loading]').count()) === 0) failures.push(`the dialog does not load after "${event.do}"`);
  }
  await page.waitForSelector('[role=option]');
  const now = await page.evaluate(() => ({ value: document.querySelector<HTMLInputElement>('.search-input')?.value, focus: document.activeElement?.className }));
  if (now.value !== typed) failures.push(`the text is ${now.value ?? 'gone'} after the index has come`);
  if (now.focus !== 'search-input') failures.push('the focus is lost when the index comes');
  await page.unroute(INDEX);
  return failures;
}

/** After each failure there is a message with Retry, and opening search again tries again too. */
async function recoveryFailures(page: Page, site: HarnessSite, names: readonly string[]): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const name of names) {
    const answer = FAILURES[name];
    if (answer === undefined) continue;
    for (const way of ['Retry', 'a second opening'] as const) {
      await page.route(INDEX, answer);
      await openSearch(page, site);
      await page.waitForSelector('dialog[open] [data-state=failed]');
      await page.keyboard.insertText('同步');
      if ((await page.locator('.search-status').innerText()) === '') failures.push(`${name}: there is no message`);
      await page.unroute(INDEX);
      if (way === 'Retry') await page.click('.search-retry');
      else {
        await page.keyboard.press('Escape');
        // The focus leaves the field of a closed dialog only with the next frame; a slash before that is text.
        await page.waitForFunction(() => document.querySelector('dialog[open]') === null && !(document.activeElement instanceof HTMLInputElement));
        await page.keyboard.press('/');
      }
      const found = await page.waitForSelector('[role=option]').then(() => true, () => false);
      if (!found) failures.push(`${name}: ${way} does not bring the results`);
    }
  }
  return failures;
}

async function addressFailures(page: Page, site: HarnessSite, query: string): Promise<readonly string[]> {
  await page.goto(`${site.origin}/zh-cn/search/?q=${encodeURIComponent(query)}`);
  await page.waitForSelector('[role=option]');
  await page.focus('.search-input');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/search/'));
  await page.goBack();
  await page.waitForSelector('[role=option]');
  const value = await page.inputValue('.search-input');
  return value === query ? [] : [`after Back the field has "${value}"`];
}

async function openSearch(page: Page, site: HarnessSite): Promise<void> {
  // Search is on every page; this one is short.
  await page.goto(`${site.origin}/zh-cn/offline/`);
  await page.evaluate(() => sessionStorage.clear());
  await page.waitForSelector('[data-open-search]:enabled');
  await page.keyboard.press('/');
  await page.waitForSelector('.search-input:focus');
}
