import { z } from 'zod';
import type { HardCase } from './case-file.ts';
import type { HarnessSite } from './harness-site.ts';
import { liveFailures, unknownLiveKeys } from './live-asserts.ts';
import { type LivePage, withLivePage } from './live-page.ts';
import { outputRun } from './output-run.ts';
import { TranscriptPlayer, within } from './transcript-player.ts';
import { readTranscript, type Step, type TranscriptRun } from './transcript.ts';
import { verdictOf, type Verdict } from './verdict.ts';

const line = z.looseObject({ channel: z.string(), msg_type: z.string() });

/** How long a reader may have to wait for the Stop button. */
const STOP_MS = 1000;
/** Text (UTF-16 units) that the page may keep of a flood. */
const MOST_TEXT = 2_000_000;
const CODE = 'flood()';

/** Whether the lines that a generator printed are messages of a kernel. */
export function areMessages(lines: readonly string[]): boolean {
  const [first = ''] = lines;
  return first.startsWith('{') && line.safeParse(JSON.parse(first)).success;
}

/** Lets a cell print what a generator printed: once to the end, once until the reader stops it. */
export async function checkFlood({ assert }: Pick<HardCase, 'assert'>, lines: readonly string[], site: HarnessSite): Promise<Verdict> {
  const run = floodRun(lines);
  const options = { cells: [{ id: 'c1', code: CODE }] };
  const failures = [
    ...(await withLivePage(site, run, options, (live) => floodFailures(live, run, assert))),
    ...(await withLivePage(site, run, options, (live) => stopFailures(live, run))),
  ];
  return verdictOf(failures, unknownLiveKeys(assert));
}

function floodRun(lines: readonly string[]): TranscriptRun {
  const steps = [
    { user: { do: 'run', cell: 'c1', code: CODE } }, { expect: { channel: 'shell', msg_type: 'execute_request', save_as: 'c1' } },
    ...lines.map((text): unknown => ({ send: { ...(JSON.parse(text) as object), parent: 'c1' } })),
  ];
  const [run = outputRun([])] = readTranscript({ format: 'warpnotes-transcript/1', token: 'TEST-TOKEN-0001', steps });
  return run;
}

async function floodFailures({ server, driver }: LivePage, run: TranscriptRun, assert: HardCase['assert']): Promise<readonly string[]> {
  await stopReports(driver.page);
  const player = new TranscriptPlayer(run, server, driver, new Set());
  const state = { over: false };
  const watched = longestWait(driver.page, () => state.over);
  await player.play();
  if (!(await within(60_000, () => driver.hasEnded('c1')))) player.failures.push('the cell did not end within a minute of its last message');
  state.over = true;
  const longest = await watched;
  if (longest > STOP_MS) player.failures.push(`Stop could not be clicked for ${Math.round(longest)} ms`);
  const length = await driver.cell('c1').locator('.cell-live').evaluate(({ textContent }) => textContent.length);
  if (length > MOST_TEXT) player.failures.push(`the page keeps ${length} characters of the output`);
  return [...player.failures, ...(await liveFailures(assert, driver, server))];
}

/**
 * The longest that the page lets a press on Stop wait, in milliseconds, while the cell runs. Counted is the time that its own
 * thread works meanwhile, which other programs on the machine do not lengthen. Pressed and not let go, Stop stops nothing.
 */
async function longestWait(page: LivePage['driver']['page'], over: () => boolean): Promise<number> {
  const stop = page.locator('run-cell[data-cell="c1"] .cell-stop');
  await stop.waitFor();
  const workMs = await threadClock(page);
  let longest = 0;
  while (!over()) {
    // The button goes with the end of the run.
    const box = await stop.boundingBox();
    if (!box) break;
    const before = await workMs();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    longest = Math.max(longest, (await workMs()) - before);
    await page.mouse.move(1, 1);
    await page.mouse.up();
  }
  return longest;
}

/**
 * Playwright has Chromium report every frame of a socket, which the thread of the page writes: for 100,000 of them more work
 * than the page's own. It has no switch for that, so this reaches behind its interface; where that is built otherwise, the
 * case is slower.
 */
async function stopReports(page: LivePage['driver']['page']): Promise<void> {
  const { _connection: connection } = page as unknown as PlaywrightPage;
  await connection?.toImpl?.(page)?.delegate?._mainFrameSession?._client?.send('Network.disable');
}

interface PlaywrightPage {
  readonly _connection?: { readonly toImpl?: (page: object) => PageBehind | undefined };
}

interface PageBehind {
  readonly delegate?: { readonly _mainFrameSession?: { readonly _client?: { readonly send: (method: 'Network.disable') => Promise<unknown> } } };
}

/** Reads how long the thread of a page has worked so far, in milliseconds. */
async function threadClock(page: LivePage['driver']['page']): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const time = metrics.find(({ name }) => name === 'ThreadTime');
    if (!time) throw new Error('Chromium does not say how long the thread of the page has worked');
    return time.value * 1000;
  };
}

/** A click on Stop in the middle of the flood reaches the server in time, and ends the run. */
async function stopFailures({ server, driver }: LivePage, run: TranscriptRun): Promise<readonly string[]> {
  const isFlood = (step: Step): boolean => step.do === 'send' && step.value.channel === 'iopub' && step.value.msg_type !== 'status';
  const flood = run.steps.filter(isFlood);
  const begun = { ...run, steps: [...run.steps.slice(0, run.steps.findIndex(isFlood)), ...flood.slice(0, Math.ceil(flood.length / 5))] };
  await stopReports(driver.page);
  const player = new TranscriptPlayer(begun, server, driver, new Set());
  await player.play();
  const box = await driver.cell('c1').locator('.cell-stop').boundingBox();
  if (!box) return ['the cell has no Stop in the middle of the flood'];
  const clicked = performance.now();
  await driver.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const taken = await server.until(() => (server.counts.interrupts + server.counts.restarts > 0 ? performance.now() - clicked : undefined), 'Stop', 15_000)
    .catch(() => Number.POSITIVE_INFINITY);
  if (taken > STOP_MS) return [`Stop reached the server after ${Math.round(taken)} ms in the middle of the flood`];
  const [request] = server.received;
  if (!request) return ['the run was not sent'];
  const say = (channel: 'iopub' | 'shell', msg_type: string, content: Readonly<Record<string, unknown>>): void => {
    server.send({ channel, msg_type, content, metadata: {}, buffers: [], parent: null }, request.header);
  };
  say('shell', 'execute_reply', { status: 'error', ename: 'KeyboardInterrupt', evalue: '', traceback: [], execution_count: 1 });
  say('iopub', 'status', { execution_state: 'idle' });
  const stopped = await within(20_000, async () => (await driver.state('c1')) === 'interrupted');
  return [...player.failures, ...(stopped ? [] : [`the cell is ${await driver.state('c1')} after Stop, not interrupted`])];
}
