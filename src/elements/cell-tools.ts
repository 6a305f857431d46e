import { runTools, type RunTool } from '../cuda/cuda-message.ts';
import { localeOf } from '../i18n/locale.ts';
import { toolLabels } from '../output/tool-labels.ts';

/** A cell with a program. */
export interface ToolCell extends HTMLElement {
  readonly cellId: string;
  run(tool: RunTool | null): void;
}

/** Shows the tools that a program can be run under below the bar of its cell, or takes them away; each is a press away then. */
export function toggleTools(cell: ToolCell, button: HTMLElement): void {
  const shown = cell.querySelector('.cell-checks');
  button.setAttribute('aria-expanded', String(shown === null));
  if (shown) {
    shown.remove();
    return;
  }
  const labels = toolLabels[localeOf(document.documentElement.lang)];
  const group = document.createElement('div');
  group.className = 'cell-checks';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', labels.group(cell.cellId));
  const close = (): void => {
    toggleTools(cell, button);
    button.focus({ preventScroll: true });
  };
  group.append(...runTools.map((tool) => toolButton(tool, labels.about[tool], () => {
    close();
    cell.run(tool);
  })));
  group.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  });
  cell.querySelector('.cell-bar')?.after(group);
  group.querySelector('button')?.focus({ preventScroll: true });
}

/** A press of the reader's own: what a script clicks runs nothing. */
export function toolButton(tool: RunTool, about: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.dataset['tool'] = tool;
  const name = document.createElement('code');
  name.textContent = tool;
  const words = document.createElement('span');
  words.textContent = about;
  made.append(name, words);
  made.addEventListener('click', (event) => { if (event.isTrusted) act(); });
  return made;
}
