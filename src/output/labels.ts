import type { GapCause } from './output-gap.ts';

/** The sentences that outputs are shown with. Plain text, escaped later; backquotes in callouts mark code. */
export interface OutputLabels {
  readonly image: string;
  readonly unknownError: string;
  readonly cannotShow: (mimeTypes: string) => string;
  readonly data: string;
  readonly omittedLines: (omitted: string, total: string) => string;
  readonly omittedCharacters: (omitted: string) => string;
  /** Buttons for HTML with scripts. */
  readonly showFrame: string;
  readonly hideFrame: string;
  readonly frameNote: string;
  readonly frameTitle: string;
  readonly frameFailed: string;
  /** In place of the offer; `size` has its unit. */
  readonly frameLarge: (size: string) => string;
  readonly saveData: string;
  readonly progress: string;
  readonly widgetControls: string;
  readonly omittedOutputs: (count: string) => string;
  /** Label of the button; `size` has its unit. */
  readonly saveText: (size: string) => string;
  /** Stands in the saved file. */
  readonly droppedCharacters: (count: string) => string;
  readonly gap: Readonly<Record<GapCause, string>>;
  readonly inputPrompt: string;
  readonly inputSend: string;
}

/** Seconds to read at a glance: two digits after the point below one second, one above. */
export function formatSeconds(seconds: number): string {
  return seconds.toFixed(seconds < 1 ? 2 : 1);
}

/** A number of bytes, or of characters, to read at a glance. */
export function formatSize(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
