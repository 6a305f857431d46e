import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from '../support/axe-violations.ts';
import { projectRoot } from '../support/project-root.ts';
import { BANKS, editedCell, linkTo } from './edit-page.ts';
import { cell, type LiveSite, useLivePages } from './live-site.ts';

const WORKFLOW = '/nvcc/nvcc-what-and-workflow/';

let live: LiveSite;
let browser: Browser;
let page: Page;

useLivePages((opened) => { ({ site: live, browser, page } = opened); });

async function open(path: string): Promise<void> {
  await page.goto(live.site.origin + path);
}

describe('a page before anything is edited', () => {
  it('has loaded nothing of the editor', async () => {
    await page.goto(live.site.origin + BANKS, { waitUntil: 'load' });
    const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    const editor = editorChunks();
    expect(editor.length).toBeGreaterThan(0);
    expect(scripts.filter((name) => editor.includes(name))).toEqual([]);
    await editedCell(page, 'bank-map').edit();
    const after = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    expect(after.filter((name) => editor.includes(name))).not.toEqual([]);
  });

  it('imports nothing of it statically, in any script of any page', () => {
    const folder = join(projectRoot, 'dist/_astro');
    const editor = editorChunks().map((path) => path.replace('/_astro/', ''));
    const pages = readdirSync(join(projectRoot, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    const loaded = new Set(pages.flatMap((name) =>
      [...readFileSync(join(projectRoot, 'dist', name), 'utf8').matchAll(/\/_astro\/([\w.-]+\.js)/gu)].map((match) => match[1] ?? '')));
    for (const name of loaded) {
      for (const [, next = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/gu)) loaded.add(next);
    }
    expect(loaded.size).toBeGreaterThan(5);
    expect(editor.filter((name) => loaded.has(name))).toEqual([]);
  });

  it('shows no button for it without JavaScript', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const reading = await plain.newPage();
    await reading.goto(live.site.origin + BANKS);
    for (const name of ['edit', 'reset', 'undo', 'share']) expect(await reading.locator(`.cell-${name}`).first().isVisible(), name).toBe(false);
    expect(await reading.locator('.cell-of-original').first().isVisible()).toBe(false);
    await plain.close();
  });
});

describe('the editor', () => {
  it.each([[BANKS, 'bank-map'], [BANKS, 'stride-sweep'], [WORKFLOW, 'files']])('on %s takes the place of %s without moving anything', async (path, id) => {
    await open(path);
    const { root } = cell(page, id);
    const before = await root.boundingBox();
    await editedCell(page, id).edit();
    const after = await root.boundingBox();
    expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
  });

  it.each([[BANKS, 'bank-map'], [WORKFLOW, 'hello'], [WORKFLOW, 'files']])('on %s has the colours, size and font of %s, in both themes at once', async (path, id) => {
    await open(path);
    const { root } = cell(page, id);
    const looks: string[][] = [];
    for (const open of ['no', 'yes']) {
      if (open === 'yes') await editedCell(page, id).edit();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.waitForSelector(`html[data-theme=${colorScheme}]`);
        looks.push(await lookOf(root));
      }
    }
    const [light = [], dark = [], editorLight = [], editorDark = []] = looks;
    expect(light).not.toEqual(dark);
    for (const [original, editor] of [[light, editorLight], [dark, editorDark]] as const) {
      expect(editor).toHaveLength(original.length);
      const same = original.filter((look, index) => look === editor[index]).length / original.length;
      expect(same).toBeGreaterThan(0.85);
    }
  });

  it('has a name, tells its keys, and is left by Escape to the button that opened it', async () => {
    await open(BANKS);
    const content = await editedCell(page, 'bank-map').edit();
    expect(await content.getAttribute('aria-label')).toBe('Code of bank-map');
    const keys = await page.locator(`#${String(await content.getAttribute('aria-describedby'))}`).textContent();
    expect(keys).toContain('Escape leaves the editor');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Tab');
    expect(await editedCell(page, 'bank-map').code()).toMatch(/^ {4}from math/u);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('cell-edit');
    await page.keyboard.press('Enter');
    expect(await content.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('completes CUDA names with a description in the reader’s language', async () => {
    await open(`/zh-cn${BANKS}`);
    await editedCell(page, 'stride-sweep').write('int main() { cudaEventEl');
    const option = page.locator('.cm-tooltip-autocomplete li', { hasText: 'cudaEventElapsedTime' });
    await option.waitFor();
    await page.locator('.cm-completionInfo', { hasText: '毫秒' }).waitFor();
    await option.click();
    expect(await editedCell(page, 'stride-sweep').code()).toContain('cudaEventElapsedTime');
  });
});

describe('an open editor', () => {
  it.each([['light', BANKS], ['dark', `/zh-cn${BANKS}`]] as const)('in the %s scheme on %s has no violation that axe knows', async (colorScheme, path) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(await linkTo(live.site.origin + path, 'print("theirs")'));
    await page.locator('run-cell[data-code=linked]').waitFor();
    await editedCell(page, 'bank-map').edit();
    await editedCell(page, 'sweep-plot').write('import math  # of the standard library\nprint("x", math.pi)');
    await editedCell(page, 'stride-sweep').write('__global__ void f(int *a) {}\nint main() { cudaEventEl');
    await page.locator('.cm-completionInfo').waitFor();
    expect(await axeViolations(page, { within: 'run-cell:has(.cm-editor)' })).toEqual([]);
  });

  it('is not wider than a page of 390 px', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(await linkTo(live.site.origin + BANKS, 'print("theirs")'));
    await page.locator('run-cell[data-code=linked]').waitFor();
    await editedCell(page, 'stride-sweep').write('int main() { cudaEventEl');
    await page.locator('.cm-tooltip-autocomplete').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
});

/** Paths of the chunks with CodeMirror in them. */
function editorChunks(): readonly string[] {
  const folder = join(projectRoot, 'dist/_astro');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return names.filter((name) => /cm-content|cm-editor|EditorState|cell-code-(?:cuda|python|editor)/u.test(`${name} ${readFileSync(join(folder, name), 'utf8')}`) &&
    !readFileSync(join(folder, name), 'utf8').includes('customElements.define')).map((name) => `/_astro/${name}`);
}

/** Font, size and colour of each character of the code that is no space. */
async function lookOf(root: Locator): Promise<string[]> {
  return root.evaluate((element) => {
    const lines = element.querySelectorAll(element.querySelector('.cm-line') ? '.cm-line' : '.ec-line .code');
    const looks: string[] = [];
    for (const line of lines) {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.parentElement) continue;
        const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(node.parentElement);
        for (const character of (node.textContent ?? '').replaceAll(/\s/gu, '')) looks.push([character, color, fontFamily, fontSize, fontWeight].join(' '));
      }
    }
    return looks;
  });
}
