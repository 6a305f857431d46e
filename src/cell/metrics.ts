/** A result that a `metrics` cell prints on a line of its own: `label: number unit`. */
export interface Metric {
  readonly label: string;
  readonly value: number;
  /** The number as it was printed, so that its precision is kept. */
  readonly text: string;
  /** Empty where the line ends with the number. */
  readonly unit: string;
}

/** Before each line of a cell of several processes. */
const RANK = /^\[rank\d+\]: /u;
/** Not that of a C++ name. */
const COLON = /(?<!:):(?!:)/u;
const NUMBER = /^(?<text>[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?)(?:\s*(?<unit>[^\d\s:].*))?$/iu;

/** The metric lines of a text, in order; other lines are passed over. Which rank printed one is no part of its label. */
export function parseMetrics(text: string): readonly Metric[] {
  return text.split('\n').flatMap((printed) => {
    const line = printed.replace(RANK, '');
    const colon = line.search(COLON);
    const label = line.slice(0, Math.max(colon, 0)).trim();
    const groups = NUMBER.exec(line.slice(colon + 1).trim())?.groups;
    if (label === '' || !groups?.['text']) return [];
    const value = Number(groups['text'].replaceAll(',', ''));
    return [{ label, value, text: groups['text'], unit: groups['unit'] ?? '' }];
  });
}
