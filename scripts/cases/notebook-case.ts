import { builtOutputs } from '../../src/output/build-outputs.ts';
import { count, texts } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import type { HarnessPage, HarnessSite } from './harness-site.ts';
import { withLivePage } from './live-page.ts';
import { readNotebookOutputs } from './notebook-file.ts';
import { outputCells, outputRun, type PrintingCell } from './output-run.ts';
import { duplicateIds, pageLook, type PageLook } from './page-look.ts';
import { TranscriptPlayer } from './transcript-player.ts';
import { NotCheckable, unknownKeys, verdictOf, type Verdict } from './verdict.ts';

const KNOWN = [
  'text_includes', 'text_excludes', 'html_excludes_regex', 'html_includes_regex', 'image_count', 'katex_count', 'katex_min_count', 'truncation_notice',
  'no_external_requests', 'js_undefined', 'page_styles_unchanged', 'no_duplicate_dom_ids',
  // Says what else would be right where the product does not take the format.
  'or_error_mentions',
];

/** Where outputs stand in the page: those of the recording, and those of a run. */
const PLACES = [['recorded', '.cell-recorded .cell-outputs'], ['live', '.cell-live']] as const;

/**
 * Shows a notebook's outputs in a page twice, as a recording and as a run, without the help of the page's policy, and looks
 * at both.
 */
export async function checkNotebook({ assert, files }: Pick<HardCase, 'assert' | 'files'>, text: string, site: HarnessSite): Promise<Verdict> {
  const missing = ['must_not_throw', 'must_report_file'].filter((key) => key in assert);
  if (missing.length > 0) throw new NotCheckable(`the product has no pages for notebooks of their own yet (${missing.join(', ')}: ${files.length} files)`);
  const { cells, prose } = readNotebookOutputs(text);
  const untouched = 'page_styles_unchanged' in assert ? await showOutputs(site, cells.map(harmless), ({ page }) => page.evaluate(pageLook)) : null;
  const failures = await showOutputs(site, cells, (opened) => pageFailures(assert, opened, prose, untouched));
  const elsewhere = texts(assert, 'text_includes').filter((text) => prose.includes(text));
  const unchecked = elsewhere.map((text) => `the product has no pages for notebooks of their own yet, to show the prose ${JSON.stringify(text)}`);
  return verdictOf(failures, [...unknownKeys(assert, KNOWN), ...unchecked]);
}

/** Puts outputs into the cells of a page as recordings, runs the cells so that they print the same, and looks. */
function showOutputs<T>(site: HarnessSite, cells: readonly PrintingCell[], look: (opened: HarnessPage) => Promise<T>): Promise<T> {
  const run = outputRun(cells);
  const pageCells = outputCells(cells, (outputs) => builtOutputs(outputs, 'en'));
  return withLivePage(site, run, { cells: pageCells, policy: 'removed', strangers: 'refuse' }, async ({ opened, server, driver }) => {
    const player = new TranscriptPlayer(run, server, driver, new Set());
    await player.play();
    if (player.failures.length > 0) throw new Error(player.failures.join('; '));
    await opened.page.waitForFunction(() => [...document.querySelectorAll('run-cell')].every((cell) => cell.getAttribute('data-state') === 'ok'));
    await opened.page.mouse.move(0, 0);
    await driver.painted();
    return look(opened);
  });
}

function harmless({ code, outputs }: PrintingCell): PrintingCell {
  return { code, outputs: outputs.map(() => ({ output_type: 'display_data', data: { 'text/plain': 'harmless' }, metadata: {} })) };
}

async function pageFailures(assert: HardCase['assert'], opened: HarnessPage, prose: string, untouched: PageLook | null): Promise<readonly string[]> {
  const { page, strangers } = opened;
  const failures: string[] = [];
  for (const [name, selector] of PLACES) failures.push(...(await placeFailures(assert, page, selector, prose)).map((each) => `${name}: ${each}`));
  for (const expression of texts(assert, 'js_undefined')) {
    if ((await page.evaluate(`typeof (${expression})`)) !== 'undefined') failures.push(`${expression} is defined`);
  }
  if (assert['no_external_requests'] === true && strangers.length > 0) failures.push(`the page asked for ${strangers.join(', ')}`);
  if (assert['no_duplicate_dom_ids'] === true) {
    const twice = await page.evaluate(duplicateIds);
    if (twice.length > 0) failures.push(`the page has ids twice: ${twice.join(', ')}`);
  }
  if (untouched) {
    const look = await page.evaluate(pageLook);
    failures.push(...Object.keys(untouched).filter((part) => untouched[part] !== look[part])
      .map((part) => `${part} looks otherwise: ${look[part] ?? ''} instead of ${untouched[part] ?? ''}`));
  }
  return failures;
}

async function placeFailures(
  assert: HardCase['assert'], page: HarnessPage['page'], selector: string, prose: string,
): Promise<readonly string[]> {
  const places = page.locator(selector);
  // Hidden tabs have no inner text.
  const shown = await places.evaluateAll((all) => {
    const hidden = all.flatMap((place) => [place, place.parentElement]).filter((each) => each instanceof HTMLElement && each.hidden) as HTMLElement[];
    for (const each of hidden) each.hidden = false;
    const text = all.map((place) => (place as HTMLElement).innerText).join('\n');
    for (const each of hidden) each.hidden = true;
    return text;
  });
  const code = (await page.locator('.cell-code').allInnerTexts()).join('\n');
  const html = (await places.evaluateAll((all) => all.map((place) => place.innerHTML))).join('\n');
  const images = await places.locator('img').count();
  const formulas = await places.locator('.katex').count();
  const failures = [
    ...texts(assert, 'text_includes').filter((text) => ![shown, code, prose].some((each) => each.includes(text)))
      .map((text) => `${JSON.stringify(text)} is not shown`),
    ...texts(assert, 'text_excludes').filter((text) => shown.includes(text)).map((text) => `${JSON.stringify(text)} is shown`),
    ...texts(assert, 'html_excludes_regex').filter((form) => new RegExp(form, 'iu').test(html)).map((form) => `the markup has ${form}`),
    ...texts(assert, 'html_includes_regex').filter((form) => !new RegExp(form, 'iu').test(html)).map((form) => `the markup lacks ${form}`),
  ];
  const wantedImages = count(assert, 'image_count');
  if (wantedImages !== undefined && images !== wantedImages) failures.push(`${images} images, not ${wantedImages}`);
  const exact = count(assert, 'katex_count');
  if (exact !== undefined && formulas !== exact) failures.push(`${formulas} formulas, not ${exact}`);
  const least = count(assert, 'katex_min_count');
  if (least !== undefined && formulas < least) failures.push(`${formulas} formulas, below ${least}`);
  if (assert['truncation_notice'] === true && (await places.locator('.output-note').count()) === 0) failures.push('nothing says that output was left out');
  return failures;
}
