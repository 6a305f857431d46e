import { afterEach, describe, expect, it } from 'vitest';
import type { IOutput } from '../../src/output/output.ts';
import type { IOPubMessage } from '../../src/output/reduce-outputs.ts';
import type { OpenedPage } from '../support/browser-pages.ts';
import { openOutputPage, type OutputSite, useOutputPages } from './output-page.ts';

let opened: OpenedPage<OutputSite>;
const errors: string[] = [];
useOutputPages((next) => {
  opened = next;
  opened.page.on('pageerror', (error) => errors.push(error.message));
});

afterEach(() => { expect(errors.splice(0)).toEqual([]); });

const message = (msg_type: string, content: unknown): IOPubMessage => ({ header: { msg_type }, content });
const stdout = (text: string): IOPubMessage => message('stream', { name: 'stdout', text });
const display = (data: unknown, display_id?: string): IOPubMessage =>
  message('display_data', { data, metadata: {}, transient: display_id ? { display_id } : {} });
const clear = (wait: boolean): IOPubMessage => message('clear_output', { wait });

/** Hands messages to a cell's outputs and resolves when a frame has painted them. */
async function send(messages: readonly IOPubMessage[], to: 'live' | 'other' = 'live'): Promise<void> {
  await opened.page.evaluate(async ([all, name]) => {
    for (const each of all) window[name].add(each);
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  }, [messages, to] as const);
}

const cell = (id: 'first' | 'second' = 'first') => opened.page.locator(`[data-cell=${id}] .cell-live`);
const text = async (id?: 'first' | 'second') => (await cell(id).innerText()).trim();

describe('live outputs', () => {
  it('keep what is cleared with wait until the next output, and take updates from another cell', async () => {
    await openOutputPage(opened);
    await send([stdout('frame 1\n'), clear(true)]);
    expect(await text()).toBe('frame 1');
    await send([stdout('frame 2\n'), display({ 'text/plain': 'bar 0%' }, 'd1'), clear(true)]);
    expect(await text()).toMatch(/^frame 2\s+bar 0%$/u);
    const update = (value: string, display_id: string) => message('update_display_data', { data: { 'text/plain': value }, transient: { display_id } });
    await send([update('bar 100%', 'd1'), update('ghost', 'nobody'), clear(false)], 'other');
    expect(await text()).toMatch(/^frame 2\s+bar 100%$/u);
    expect(await text('second')).toBe('');
  });

  it('change a picture without a moment in which there is none', async () => {
    await openOutputPage(opened);
    const shown = await opened.page.evaluate(async () => {
      const picture = (colour: string, kind: string): void => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no canvas');
        context.fillStyle = colour;
        context.fillRect(0, 0, 400, 300);
        const data = { 'image/png': canvas.toDataURL('image/png').split(',')[1] };
        window.live.add({ header: { msg_type: kind }, content: { data, metadata: {}, transient: { display_id: 'p' } } });
      };
      const box = document.querySelector('.cell-live') as HTMLElement;
      const frame = () => new Promise(requestAnimationFrame);
      picture('red', 'display_data');
      while (!box.querySelector('img')?.complete) await frame();
      const heights = new Set<number>();
      const sources = new Set<string>();
      for (const kind of ['update_display_data', 'display_data', 'update_display_data', 'display_data']) {
        if (kind === 'display_data') window.live.add({ header: { msg_type: 'clear_output' }, content: { wait: true } });
        picture(`hsl(${sources.size * 50} 50% 50%)`, kind);
        const before = box.querySelector('img')?.src;
        while (box.querySelector('img')?.src === before) {
          await frame();
          heights.add(box.scrollHeight);
        }
        await frame();
        heights.add(box.scrollHeight);
        sources.add(box.querySelector('img')?.src ?? '');
      }
      return { heights: heights.size, pictures: sources.size };
    });
    expect(shown).toEqual({ heights: 1, pictures: 4 });
  });

  it('load what makes HTML safe with the first HTML, what sets formulas with the first formula, and neither before', async () => {
    await openOutputPage(opened);
    const first = opened.site.served.length;
    await send([stdout('$x$\n'), display({ 'text/plain': 'plain' })]);
    expect(opened.site.served.slice(first)).toEqual([]);
    await send([display({ 'text/html': '<table class="dataframe"><tr><td>$2.13 and $5.24</td></tr></table>' })]);
    await cell().locator('td').waitFor();
    const before = opened.site.served.length;
    await send([display({ 'text/latex': '$$E = mc^2$$ and $F = ma$ together' }), display({ 'text/markdown': '**bold** $x$' })]);
    await cell().locator('.output-prose strong').waitFor();
    expect(opened.site.served.slice(before).some((path) => path.startsWith('/assets/'))).toBe(true);
    expect(await cell().locator('.katex').count()).toBe(3);
    expect(await cell().locator('td').innerText()).toBe('$2.13 and $5.24');
  });

  it('say in both languages where output is missing', async () => {
    for (const [locale, connection, server] of [['en', 'The connection was cut here', 'left out output here'], ['zh-cn', '连接在此处中断过', '丢弃了部分输出']] as const) {
      await openOutputPage(opened, locale);
      await opened.page.evaluate(() => {
        window.live.add({ header: { msg_type: 'stream' }, content: { name: 'stdout', text: 'a\n' } });
        window.live.gap();
        window.live.add({ header: { msg_type: 'stream' }, content: { name: 'stderr', text: 'IOPub message rate exceeded.\nThe Jupyter server' } });
        window.live.paint();
      });
      const shown = await text();
      expect(shown).toContain(connection);
      expect(shown).toContain(server);
      expect(shown).not.toContain('IOPub message');
    }
  });

  it('are kept as nbformat outputs and shown again, with what comes later after them', async () => {
    await openOutputPage(opened);
    const kept: readonly IOutput[] = [
      { output_type: 'stream', name: 'stdout', text: 'one\ntwo' }, { output_type: 'display_data', data: { 'text/plain': 'shown' }, metadata: {} },
      { output_type: 'stream', name: 'stdout', text: 'thr' },
    ];
    const outputs = await opened.page.evaluate(async (before) => {
      window.live.restore(before);
      window.live.add({ header: { msg_type: 'stream' }, content: { name: 'stdout', text: 'ee\n' } });
      await new Promise(requestAnimationFrame);
      return window.live.outputs;
    }, kept);
    expect(outputs).toEqual([...kept.slice(0, 2), { output_type: 'stream', name: 'stdout', text: 'three\n' }]);
    expect((await text()).split(/\n+/u)).toEqual(['one', 'two', 'shown', 'three']);
  });

  it('stay few in the page when a loop shows thousands, and the last is shown', async () => {
    await openOutputPage(opened);
    for (const start of [0, 700, 1400, 2100]) {
      await send(Array.from({ length: 700 }, (_, index) => display({ 'text/plain': `output ${start + index}` })));
    }
    expect(await cell().evaluate((element) => element.childElementCount)).toBe(1001);
    const lines = (await text()).split(/\n+/u);
    expect([lines[0], lines[99], lines[100], lines[101], lines.at(-1)])
      .toEqual(['output 0', 'output 99', '1,800 outputs are not shown here.', 'output 1900', 'output 2799']);
  });
});

describe('widgets', () => {
  const open = (comm_id: string, state: unknown) => message('comm_open', { comm_id, target_name: 'jupyter.widget', data: { state } });
  const set = (comm_id: string, state: unknown) => message('comm_msg', { comm_id, data: { method: 'update', state } });
  const view = (model_id: string) => display({ 'application/vnd.jupyter.widget-view+json': { model_id }, 'text/plain': 'HBox(…)' });

  it('move as their models do, from any cell, and go when they are closed', async () => {
    await openOutputPage(opened);
    await send([
      open('bar', { _model_name: 'FloatProgressModel', max: 10, value: 0, description: 'epoch' }), open('text', { _model_name: 'HTMLModel', value: '0/10' }),
      open('box', { _model_name: 'HBoxModel', children: ['IPY_MODEL_bar', 'IPY_MODEL_text'] }), view('box'),
    ]);
    const bar = opened.page.getByRole('progressbar', { name: 'epoch' });
    expect(await bar.getAttribute('value')).toBe('0');
    await send([set('bar', { value: 5 }), set('text', { value: '<b>5</b>/10<img src=x onerror=window.__pwned=1>' })], 'other');
    expect(await bar.getAttribute('value')).toBe('0.5');
    expect(await text()).toContain('5/10');
    expect(await cell().locator('img').count()).toBe(0);
    expect(await opened.page.evaluate(() => window.live.outputs)).toEqual([
      { output_type: 'display_data', data: { 'text/plain': 'epoch |█████     | 5/10' }, metadata: {} },
    ]);
    await send([message('comm_close', { comm_id: 'box' })]);
    expect(await text()).toBe('');
  });

  it('that are not known are shown by their text, with a note', async () => {
    await openOutputPage(opened);
    await send([open('map', { _model_name: 'MapModel' }), view('map'), view('never heard of')]);
    expect(await cell().getByText('HBox(…)').count()).toBe(2);
    expect(await text()).toContain('This page cannot show application/vnd.jupyter.widget-view+json.');
  });
});

describe('input', () => {
  /** Asks and gives what came of it, once the field is there. */
  async function ask(password: boolean) {
    await openOutputPage(opened);
    await opened.page.locator('.cell-stop').first().focus();
    await opened.page.evaluate((secret) => {
      const controller = new AbortController();
      const result = window.live.ask({ prompt: 'Your name: ', password: secret }, controller.signal).catch((error: unknown) => `aborted: ${String(error)}`);
      Object.assign(window, { controller, result });
    }, password);
    await cell().locator('input').waitFor();
  }

  const result = () => opened.page.evaluate(() => (window as unknown as { readonly result: Promise<string> }).result);
  const focused = () => opened.page.evaluate(() => document.activeElement?.className);

  it('is typed into the output, echoed there, and gives the focus back', async () => {
    await ask(false);
    const field = opened.page.getByLabel('Your name:');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await send([stdout('printed meanwhile\n')]);
    expect(await cell().evaluate((element) => element.lastElementChild?.tagName)).toBe('FORM');
    await field.pressSequentially('Ada');
    await opened.page.keyboard.press('Enter');
    expect(await result()).toBe('Ada');
    await cell().getByText('Your name: Ada').waitFor();
    expect(await cell().locator('form').count()).toBe(0);
    expect(await focused()).toBe('cell-stop');
  });

  it('of a password is hidden and not echoed', async () => {
    await ask(true);
    expect(await cell().locator('input').getAttribute('type')).toBe('password');
    await opened.page.keyboard.type('hunter2');
    await opened.page.getByRole('button', { name: 'Enter' }).click();
    expect(await result()).toBe('hunter2');
    await cell().getByText('Your name:').waitFor();
    expect(await opened.page.locator('main').innerHTML()).not.toContain('hunter2');
    expect(JSON.stringify(await opened.page.evaluate(() => window.live.outputs))).not.toContain('hunter2');
  });

  it('gives the focus to the output where what had it is gone', async () => {
    await ask(false);
    await opened.page.locator('.cell-stop').first().evaluate((button) => { (button as HTMLElement).hidden = true; });
    await opened.page.keyboard.type('x\n');
    expect(await result()).toBe('x');
    expect(await focused()).toContain('cell-live');
  });

  it('goes away when the run is stopped', async () => {
    await ask(false);
    await opened.page.evaluate(() => { (window as unknown as { readonly controller: AbortController }).controller.abort(); });
    expect(await result()).toContain('aborted: AbortError');
    expect(await cell().locator('form').count()).toBe(0);
    expect(await focused()).toBe('cell-stop');
  });
});
