import { copyText } from './copy-text.ts';

/** For how long the word at a button is read, and how long it fades, in milliseconds. */
const SHOWN = 1500;
const FADES = 500;

async function copyBlock(button: HTMLElement): Promise<void> {
  const lines = button.closest('figure')?.querySelectorAll('pre > code .ec-line .code') ?? [];
  const place = button.parentElement?.querySelector('[aria-live]');
  if ((await copyText(Array.from(lines, ({ textContent }) => textContent.replace(/\n$/u, '')).join('\n'))) === 'refused' || !place || place.hasChildNodes()) return;
  const word = document.createElement('div');
  word.className = 'feedback';
  word.textContent = button.dataset['copied'] ?? '';
  place.append(word);
  requestAnimationFrame(() => { word.classList.add('show'); });
  setTimeout(() => { word.classList.remove('show'); }, SHOWN);
  setTimeout(() => { word.remove(); }, SHOWN + FADES);
}

/*
 * Expressive Code's copy buttons, in place of its own script: that one wants the code in the page a second time, and watches and
 * measures all of it.
 */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('.expressive-code .copy button') : null;
  if (button) void copyBlock(button);
});
