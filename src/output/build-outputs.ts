import type { Locale } from '../i18n/locale.ts';
import { outputLabels } from './labels-of-all.ts';
import type { IOutput } from './output.ts';
import { cudaRenderer, type NoteHref } from './render-cuda.ts';
import { MAX_BUILT_HTML } from './render-frame.ts';
import { type RenderContext, renderOutputs } from './render-outputs.ts';
import { sanitizeBuildHtml } from './sanitize-build.ts';
import { typeset } from './typeset.ts';

interface BuildOptions extends Partial<RenderContext> {
  /** For links to notes; there are none where it is left out. */
  readonly noteHref?: NoteHref;
}

/** Recorded outputs as the HTML that a built page shows. */
export function builtOutputs(outputs: readonly IOutput[], locale: Locale, { noteHref, ...more }: BuildOptions = {}): string {
  const labels = outputLabels[locale];
  return renderOutputs(outputs, {
    labels, cudaHtml: cudaRenderer(labels, noteHref), sanitizeHtml: sanitizeBuildHtml, typeset: () => typeset,
    maxFrameHtml: MAX_BUILT_HTML, ...more,
  });
}
