import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clickAndWatch } from '../../scripts/bench/click-watch.ts';
import { launchChromium } from '../support/chromium.ts';

const LIMITS = { settleMs: 50, timeoutMs: 10_000 };
const CELL = { button: 'button', area: 'output' };

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());

/** A page whose button runs a script that may use `stamp(n)`, a line as cells end with. */
async function openCell(onClick: string): Promise<void> {
  const script = `const stamp = (n) => 'stamp ' + String(n).padStart(19, '0'); const output = document.querySelector('output');
    document.querySelector('button').onclick = (event) => { ${onClick} };`;
  await page.setContent(`<button>Run</button><output>stamp 0000000000000000000</output><script>${script}</script>`);
}

describe('a click that is watched', () => {
  it('ends with the first new stamp, in the document and then painted', async () => {
    await openCell(`output.textContent = ''; setTimeout(() => { output.innerHTML = '<pre>first</pre><pre>' + stamp(1) + '\\n</pre>'; }, 120);`);
    const { inDocument, painted } = await clickAndWatch(page, CELL, LIMITS);
    expect(inDocument).toBeGreaterThanOrEqual(119);
    expect(painted).toBeGreaterThanOrEqual(inDocument);
    expect((await clickAndWatch(page, CELL, { ...LIMITS, timeoutMs: 500 }).catch((error: unknown) => String(error)))).toContain('no last line in output within 0.5 s');
  });

  it('sees a stamp that is written in a frame as painted with this frame, not with the next', async () => {
    await openCell(`const clicked = event.timeStamp;
      requestAnimationFrame(() => {
        output.append(stamp(2));
        requestAnimationFrame(() => { output.dataset.nextFrame = String(performance.now() - clicked); });
      });`);
    const { inDocument, painted } = await clickAndWatch(page, CELL, LIMITS);
    const nextFrame = Number(await page.locator('output').getAttribute('data-next-frame'));
    expect(painted).toBeGreaterThanOrEqual(inDocument);
    expect(painted).toBeLessThan(nextFrame + 1);
  });

  it('tells how long the page stood still, also after the stamp', async () => {
    await openCell(`output.append(stamp(3));
      setTimeout(() => { const until = performance.now() + 300; while (performance.now() < until); }, 40);`);
    const { frameGap, longTask } = await clickAndWatch(page, CELL, { ...LIMITS, settleMs: 200 });
    expect(longTask).toBeGreaterThanOrEqual(299);
    expect(frameGap).toBeGreaterThanOrEqual(longTask);
  });
});
