import type { Locale } from '../i18n/locale.ts';
import { outputLabels } from './labels-of-all.ts';
import type { IOutput } from './output.ts';
import { MAX_BUILT_HTML } from './render-frame.ts';
import { type RenderContext, renderOutputs } from './render-outputs.ts';
import { sanitizeBuildHtml } from './sanitize-build.ts';
import { typeset } from './typeset.ts';

/** Recorded outputs as the HTML that a built page shows. */
export function builtOutputs(outputs: readonly IOutput[], locale: Locale, more: Partial<RenderContext> = {}): string {
  const labels = outputLabels[locale];
  return renderOutputs(outputs, { labels, sanitizeHtml: sanitizeBuildHtml, typeset: () => typeset, maxFrameHtml: MAX_BUILT_HTML, ...more });
}
