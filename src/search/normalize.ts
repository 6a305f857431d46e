import { toSimplified } from './traditional.ts';

/** Text in the form that the analyzer reads, with the way back to the text that was given. */
export interface NormalizedText {
  readonly text: string;
  /** Offset in the given text of every UTF-16 unit of `text`, and of its end. */
  readonly offsets: readonly number[];
}

/**
 * One character and whatever may compose with it under NFKC: combining marks, the half-width voiced sound marks of
 * kana, and Hangul letters. Normalising cluster by cluster equals normalising the whole, and keeps offsets.
 */
const CLUSTER = /[^][\p{M}\uff9e\uff9f\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]*/gu;
const ASCII = /^[\0-\x7f]*$/;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
const HYPHENS = /[\u2010\u2212]/gu;

/** NFKC, traditional Han folded to simplified, hyphen and minus signs folded to `-`, invisible joiners removed. */
export function normalizeText(given: string): NormalizedText {
  if (ASCII.test(given)) return { text: given, offsets: identityOffsets(given.length) };
  let text = '';
  const offsets: number[] = [];
  for (const match of given.replace(INVISIBLE, '\u200b').matchAll(CLUSTER)) {
    const normal = normalizeCluster(match[0]);
    for (let unit = 0; unit < normal.length; unit += 1) {
      const lengthsAgree = normal.length === match[0].length;
      offsets.push(match.index + (lengthsAgree ? unit : 0));
    }
    text += normal;
  }
  offsets.push(given.length);
  return { text, offsets };
}

function normalizeCluster(cluster: string): string {
  return toSimplified(cluster.replaceAll('\u200b', '').normalize('NFKC').replace(HYPHENS, '-'));
}

function identityOffsets(length: number): readonly number[] {
  return Array.from({ length: length + 1 }, (_, index) => index);
}
