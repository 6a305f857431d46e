import { count, texts, textsByCell } from './assert-values.ts';
import type { PageDriver } from './page-driver.ts';
import type { TranscriptServer } from './transcript-server.ts';
import { within } from './transcript-player.ts';
import { NotCheckable, unknownKeys } from './verdict.ts';

type Assert = Readonly<Record<string, unknown>>;

/** What the page calls the cell states of `assert.cells`. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  ok: ['ok'],
  error: ['error'],
  failed: ['error'],
  // A cell that nobody got to run has no state.
  'not-run': ['skipped', ''],
  interrupted: ['interrupted'],
  'kernel-died': ['unknown'],
};

/** Where the page says that a server cut the output. */
const FLAGS: Readonly<Record<string, string>> = { 'truncated-by-server': '.output-gap, [data-output-gap]' };

const COUNTERS = ['kernels_started', 'kernels_deleted', 'upgrade_requests', 'interrupts', 'restarts', 'http_requests'] as const;
const LOOK_MS = 5000;

const COUNTER_KEYS = COUNTERS.flatMap((name) => [name, `max_${name}`, `min_${name}`, `${name}_max`, `${name}_min`]);
const KNOWN = [
  'cells', 'stdout', 'stdout_includes', 'stdout_excludes', 'text', 'text_includes', 'text_excludes', 'flag', 'truncation_notice', 'message_mentions',
  ...COUNTER_KEYS,
];

/** The keys of an assert that a live run cannot be checked for. */
export function unknownLiveKeys(assert: Assert): readonly string[] {
  return unknownKeys(assert, KNOWN);
}

/** The cells that an assert lets end without having been sent. */
export function cellsThatMayNotRun(assert: Assert): ReadonlySet<string> {
  return new Set(Object.entries(textsByCell(assert, 'cells')).flatMap(([id, [state = '']]) => (['ok', 'error', 'failed'].includes(state) ? [] : [id])));
}

/** What does not hold of a page after its run. Looks for a while, since messages may come after the last cell has ended. */
export async function liveFailures(assert: Assert, driver: PageDriver, server: TranscriptServer): Promise<readonly string[]> {
  let failures: readonly string[] = [];
  await within(LOOK_MS, async () => {
    failures = [
      ...(await cellFailures(assert, driver)), ...(await streamFailures(assert, driver)),
      ...(await textFailures(assert, driver)), ...(await flagFailures(assert, driver)), ...counterFailures(assert, server),
    ];
    return failures.length === 0;
  });
  return failures;
}

async function cellFailures(assert: Assert, driver: PageDriver): Promise<readonly string[]> {
  const wrong = await Promise.all(Object.entries(textsByCell(assert, 'cells')).map(async ([id, [wanted = '']]) => {
    const states = STATES[wanted];
    if (!states) throw new NotCheckable(`assert.cells has the state "${wanted}", which the runner does not know`);
    const state = await driver.state(id);
    return states.includes(state) ? [] : [`${id} is ${state === '' ? 'not run' : state}, not ${wanted}`];
  }));
  return wrong.flat();
}

async function streamFailures(assert: Assert, driver: PageDriver): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const [id, wanted] of Object.entries(textsByCell(assert, 'stdout'))) {
    const shown = await driver.stream(id, 'stdout');
    if (shown !== wanted.join('')) failures.push(`stdout of ${id} is ${cut(shown)}, not ${cut(wanted.join(''))}`);
  }
  for (const [id, parts] of Object.entries(textsByCell(assert, 'stdout_includes'))) {
    const shown = await driver.stream(id, 'stdout');
    failures.push(...parts.filter((part) => !shown.includes(part)).map((part) => `stdout of ${id} lacks ${cut(part)}`));
  }
  for (const [id, parts] of Object.entries(textsByCell(assert, 'stdout_excludes'))) {
    const shown = await driver.stream(id, 'stdout');
    failures.push(...parts.filter((part) => shown.includes(part)).map((part) => `stdout of ${id} has ${cut(part)}`));
  }
  return failures;
}

async function textFailures(assert: Assert, driver: PageDriver): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const [id, parts] of Object.entries(textsByCell(assert, 'text'))) {
    const shown = await driver.text(id);
    failures.push(...parts.filter((part) => !shown.includes(part)).map((part) => `${id} does not show ${cut(part)}`));
  }
  const all = await driver.allText();
  failures.push(...texts(assert, 'text_includes').filter((part) => !all.includes(part)).map((part) => `${cut(part)} is not shown`));
  failures.push(...texts(assert, 'text_excludes').filter((part) => all.includes(part)).map((part) => `${cut(part)} is shown`));
  const mentions = texts(assert, 'message_mentions');
  if (mentions.length === 0) return failures;
  const said = `${await driver.kernelText()}\n${all}`.toLowerCase();
  return [...failures, ...mentions.filter((word) => !said.includes(word.toLowerCase())).map((word) => `nothing mentions ${cut(word)}`)];
}

async function flagFailures(assert: Assert, driver: PageDriver): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const flag of texts(assert, 'flag')) {
    const selector = FLAGS[flag];
    if (selector === undefined) throw new NotCheckable(`assert.flag is "${flag}", which the runner does not know`);
    if ((await driver.page.locator('.cell-live').locator(selector).count()) === 0) failures.push(`no output is marked as ${flag}`);
  }
  if (assert['truncation_notice'] === true && (await driver.page.locator('.cell-live .output-note').count()) === 0) {
    failures.push('nothing says that output was left out');
  }
  return failures;
}

function counterFailures(assert: Assert, server: TranscriptServer): readonly string[] {
  return COUNTERS.flatMap((name) => {
    const seen = server.counts[name];
    const exact = count(assert, name);
    const most = count(assert, `max_${name}`) ?? count(assert, `${name}_max`);
    const least = count(assert, `min_${name}`) ?? count(assert, `${name}_min`);
    return [
      ...(exact !== undefined && seen !== exact ? [`${name} is ${seen}, not ${exact}`] : []),
      ...(most !== undefined && seen > most ? [`${name} is ${seen}, above ${most}`] : []),
      ...(least !== undefined && seen < least ? [`${name} is ${seen}, below ${least}`] : []),
    ];
  });
}

function cut(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
