import { toSimplified } from './traditional.ts';

/** Text in the form that the analyzer reads, with the way back to the text that was given. */
export interface NormalizedText {
  readonly text: string;
  /** Offset in the given text of every UTF-16 unit of `text`, and of its end; null where they are the same. */
  readonly offsets: readonly number[] | null;
}

/**
 * One character and whatever may compose with it under NFKC: combining marks, the half-width voiced sound marks of
 * kana, and Hangul letters. Normalising cluster by cluster equals normalising the whole, and keeps offsets.
 */
const CLUSTER = /[^][\p{M}\uff9e\uff9f\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]*/uy;
const ASCII = /^[\0-\x7f]*$/;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
const HYPHENS = /[\u2010\u2212]/gu;

/** Han characters that NFKC leaves as they are, before one that cannot compose with them. */
const PLAIN_HAN = /[\u4e00-\u9fff]+(?!\p{M})/uy;
const PLAIN_ASCII = /[\0-\x7f]+(?!\p{M})/uy;

/** NFKC, traditional Han folded to simplified, hyphen and minus signs folded to `-`, invisible joiners removed. */
export function normalizeText(given: string): NormalizedText {
  if (ASCII.test(given)) return { text: given, offsets: null };
  const visible = given.replace(INVISIBLE, '\u200b');
  let text = '';
  const offsets: number[] = [];
  for (let at = 0; at < visible.length; ) {
    const plain = stretchAt(visible, at, PLAIN_ASCII) || stretchAt(visible, at, PLAIN_HAN);
    const cluster = plain || stretchAt(visible, at, CLUSTER);
    const normal = plain ? toSimplified(plain) : normalizeCluster(cluster);
    const lengthsAgree = normal.length === cluster.length;
    for (let unit = 0; unit < normal.length; unit += 1) offsets.push(at + (lengthsAgree ? unit : 0));
    text += normal;
    at += cluster.length;
  }
  offsets.push(given.length);
  return { text, offsets };
}

/** What a sticky pattern matches at a place; empty for nothing. */
function stretchAt(text: string, at: number, pattern: RegExp): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

function normalizeCluster(cluster: string): string {
  return toSimplified(cluster.replaceAll('\u200b', '').normalize('NFKC').replace(HYPHENS, '-'));
}
