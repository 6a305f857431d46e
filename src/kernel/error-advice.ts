import type { Locale } from '../i18n/locale.ts';
import { errorSentences } from './error-labels.ts';
import type { KernelErrorCode, KernelErrorFacts } from './kernel-error.ts';

/** Something to copy, with what it is and where it goes. Plain text, in lines. */
export interface CopyLines {
  readonly heading: string;
  readonly text: string;
}

/** What to tell a reader: what is wrong in a sentence or two, and the lines that put it right. */
export interface ErrorAdvice {
  readonly sentence: string;
  /** The ways to put it right, the shortest first; empty where there is nothing to copy. */
  readonly lines: readonly CopyLines[];
}

/** What an error's advice is made from: a KernelError has it, and so has what a page keeps of one. */
export interface ErrorFacts {
  readonly code: KernelErrorCode | 'other';
  readonly facts: KernelErrorFacts;
}

/** One sentence and the lines to copy, the page's origin filled in. */
export function errorAdvice({ code, facts }: ErrorFacts, locale: Locale): ErrorAdvice {
  const sentence = errorSentences[locale][code];
  if (code !== 'origin-refused') return { sentence, lines: [] };
  const heading = locale === 'en' ? 'In place of the command that starts it now:' : '用它代替现在的启动命令：';
  return { sentence, lines: [{ heading, text: `jupyter server --ServerApp.allow_origin=${facts.origin ?? 'https://notes.example'}` }] };
}
