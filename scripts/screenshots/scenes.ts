import type { Locator, Page } from 'playwright-core';
import type { Locale } from '../../src/i18n/locale.ts';
import { notePath } from '../../src/note/note-path.ts';

export const sceneNames = ['home', 'note', 'running', 'error', 'compiler', 'resources', 'stages', 'figures', 'search', 'dialog'] as const;
export type SceneName = (typeof sceneNames)[number];

/** A picture to take: of a scene, at a width in CSS pixels. */
export interface Shot {
  readonly scene: SceneName;
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  readonly locale: Locale;
}

const NOTE = 'cuda/bank-conflicts';
/** A note whose first cell compiles on a machine without a GPU too. */
const PROGRAM_NOTE = 'nvcc/nvcc-what-and-workflow';
const PROGRAM = 'run-cell[data-cell="hello"]';
const COMPILED_MS = 120_000;

/** What a picture's file is called, without its ending. */
export function shotName({ scene, width, scheme, locale }: Shot): string {
  return [scene, width, scheme, locale].join('-');
}

/** Brings a page of the site into a scene. */
export async function showScene(page: Page, origin: string, { scene, width, scheme, locale }: Shot): Promise<void> {
  const height = width < 500 ? 844 : width < 1000 ? 1112 : 900;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  const open = (path: string) => page.goto(origin + path, { waitUntil: 'networkidle' });
  const home = locale === 'en' ? '/' : `/${locale}/`;
  const scenes: Readonly<Record<SceneName, () => Promise<unknown>>> = {
    home: () => open(home),
    note: () => open(notePath(NOTE, locale)),
    running: async () => {
      await openProgram(page, () => open(notePath(PROGRAM_NOTE, locale)));
      await page.locator(`${PROGRAM} .cell-run`).click();
      await page.locator(`${PROGRAM}[data-state=running]`).waitFor({ timeout: COMPILED_MS });
    },
    error: async () => {
      await openProgram(page, () => open(notePath(PROGRAM_NOTE, locale)));
      await page.locator(`${PROGRAM} .cell-edit`).click();
      await page.locator(`${PROGRAM} .cm-content:focus`).waitFor();
      // Between two lines of the kernel: a name that nobody declared.
      await page.locator(`${PROGRAM} .cm-line`, { hasText: '__global__' }).click();
      await page.keyboard.press('End');
      await page.keyboard.type('\ncounter += 1;');
      await page.keyboard.press('Control+Enter');
      await page.locator(`${PROGRAM}[data-state=error]`).waitFor({ timeout: COMPILED_MS });
      await page.locator(PROGRAM).evaluate((cell) => { cell.scrollIntoView({ block: 'start' }); });
    },
    compiler: async () => {
      const panel = await openPanel(page, () => open(notePath(NOTE, locale)));
      await panel.locator('.compiler-code').focus();
      for (let line = 0; line < 12; line += 1) await page.keyboard.press('ArrowDown');
    },
    resources: async () => {
      const panel = await openPanel(page, () => open(notePath(NOTE, locale)));
      await panel.locator('.compiler-forms [role=tab]').nth(2).click();
    },
    stages: async () => {
      const panel = await openPanel(page, () => open(notePath(NOTE, locale)));
      await panel.locator('.compiler-forms [role=tab]').nth(3).click();
    },
    figures: () => open(`${home}figures/`),
    search: async () => {
      await open(notePath(NOTE, locale));
      await page.locator('[data-open-search]').click();
      await page.keyboard.type(locale === 'en' ? 'shared memory' : '共享内存');
      await page.locator('[role=option]').first().waitFor();
    },
    dialog: async () => {
      await open(home);
      await page.locator('kernel-bar [data-action=connect]').click();
      await page.locator('.kernel-dialog[open]').waitFor();
    },
  };
  await scenes[scene]();
}

/** The cell at the top of the window, in the state of the note. */
async function openProgram(page: Page, open: () => Promise<unknown>): Promise<void> {
  await open();
  const cell = page.locator(PROGRAM);
  if (await cell.locator('.cell-reset').isVisible()) await cell.locator('.cell-reset').click();
  await cell.evaluate((element) => { element.scrollIntoView({ block: 'start' }); });
}

/** What the compiler did of a note's first CUDA cell, at the top of the window. */
async function openPanel(page: Page, open: () => Promise<unknown>): Promise<Locator> {
  await open();
  const panel = page.locator('.cell-compiler').first();
  await panel.locator('summary').click();
  await panel.getByRole('tab').first().waitFor();
  await panel.evaluate((element) => { element.scrollIntoView({ block: 'start' }); });
  return panel;
}
