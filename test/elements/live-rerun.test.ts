import { afterEach, describe, expect, it } from 'vitest';
import type { IOPubMessage } from '../../src/output/reduce-outputs.ts';
import type { OpenedPage } from '../support/browser-pages.ts';
import { openOutputPage, type OutputSite, useOutputPages } from './output-page.ts';

declare global {
  interface Window {
    /** The live outputs that `live` has taken the place of. */
    earlier: Window['live'];
  }
}

let opened: OpenedPage<OutputSite>;
const errors: string[] = [];
useOutputPages((next) => {
  opened = next;
  opened.page.on('pageerror', (error) => errors.push(error.message));
});

afterEach(() => { expect(errors.splice(0)).toEqual([]); });

const message = (msg_type: string, content: unknown): IOPubMessage => ({ header: { msg_type }, content });
const stdout = (text: string): IOPubMessage => message('stream', { name: 'stdout', text });
const bar = (text: string, display_id: string): unknown => ({ data: { 'text/plain': text }, metadata: {}, transient: { display_id } });
const display = (text: string, id: string): IOPubMessage => message('display_data', bar(text, id));
const update = (text: string, id: string): IOPubMessage => message('update_display_data', bar(text, id));

/** Hands messages to live outputs and resolves when a frame has painted them. */
async function send(messages: readonly IOPubMessage[], to: 'live' | 'other' | 'earlier' = 'live'): Promise<void> {
  await opened.page.evaluate(async ([all, name]) => {
    for (const each of all) window[name].add(each);
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  }, [messages, to] as const);
}

const cell = (id: 'first' | 'second' = 'first') => opened.page.locator(`[data-cell=${id}] .cell-live`);
const text = async (id?: 'first' | 'second') => (await cell(id).innerText()).trim();

describe('a run in the place of an earlier one', () => {
  /** Begins another run, and says what stands in its place at that moment. */
  const twice = () => opened.page.evaluate(() => {
    const place = document.querySelector('[data-cell=first] .cell-live') as HTMLElement;
    window.earlier = window.live;
    window.live = new window.LiveOutputs(place, window.labels);
    return place.innerText.trim();
  });

  it('is not disturbed by what the earlier one still prints, marks or asks', async () => {
    await openOutputPage(opened);
    await send([stdout('first run\n')]);
    await twice();
    await send([stdout('second run\n')]);
    await opened.page.evaluate(() => {
      window.earlier.add({ header: { msg_type: 'stream' }, content: { name: 'stdout', text: 'late\n' } });
      window.earlier.gap();
      window.earlier.paint();
      window.earlier.finish('nothing');
    });
    const asked = opened.page.evaluate(() => window.earlier.ask({ prompt: '?', password: false }, new AbortController().signal));
    await expect(asked).rejects.toThrow('has been run again');
    await send([stdout('more\n')]);
    expect(await text()).toBe('second run\nmore');
    expect(await opened.page.evaluate(() => window.earlier.outputs)).toEqual([]);
  });

  it('still moves what other cells show', async () => {
    await openOutputPage(opened);
    await send([display('bar 0%', 'd1')], 'other');
    await twice();
    await send([update('bar 9%', 'd1')], 'earlier');
    await expect.poll(() => text('second')).toBe('bar 9%');
  });

  it('leaves the page below in its place until it has printed, and then takes the height that it needs', async () => {
    await openOutputPage(opened);
    const heights = await opened.page.evaluate(async () => {
      const box = document.querySelector('[data-cell=first] .cell-live') as HTMLElement;
      const print = (count: number): void => {
        for (let line = 0; line < count; line += 1) window.live.add({ header: { msg_type: 'stream' }, content: { name: 'stdout', text: `line ${line}\n` } });
      };
      const frame = () => new Promise(requestAnimationFrame);
      print(8);
      window.live.paint();
      const before = box.offsetHeight;
      window.live = new window.LiveOutputs(box, window.labels);
      const seen = [box.offsetHeight];
      for (let part = 0; part < 2; part += 1) {
        print(4);
        for (let frames = 0; frames < 2; frames += 1) {
          await frame();
          seen.push(box.offsetHeight);
        }
      }
      window.live.finish(null);
      seen.push(box.offsetHeight);
      return { before, seen };
    });
    expect(heights.before).toBeGreaterThan(100);
    expect(new Set(heights.seen)).toEqual(new Set([heights.before]));
    const height = () => cell().evaluate((element) => (element as HTMLElement).style.minHeight);
    await expect.poll(height).toBe('');
    const printed = await text();
    expect(await twice()).toBe(printed);
    await expect.poll(height).not.toBe('');
    expect(await text()).toBe('');
    await opened.page.evaluate(() => { window.live.finish('The cell printed nothing.'); });
    expect([await height(), await text()]).toEqual(['', 'The cell printed nothing.']);
    await send([stdout('after its end\n')]);
    expect(await text()).toBe('after its end');
  });
});

describe('a page that comes back', () => {
  /** Takes what the first cell kept through JSON into the second. */
  const carryOver = (limit: number) => opened.page.evaluate((most) => {
    const json = JSON.stringify(window.live.kept(most));
    window.other.restore(JSON.parse(json) as Parameters<typeof window.other.restore>[0]);
    window.other.paint();
    return json.length;
  }, limit);

  it('goes on with displays that change, after what was shown before', async () => {
    await openOutputPage(opened);
    await send([stdout('one\n'), display('bar 10%', 'd1')]);
    await carryOver(2_000_000);
    await send([update('bar 90%', 'd1'), stdout('two\n')], 'other');
    expect((await text('second')).split(/\n+/u)).toEqual(['one', 'bar 90%', 'two']);
  });

  it('shows the end of what was too long to keep, and says so', async () => {
    await openOutputPage(opened);
    await send(Array.from({ length: 100 }, (_, part) => stdout(Array.from({ length: 100 }, (_, line) => `row ${part * 100 + line}\n`).join(''))));
    expect(await carryOver(20_000)).toBeLessThanOrEqual(20_000);
    const shown = await cell('second').evaluate((element) => element.textContent);
    expect(shown).toMatch(/^Output that stood here was too large to keep when the page was left\.row \d+\n[^]*row 9999\n$/u);
    expect(shown.split('\n').length).toBeGreaterThan(1500);
  });
});

it('a page that is hidden goes on reading what arrives, also what a frame was asked for before', async () => {
  await openOutputPage(opened);
  await opened.page.evaluate(() => {
    // As in a hidden page: no frame comes.
    window.requestAnimationFrame = () => 0;
    window.live.add({ header: { msg_type: 'stream' }, content: { name: 'stdout', text: 'hidden\n' } });
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => text()).toBe('hidden');
});
