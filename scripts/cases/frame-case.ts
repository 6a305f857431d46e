import { z } from 'zod';
import { texts } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import type { HarnessSite } from './harness-site.ts';
import { type LivePage, withLivePage } from './live-page.ts';
import { outputCells, outputRun, printing } from './output-run.ts';
import { TranscriptPlayer, within } from './transcript-player.ts';
import { unknownKeys, verdictOf, type Verdict } from './verdict.ts';

export const frameInput = z.object({
  frame_payloads: z.array(z.string()),
  messages_to_parent: z.array(z.looseObject({ data: z.unknown(), origin: z.string().optional() })).default([]),
});
type FrameInput = z.infer<typeof frameInput>;

/** A frame may be as high as a long output, and no higher. */
const HIGHEST = 20_000;
/** Time for a script in a frame to do what it was written for. */
const MISCHIEF_MS = 400;

/** Shows each payload as an output with scripts, lets it run where the page offers that, and looks at what it reached. */
export async function checkFrames({ assert }: Pick<HardCase, 'assert'>, input: FrameInput, site: HarnessSite): Promise<Verdict> {
  const cells = printing(input.frame_payloads.map((html) => [{ output_type: 'display_data', data: { 'text/html': html }, metadata: {} }]));
  const run = outputRun(cells);
  const failures = await withLivePage(site, run, { cells: outputCells(cells), strangers: 'refuse' }, async (live) => {
    const player = new TranscriptPlayer(run, live.server, live.driver, new Set());
    await player.play();
    const wrong = [...player.failures];
    for (const [index, payload] of input.frame_payloads.entries()) {
      wrong.push(...(await payloadFailures(live, `c${index + 1}`, texts(assert, 'iframe_sandbox_excludes'))).map((each) => `${payload}: ${each}`));
    }
    wrong.push(...(await messageFailures(live, input)), ...runFailures(live, input.frame_payloads.length, assert['run_started']));
    if (live.opened.strangers.length > 0) wrong.push(`requests left for ${live.opened.strangers.join(', ')}`);
    return wrong;
  });
  return verdictOf(failures, unknownKeys(assert, ['iframe_sandbox_excludes', 'run_started']));
}

async function payloadFailures({ opened, driver }: LivePage, id: string, excluded: readonly string[]): Promise<readonly string[]> {
  const { page, context, url } = opened;
  const live = driver.cell(id).locator('.cell-live');
  if (!(await within(10_000, async () => (await live.locator('output-frame button').count()) > 0))) return ['no frame is offered for it'];
  await live.locator('output-frame button').first().click();
  const frame = live.locator('iframe');
  await frame.waitFor({ state: 'attached' });
  await page.waitForTimeout(MISCHIEF_MS);
  const sandbox = await frame.getAttribute('sandbox');
  const box = await frame.boundingBox();
  const wholePage = await page.locator('header.header, run-cell').count();
  return [
    ...(sandbox === null ? ['the frame has no sandbox'] : excluded.filter((word) => sandbox.split(/\s+/u).includes(word)).map((word) => `the sandbox has ${word}`)),
    ...((await frame.getAttribute('srcdoc')) !== null ? ['the frame has the document in itself, which leaves the origin to the sandbox alone'] : []),
    ...(page.url() === url ? [] : [`the page went to ${page.url()}`]),
    ...(context.pages().length === 1 ? [] : ['a window was opened']),
    ...(wholePage < 2 ? ['the page is gone'] : []),
    ...(box && box.height > HIGHEST ? [`the frame is ${box.height} pixels high`] : []),
    ...((await frame.evaluate((element) => getComputedStyle(element).position)) === 'static' ? [] : ['the frame is not where its output is']),
  ];
}

/** Messages of windows that are no frame of ours change nothing. */
async function messageFailures({ opened: { page } }: LivePage, { messages_to_parent }: FrameInput): Promise<readonly string[]> {
  const measure = () => page.locator('.cell-live iframe').evaluateAll((all) => all.map((frame) => `${frame.getAttribute('style') ?? ''} ${frame.clientHeight}`));
  const before = await measure();
  await page.evaluate((messages) => {
    for (const { data, origin } of messages) {
      window.dispatchEvent(new MessageEvent('message', { data, origin: origin ?? location.origin, source: window }));
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'null' }));
    }
  }, messages_to_parent);
  const after = await measure();
  return JSON.stringify(before) === JSON.stringify(after) ? [] : ['a message of another window changed a frame'];
}

/** More runs than the reader has started. */
function runFailures({ server }: LivePage, asked: number, started: unknown): readonly string[] {
  return started === false && server.received.length > asked ? [`${server.received.length - asked} runs were started by messages`] : [];
}
