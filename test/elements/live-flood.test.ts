import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { OpenedPage } from '../support/browser-pages.ts';
import { openOutputPage, type OutputSite, useOutputPages } from './output-page.ts';

let opened: OpenedPage<OutputSite>;
useOutputPages((next) => { opened = next; });

/** What a flood cost the page. */
interface Flood {
  readonly longestGapMs: number;
  readonly stopMs: number;
  readonly seconds: number;
}

/** Sends 100,000 messages of 17 bytes and then a line of 5 MB, in tasks as a socket does, and clicks Stop all the time. */
async function flood(perTask: number): Promise<Flood> {
  return opened.page.evaluate(async (count) => {
    const stream = (text: string) => ({ header: { msg_type: 'stream' }, content: { name: 'stdout', text } });
    const started = performance.now();
    let last = started;
    let longestGapMs = 0;
    let watching = true;
    const frame = (now: number): void => {
      longestGapMs = Math.max(longestGapMs, now - last);
      last = now;
      if (watching) requestAnimationFrame(frame);
    };
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
    let stopMs = 0;
    const probe = async (): Promise<void> => {
      while (watching) {
        const asked = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 0));
        stopMs = Math.max(stopMs, performance.now() - asked);
      }
    };
    const probing = probe();
    const channel = new MessageChannel();
    const tick = () => new Promise((resolve) => { channel.port1.onmessage = resolve; channel.port2.postMessage(0); });
    for (let row = 0; row < 100_000; row += 1) {
      window.live.add(stream(`row ${String(row).padStart(12, '0')}\n`));
      if (row % count === 0) await tick();
    }
    window.live.add(stream('y'.repeat(5_000_000)));
    await tick();
    window.live.paint();
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    watching = false;
    await probing;
    return { longestGapMs, stopMs, seconds: (performance.now() - started) / 1000 };
  }, perTask);
}

it.each([10, 100, 5000])('stays responsive in a flood of 100,000 messages, %i at a time, and a line of 5 MB', async (perTask) => {
  await openOutputPage(opened);
  const client = await opened.context.newCDPSession(opened.page);
  // Time that the page's thread was on a processor, whatever else the machine does.
  await client.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await client.send('Performance.enable');
  const cpu = async () => (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  const before = await cpu();
  const cost = await flood(perTask);
  const seconds = (await cpu()) - before;
  console.log(`${perTask} at a time: ${seconds.toFixed(2)} s of work, longest gap between frames ${cost.longestGapMs.toFixed(0)} ms`);
  const found = await opened.page.evaluate(() => {
    const { textContent: text } = document.querySelector('.cell-live') as HTMLElement;
    const has = (part: string): boolean => text.includes(part);
    return {
      first: has('row 000000000000\n'), last: has('row 000000099999\n'), omitted: has('90,000 of 100,001 lines are not shown here.'),
      line: has('4,980,000 more characters on this line are not shown'), small: text.length < 300_000,
    };
  });
  expect(found).toEqual({ first: true, last: true, omitted: true, line: true, small: true });
  // Well under 100 ms where the machine has nothing else to do; laying the whole text out at each frame takes minutes.
  expect(cost.stopMs).toBeLessThan(1000);
  expect(seconds).toBeLessThan(5);
});

it('hands out the whole text where not all of it is shown, under the name of the cell', async () => {
  await openOutputPage(opened);
  const lines = Array.from({ length: 12_000 }, (_, index) => `\u001b[32mrow ${index}\u001b[0m\n`);
  await opened.page.evaluate((chunks) => {
    for (const text of chunks) window.live.add({ header: { msg_type: 'stream' }, content: { name: 'stdout', text } });
    window.live.paint();
  }, lines);
  const [download] = await Promise.all([opened.page.waitForEvent('download'), opened.page.getByRole('button', { name: 'Download the whole text' }).click()]);
  expect(download.suggestedFilename()).toBe('first.txt');
  expect(readFileSync(await download.path(), 'utf8')).toBe(lines.join(''));
});
