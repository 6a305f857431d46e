/** Gives Expressive Code's copy buttons their text when they are pressed, with line ends as U+007F: in the page it would stand twice. */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('.expressive-code .copy button') : null;
  const lines = button?.closest('figure')?.querySelectorAll('pre > code .ec-line .code');
  if (button && lines) button.dataset['code'] ??= Array.from(lines, ({ textContent }) => textContent.replace(/\n$/u, '')).join('\u007f');
}, true);
