import type { Note } from './note.ts';

const WORDS_A_MINUTE = 200;
const HAN_A_MINUTE = 350;
const CODE_LINES_A_MINUTE = 20;
const STEP = 5;

/**
 * Minutes for reading a note's text and code at an even pace, in steps of five: without running its cells or answering its
 * questions. @param twin the note that has the code, itself or its English twin
 */
export function readingMinutes(note: Note, twin: Note): number {
  const prose = note.sections.flatMap(({ heading, text }) => [heading, ...text.map((part) => (typeof part === 'string' ? part : '0'))]).join(' ');
  const han = prose.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = prose.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  const lines = twin.cells.flatMap(({ options, source }) => (options.hide ? [] : source.split('\n'))).filter((line) => line.trim() !== '').length;
  const minutes = han / HAN_A_MINUTE + words / WORDS_A_MINUTE + lines / CODE_LINES_A_MINUTE;
  return Math.max(1, Math.ceil(minutes / STEP)) * STEP;
}
