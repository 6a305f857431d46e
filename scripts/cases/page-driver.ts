import type { Page } from 'playwright-core';
import type { HarnessPage } from './harness-site.ts';

const END = 'ok error skipped interrupted unknown';

/** A reader at a page with cells: clicks what a reader clicks, reads what a reader sees. */
export class PageDriver {
  readonly #opened: HarnessPage;

  constructor(opened: HarnessPage) {
    this.#opened = opened;
  }

  get page(): Page {
    return this.#opened.page;
  }

  cell(id: string) {
    return this.page.locator(`run-cell[data-cell="${id}"]`);
  }

  async run(id: string, code: string): Promise<void> {
    await this.cell(id).evaluate((element, text) => {
      const place = element.querySelector('.cell-code .ec-line .code');
      if (place && text !== '' && place.textContent !== text) place.textContent = text;
    }, code);
    await this.cell(id).locator('.cell-run').click({ timeout: 20_000 });
  }

  runAll(): Promise<void> {
    return this.#bar('run-all');
  }

  async stop(id: string | undefined): Promise<void> {
    if (id === undefined) await this.#bar('stop');
    else await this.cell(id).locator('.cell-stop').click({ timeout: 5000 });
  }

  restart(): Promise<void> {
    return this.#panel('restart');
  }

  disconnect(): Promise<void> {
    return this.#panel('disconnect');
  }

  /** Connects by the dialog, as a reader does who has an address and a token. */
  async connect(server: { readonly url: string; readonly token: string }): Promise<void> {
    await this.#bar('connect');
    await this.page.locator('#kernel-address').fill(server.url);
    await this.giveToken(server.token);
  }

  /** Whether the page asks for a token. */
  asksForToken(): Promise<boolean> {
    return this.page.locator('#kernel-token').isVisible();
  }

  async giveToken(token: string): Promise<void> {
    await this.page.locator('#kernel-token').fill(token);
    await this.page.locator('.kernel-dialog [type=submit]').click();
  }

  /** Answers a question of the code. */
  async answer(id: string | undefined, text: string): Promise<void> {
    const place = id === undefined ? this.page.locator('run-cell') : this.cell(id);
    const input = place.locator('.cell-live input').first();
    await input.fill(text);
    await input.press('Enter');
  }

  /** `ok`, `running`, …; empty for a cell that nobody has run. */
  async state(id: string): Promise<string> {
    return (await this.cell(id).getAttribute('data-state')) ?? '';
  }

  async hasEnded(id: string): Promise<boolean> {
    const state = await this.state(id);
    return state === '' || END.split(' ').includes(state);
  }

  /** What the program of a cell wrote to a stream, as it stands in the live output. */
  stream(id: string, name: 'stdout' | 'stderr'): Promise<string> {
    return this.cell(id).locator('.cell-live').evaluate(
      (live, selector) => [...live.querySelectorAll(selector)].map(({ textContent }) => textContent).join(''), `.output-${name}`,
    );
  }

  /** All that the live output of a cell shows. */
  text(id: string): Promise<string> {
    return this.cell(id).locator('.cell-live').innerText();
  }

  /** The live outputs of all cells. */
  async allText(): Promise<string> {
    return (await this.page.locator('run-cell .cell-live').allInnerTexts()).join('\n');
  }

  /** What the bar and its dialog say. */
  async kernelText(): Promise<string> {
    return (await this.page.locator('kernel-bar, .kernel-dialog[open]').allInnerTexts()).join('\n');
  }

  /** Resolves when the page has painted all that it has been handed. */
  async painted(): Promise<void> {
    await this.page.evaluate(() => new Promise<void>((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => done()));
    }));
  }

  /** A button of the panel that the bar unfolds. */
  async #panel(action: string): Promise<void> {
    const panel = this.page.locator('.kernel-details');
    if (!(await panel.evaluate((details: HTMLDetailsElement) => details.open))) await panel.locator('summary').click({ timeout: 5000 });
    await this.#bar(action);
  }

  async #bar(action: string): Promise<void> {
    await this.page.locator(`kernel-bar [data-action="${action}"]`).first().click({ timeout: 5000 });
  }
}
