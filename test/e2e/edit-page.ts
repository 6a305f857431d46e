import type { Locator, Page } from 'playwright-core';
import { packEdit } from '../../src/elements/cell-code-link.ts';
import { cell } from './live-site.ts';

/** The note whose cells the tests edit. */
export const NOTE = 'cuda/bank-conflicts';
export const BANKS = `/${NOTE}/`;

/** A cell of a page as a reader edits it. */
export function editedCell(page: Page, id: string) {
  const { root } = cell(page, id);
  const edit = async (): Promise<Locator> => {
    await root.locator('.cell-edit').click();
    const content = root.locator('.cm-content');
    await content.waitFor();
    return content;
  };
  return {
    root,
    /** Opens the editor. */
    edit,
    /** Puts other code into the editor. */
    write: async (code: string): Promise<void> => {
      await edit();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(code);
    },
    /** The code as the page shows it, in the editor or not. */
    code: async (): Promise<string> => {
      const lines = await root.locator(':is(.cm-line, .cell-code pre:not([hidden]) .ec-line .code)').allTextContents();
      return lines.map((line) => line.replace(/\n$/u, '')).join('\n');
    },
    /** Waits for an edit of an earlier visit, which the page puts back once its scripts are there. */
    restored: (status = 'edited') => root.locator('.cell-edited', { hasText: status }).waitFor(),
    status: () => root.locator('.cell-edited').innerText(),
    notice: root.locator('.cell-notices'),
    press: (button: string) => root.getByRole('button', { name: button }).click(),
  };
}

/** Address of a page with an edit of its cell `bank-map`, or of what `change` names. */
export async function linkTo(page: string, text: string, change: Partial<Parameters<typeof packEdit>[0]> = {}): Promise<string> {
  return `${page}#edit=${await packEdit({ note: NOTE, cell: 'bank-map', digest: 'another', text, ...change })}`;
}
