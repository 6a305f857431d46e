import { builtOutputs } from '../../src/output/build-outputs.ts';
import type { NotebookPage } from '../../src/notebook/notebook-page.ts';
import { problemLine } from '../../src/notebook/problem.ts';
import { savedOutputs } from '../../src/notebook/saved-outputs.ts';
import type { IOutput } from '../../src/output/output.ts';
import { count, texts } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import type { CasePlace } from './case-place.ts';
import type { HarnessPage, HarnessSite } from './harness-site.ts';
import { withLivePage } from './live-page.ts';
import { isLook, lookFailures } from './mdx-look.ts';
import { caseNotebooks, type CaseNotebook } from './notebook-site.ts';
import { outputCells, outputRun, type PrintingCell } from './output-run.ts';
import { duplicateIds, pageLook, type PageLook } from './page-look.ts';
import { TranscriptPlayer } from './transcript-player.ts';
import { unknownKeys, verdictOf, type Verdict } from './verdict.ts';

type Assert = HardCase['assert'];

/** A cell that prints, with what the page of its notebook shows of that. */
interface SavedCell extends PrintingCell {
  readonly html: string;
}

/** Looked at in a browser. */
const SHOWN = [
  'text_includes', 'text_excludes', 'html_excludes_regex', 'html_includes_regex', 'image_count', 'katex_count', 'katex_min_count', 'truncation_notice',
  'no_external_requests', 'js_undefined', 'page_styles_unchanged', 'no_duplicate_dom_ids',
];
/** Which files become pages, and which are refused. */
const READ = ['must_not_throw', 'must_report_file', 'or_error_mentions'];

/** Where outputs stand in a page of the harness: those of a recording, and those of a run. */
const PLACES = [['recorded', '.cell-recorded .cell-outputs'], ['live', '.cell-live']] as const;
/** What of a notebook's page comes from the notebook and is no code. */
const OF_NOTEBOOK = '.notebook-prose, .notebook-raw, .cell-outputs:not(.cell-live)';

/**
 * Makes pages of the notebooks of a case and looks at what a small site has built of them; then shows the outputs of the main one in a
 * page twice, as a recording and as a run. All of it without the help of the pages' policy.
 */
export async function checkNotebook(each: HardCase, place: CasePlace): Promise<Verdict> {
  const { assert } = each;
  const notebooks = await caseNotebooks(each);
  const [main] = notebooks;
  const refused = main?.page === null ? main.problems.map(problemLine).join('; ') : '';
  const unchecked = unknownKeys(assert, [...SHOWN, ...READ, ...Object.keys(assert).filter(isLook)]);
  const failures = readFailures(assert, notebooks);
  if (failures.length > 0 || !main?.page) return verdictOf(failures, unchecked, refused);
  const site = await place.notebooks();
  for (const { name } of notebooks.filter(({ page }) => page !== null)) {
    const opened = await site.show(each.id, name);
    try {
      const found = name === main.name ? await builtFailures(assert, opened) : await alwaysFailures(opened);
      failures.push(...found.map((failure) => `${name} as a page: ${failure}`));
    } finally {
      await opened.context.close();
    }
  }
  const saved = savedOutputs(main.page, 'en');
  const cells = main.page.parts.filter((part) => part.kind === 'code')
    .map(({ source, outputs }, index): SavedCell => ({ code: source, outputs, html: saved[index]?.html ?? '' }));
  if (cells.length > 0) failures.push(...await outputFailures(assert, cells, proseOf(main.page), await place.site()));
  return verdictOf(failures, unchecked);
}

/** What is wrong with which files are refused, and with what is said of them. */
function readFailures(assert: Assert, notebooks: readonly CaseNotebook[]): string[] {
  const reported = texts(assert, 'must_report_file');
  const told = (name: string): string => notebooks.filter((each) => each.name === name).flatMap(({ problems }) => problems.map(problemLine)).join('; ');
  const mentions = texts(assert, 'or_error_mentions');
  const wrong = notebooks.flatMap(({ name, page, problems }) => {
    if (reported.includes(name)) return page === null && problems.every(({ file, hint }) => file.endsWith(name) && hint !== '') ? [] : [`${name} is not refused by its name and with a cure`];
    if (page !== null || (mentions.length > 0 && mentions.every((text) => told(name).includes(text)))) return [];
    return [`${name} is refused: ${told(name)}`];
  });
  const absent = [...reported, ...texts(assert, 'must_not_throw')].filter((name) => !notebooks.some((each) => each.name === name));
  return [...wrong, ...absent.map((name) => `${name} is not among the notebooks of the case`)];
}

type Opened = Pick<HarnessPage, 'page' | 'strangers'>;

/** What the built page of a notebook must be, whatever the case is about. */
async function alwaysFailures({ page, strangers }: Opened): Promise<readonly string[]> {
  await page.waitForLoadState('networkidle');
  const twice = await page.evaluate(duplicateIds);
  return [
    ...(await page.locator('h1').count() === 1 ? [] : ['the page has not one title']),
    ...strangers.map((url) => `the page asked for ${url}`),
    ...(twice.length === 0 ? [] : [`the page has ids twice: ${twice.join(', ')}`]),
  ];
}

async function builtFailures(assert: Assert, opened: Opened): Promise<readonly string[]> {
  const { page } = opened;
  const always = await alwaysFailures(opened);
  await page.locator('main details').evaluateAll((all) => { for (const each of all as HTMLDetailsElement[]) each.open = true; });
  const shown = await page.locator('main').innerText();
  const places = page.locator(OF_NOTEBOOK);
  const html = (await places.evaluateAll((all) => all.map((each) => each.innerHTML))).join('\n');
  const looks = Object.fromEntries(Object.entries(assert).filter(([key]) => isLook(key) && !SHOWN.includes(key)));
  return [...always, ...await scriptFailures(assert, page), ...lookFailures(looks, html), ...await shownFailures(assert, page, OF_NOTEBOOK, { shown, html, prose: '' })];
}

function proseOf({ parts }: NotebookPage): string {
  return parts.flatMap((part) => (part.kind === 'prose' ? [part.html] : [])).join('\n');
}

async function outputFailures(
  assert: Assert, cells: readonly SavedCell[], prose: string, site: HarnessSite,
): Promise<readonly string[]> {
  const untouched = 'page_styles_unchanged' in assert ? await showOutputs(site, cells.map(harmless), ({ page }) => page.evaluate(pageLook)) : null;
  return showOutputs(site, cells, (opened) => harnessFailures(assert, opened, prose, untouched));
}

/** Puts outputs into the cells of a page as recordings, runs the cells so that they print the same, and looks. */
function showOutputs<T>(site: HarnessSite, cells: readonly SavedCell[], look: (opened: HarnessPage) => Promise<T>): Promise<T> {
  const run = outputRun(cells);
  const pageCells = outputCells(cells).map((cell, index) => ({ ...cell, recordedHtml: cells[index]?.html ?? '' }));
  return withLivePage(site, run, { cells: pageCells, policy: 'removed', strangers: 'refuse' }, async ({ opened, server, driver }) => {
    const player = new TranscriptPlayer(run, server, driver, new Set());
    await player.play();
    if (player.failures.length > 0) throw new Error(player.failures.join('; '));
    await opened.page.waitForFunction(() => [...document.querySelectorAll('run-cell')].every((cell) => /^(?:ok|error)$/u.test(cell.getAttribute('data-state') ?? '')));
    await opened.page.mouse.move(0, 0);
    await driver.painted();
    return look(opened);
  });
}

function harmless({ code, outputs }: PrintingCell): SavedCell {
  const text = outputs.map((): IOutput => ({ output_type: 'display_data', data: { 'text/plain': 'harmless' }, metadata: {} }));
  return { code, outputs: text, html: builtOutputs(text, 'en') };
}

async function harnessFailures(assert: Assert, opened: HarnessPage, prose: string, untouched: PageLook | null): Promise<readonly string[]> {
  const { page, strangers } = opened;
  const failures: string[] = [...await scriptFailures(assert, page)];
  for (const [name, selector] of PLACES) failures.push(...(await placeFailures(assert, page, selector, prose)).map((each) => `${name}: ${each}`));
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

async function scriptFailures(assert: Assert, page: HarnessPage['page']): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const expression of texts(assert, 'js_undefined')) {
    if ((await page.evaluate(`typeof (${expression})`)) !== 'undefined') failures.push(`${expression} is defined`);
  }
  return failures;
}

/** Of the outputs alone; what the prose has of what is wanted is found in the built page. */
async function placeFailures(assert: Assert, page: HarnessPage['page'], selector: string, prose: string): Promise<readonly string[]> {
  const places = page.locator(selector);
  // Hidden tabs have no inner text.
  const shown = await places.evaluateAll((all) => {
    const boxes = all.flatMap((place) => [place, place.parentElement]) as HTMLElement[];
    const hidden = boxes.filter((box) => box.hidden);
    for (const each of hidden) each.hidden = false;
    const text = all.map((place) => (place as HTMLElement).innerText).join('\n');
    for (const each of hidden) each.hidden = true;
    return text;
  });
  const html = (await places.evaluateAll((all) => all.map((each) => each.innerHTML))).join('\n');
  return shownFailures(assert, page, selector, { shown, html, prose });
}

/** What a part of a page shows: its text and its markup, and the HTML of the prose that is not in it. */
interface Shown {
  readonly shown: string;
  readonly html: string;
  readonly prose: string;
}

async function shownFailures(assert: Assert, page: HarnessPage['page'], selector: string, { shown, html, prose }: Shown): Promise<readonly string[]> {
  const places = page.locator(selector);
  const code = (await page.locator('.cell-code').allTextContents()).join('\n');
  const images = (await places.locator('img').count()) + (prose.match(/<img\b/gu)?.length ?? 0);
  const formulas = (await places.locator('.katex').count()) + (prose.match(/class="katex"/gu)?.length ?? 0);
  const isElsewhere = (text: string): boolean => prose !== '' && lookFailures({ text_includes: text }, prose).length === 0;
  const failures = [
    ...texts(assert, 'text_includes').filter((text) => ![shown, code].some((each) => each.includes(text)) && !isElsewhere(text))
      .map((text) => `${JSON.stringify(text)} is not shown`),
    ...texts(assert, 'text_excludes').filter((text) => shown.includes(text)).map((text) => `${JSON.stringify(text)} is shown`),
    ...texts(assert, 'html_excludes_regex').filter((form) => new RegExp(form, 'iu').test(html)).map((form) => `the markup has ${form}`),
    ...texts(assert, 'html_includes_regex').filter((form) => !new RegExp(form, 'iu').test(html + prose)).map((form) => `the markup lacks ${form}`),
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
