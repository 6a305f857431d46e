import type { HardCase } from './case-file.ts';
import type { HarnessPage, HarnessSite } from './harness-site.ts';
import { cellsThatMayNotRun, liveFailures, unknownLiveKeys } from './live-asserts.ts';
import { PageDriver } from './page-driver.ts';
import { readTranscript, transcriptCells, type TranscriptRun } from './transcript.ts';
import { TranscriptPlayer, within } from './transcript-player.ts';
import { TranscriptServer } from './transcript-server.ts';
import { verdictOf, type Verdict } from './verdict.ts';

const END_MS = 30_000;
/** What counts for a minute after the last step, and how many seconds that is. */
const MINUTE_KEY = 'max_upgrade_requests';
const MINUTE = 60;

/** Plays each alternative of a transcript on a page of the built site. */
export async function checkTranscript({ assert }: Pick<HardCase, 'assert'>, json: unknown, site: HarnessSite): Promise<Verdict> {
  const runs = readTranscript(json);
  const failures: string[] = [];
  const unread = new Set<string>();
  for (const run of runs) {
    const { failures: wrong, unread: checks } = await playOnPage(run, assert, site);
    failures.push(...wrong.map((failure) => (run.name === '' ? failure : `${run.name}: ${failure}`)));
    for (const check of checks) unread.add(`not looked at: "${check}"`);
  }
  return verdictOf(failures, unknownLiveKeys(assert), [...unread].join('; '));
}

type Played = Pick<TranscriptPlayer, 'failures' | 'unread'>;

async function playOnPage(run: TranscriptRun, assert: HardCase['assert'], site: HarnessSite): Promise<Played> {
  const server = await TranscriptServer.start(run);
  const cells = transcriptCells(run);
  const opened = await site.open({
    cells: [...cells].map(([id, code]) => ({ id, code })), kernel: { url: server.url, token: server.token },
    clock: MINUTE_KEY in assert ? 'advanced' : 'real',
  });
  const driver = new PageDriver(opened);
  const player = new TranscriptPlayer(run, server, driver, cellsThatMayNotRun(assert));
  try {
    await player.play();
    await cellsEnd([...cells.keys()], driver, player.failures);
    await driver.painted();
    if (MINUTE_KEY in assert) await passMinute(driver, server);
    player.failures.push(...await liveFailures(assert, driver, server), ...await refusalFailures(run, driver), ...leaks(run, opened));
    if (server.unreadable.length > 0) player.failures.push(`the client sent frames that cannot be read: ${server.unreadable.join(', ')}`);
  } catch (error) {
    if (error instanceof Error && error.name === 'NotCheckable') throw error;
    player.failures.push(firstLine(error));
  } finally {
    await opened.context.close();
    await server.stop();
  }
  return player;
}

/** Every run ends: no spinner stays, unless the page has asked the reader for something first. */
async function cellsEnd(cells: readonly string[], driver: PageDriver, failures: string[]): Promise<void> {
  for (const id of cells) {
    const ended = await within(END_MS, async () => (await driver.hasEnded(id)) || driver.asksForToken());
    if (!ended) failures.push(`${id} is still ${await driver.state(id)} after ${END_MS / 1000} s`);
  }
}

/** Lets a minute pass for the page, second by second, with time for its requests in between. */
async function passMinute(driver: PageDriver, server: TranscriptServer): Promise<void> {
  for (let second = 0; second < MINUTE; second += 1) {
    await driver.page.clock.runFor(1000);
    await server.until<never>(() => undefined, 'nothing came', 20).catch(() => undefined); // the time for a request to come
  }
}

/** A page whose token a server refuses says so, and asks for another one. */
async function refusalFailures({ steps }: TranscriptRun, driver: PageDriver): Promise<readonly string[]> {
  const refused = steps.some((step) => step.do === 'http' && [401, 403].includes(step.value.reply.status));
  if (!refused || /token/iu.test(await driver.kernelText())) return [];
  return ['the page does not say that the server refuses the token'];
}

/** The token in what the page tells others. Chromium writes the address of a refused WebSocket to the console by itself. */
function leaks({ token }: TranscriptRun, { page, console: lines }: HarnessPage): readonly string[] {
  if (token === '') return [];
  const said = lines.find((line) => line.includes(token) && !/^(?:WebSocket connection to|Failed to load resource)/u.test(line));
  return [
    ...(said === undefined ? [] : [`the token is in the console: ${said}`]),
    ...(page.url().includes(token) ? ['the token is in the address'] : []),
  ];
}

export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
