import type { Locale } from '../i18n/locale.ts';
import { connectLabels } from '../kernel/connect-labels.ts';
import type { ErrorAdvice } from '../kernel/error-advice.ts';
import { escapeHtml } from '../output/escape-html.ts';

/** What is wrong, and the lines that put it right. */
export function adviceHtml({ sentence, lines }: ErrorAdvice, locale: Locale): string {
  const { copy } = connectLabels[locale];
  return `<p>${escapeHtml(sentence)}</p>${lines.map(({ heading, text }) => commandHtml(heading, text, copy)).join('')}`;
}

/** Something to copy under its heading, with a button for that. */
export function commandHtml(heading: string, text: string, copy: string): string {
  return `<div class="kernel-lines"><p class="kernel-hint">${escapeHtml(heading)}</p>
<pre class="kernel-command" tabindex="0"><code>${escapeHtml(text)}</code></pre><button type="button" data-copy>${copy}</button></div>`;
}

/** Copies the lines beside a button of `commandHtml`. */
export async function copyLines(button: HTMLElement, locale: Locale): Promise<void> {
  const text = button.parentElement?.querySelector('code')?.textContent ?? '';
  await navigator.clipboard.writeText(text).then(
    () => { button.textContent = connectLabels[locale].copied; },
    (error: unknown) => { console.warn('The browser does not let the page write to the clipboard.', error); },
  );
}
