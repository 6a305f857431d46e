import type { CompilerLabels } from '../i18n/compiler-labels.ts';
import { escapeHtml } from '../output/escape-html.ts';

/** A kernel's name without its parameters and the return type of templates. */
export function shortName(name: string): string {
  return name.replace(/^void /u, '').replace(/\((?!anonymous)[^]*$/u, '').replaceAll('(anonymous namespace)::', '');
}

/** The panel before anything is in it. */
export function panelHtml(labels: CompilerLabels, compiler: string): string {
  const field = (name: string, label: string, more = ''): string => (
    `<label>${escapeHtml(label)} <input name="${name}" spellcheck="false" autocomplete="off"${more}></label>`
  );
  const tabs = (name: string, label: string): string => `<div class="compiler-${name}" role="tablist" aria-label="${escapeHtml(label)}"></div>`;
  return (
    '<p class="compiler-from"></p><form class="compiler-ask">' + field('flags', labels.flags(compiler)) +
    field('other', labels.other, ` placeholder="${escapeHtml(labels.otherHint)}"`) +
    `<button type="submit">${escapeHtml(labels.compile)}</button><pre class="compiler-status" role="status"></pre></form>` +
    tabs('forms', labels.views) + tabs('kernels', labels.kernels) +
    '<p class="compiler-omitted"></p><div class="compiler-shown" role="tabpanel"></div>'
  );
}
