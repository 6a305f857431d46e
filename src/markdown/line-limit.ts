import type { ShikiTransformer } from 'shiki';

/** A line of so many characters or more is a table of data: it stays plain, since the time to read it grows with its square. */
const LONGEST_LINE = 2000;

/**
 * Shiki gives up on a line after 500 ms, silently, so what a page shows would depend on how busy the machine is. Here its length alone
 * decides.
 */
export const lineLimit = {
  name: 'line-limit',
  preprocess(code, options) {
    const limits: { tokenizeTimeLimit?: number; tokenizeMaxLineLength?: number } = options;
    limits.tokenizeTimeLimit = 0;
    limits.tokenizeMaxLineLength = LONGEST_LINE;
    return code;
  },
} satisfies ShikiTransformer;
