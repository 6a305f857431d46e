import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TerminalLine } from '../../src/output/terminal-row.ts';
import { plainText, terminalText, TerminalScreen } from '../../src/output/terminal-text.ts';

const ESC = '\u001b';

it.each([
  ['a progress bar ends as its last state', ' 10%|#   |\r 50%|##  |\r100%|####|\n', '100%|####|\n'],
  ['a shorter text leaves the end of a longer one', 'loading\rdone', 'doneing'],
  ['a carriage return before a line end changes nothing', 'a\r\nb\r\r\n', 'a\nb\n'],
  ['a carriage return at the end keeps the line', '50%\r', '50%'],
  ['backspace moves back and the next character overwrites', 'ab\b\bx', 'xb'],
  ['backspace stops at the start of the line', 'a\n\b\bb', 'a\nb'],
  ['erase to the end of the line clears what was longer', `downloading\r${ESC}[Kdone`, 'done'],
  ['erase the whole line keeps the cursor', `abc${ESC}[2Kd`, '   d'],
  ['cursor and mode codes go', `${ESC}[?25l${ESC}[1Ahidden${ESC}[2J${ESC}[>4;1m cursor${ESC}[?25h`, 'hidden cursor'],
  ['character set and keypad codes go', `${ESC}(Ba${ESC}=b${ESC}>c`, 'abc'],
  ['colour codes take no columns', `${ESC}[31mred${ESC}[0m!\r${ESC}[32mRED`, 'RED!'],
  ['a character beyond U+FFFF is one column', '😀😀\rab', 'ab'],
  ['other control characters go, tabs stay', 'a\u0000\u0007\u000b\tb\u009b', 'a\tb'],
  ['a window title goes', `${ESC}]0;title\u0007kept${ESC}]2;t${ESC}\\!`, 'kept!'],
  ['an unfinished code at the end of the text goes', `a${ESC}[38;5`, 'a'],
  ['a device control string goes', `a${ESC}Pq#0${ESC}\\b`, 'ab'],
])('%s', (_title, raw, expected) => {
  expect(plainText(raw)).toBe(expected);
});

it('keeps the style and the link of each piece, also where later text overwrites', () => {
  const [line] = terminalText(`${ESC}[31mabc\r${ESC}[0mx ${ESC}]8;;https://e.org/${ESC}\\y`).lines;
  expect(line?.spans).toEqual([
    { text: 'x ', pen: { style: {}, link: '' } },
    { text: 'y', pen: { style: {}, link: 'https://e.org/' } },
  ]);
});

it('lets an OSC sequence without end swallow nothing after it', () => {
  const raw = `a ${ESC}]8;;https://e.org/never and the rest\nnext line\n`;
  expect(plainText(raw)).toBe('a https://e.org/never and the rest\nnext line\n');
  expect(plainText(`${ESC}]0;${'x'.repeat(5000)}\u0007`)).toContain('x'.repeat(4000));
});

/** What a screen shows of a text in pieces: the ended lines and the present one. */
function screenOf(pieces: readonly string[], maxColumns?: number) {
  const lines: TerminalLine[] = [];
  const screen = new TerminalScreen((line) => lines.push(line), maxColumns);
  for (const piece of pieces) screen.write(piece);
  return { lines, current: screen.currentLine() };
}

const controls = fc.constantFrom(
  ESC, '[', ']', '8;;', 'https://e.org/', '31m', 'm', 'K', '1K', '\r', '\b', '\n', '\\', '\u0007', '\ud83d', '\ude00', '(', ' ', `${ESC}[1;32m`,
);
const pieces = fc.array(fc.array(fc.oneof(controls, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 8 }).map((parts) => parts.join('')));

it('shows the same, however the text is cut into pieces, inside sequences and characters too', () => {
  fc.assert(
    fc.property(pieces, fc.constantFrom(3, undefined), (parts, maxColumns) => {
      const whole = screenOf([parts.join('')], maxColumns);
      expect(screenOf(parts, maxColumns)).toEqual(whole);
      expect(screenOf(parts.join('').split(''), maxColumns)).toEqual(whole);
    }),
    { numRuns: 1000 },
  );
});

it('keeps the first columns of a line, and counts the others as they are written and erased', () => {
  const kept = (text: string) => {
    const { current } = screenOf([text], 4);
    return [current?.spans.map((span) => span.text).join(''), current?.omittedColumns];
  };
  expect(kept('ab😀defg')).toEqual(['ab😀d', 3]);
  expect(kept('abcdefg\rX')).toEqual(['Xbcd', 3]);
  expect(kept(`abcdefg\b\b${ESC}[K`)).toEqual(['abcd', 1]);
  expect(kept(`abcdefg\rab${ESC}[K`)).toEqual(['ab', 0]);
  expect(kept(`ab\rabcdefgh`)).toEqual(['abcd', 4]);
});

it('knows a sequence whose end has not come from one without end', () => {
  const screen = new TerminalScreen(() => undefined);
  screen.write(`a${ESC}]8;;https://e.org/`);
  expect(screen.currentLine()?.spans.map((span) => span.text).join('')).toBe('ahttps://e.org/');
  screen.write(`${ESC}\\b`);
  expect(screen.currentLine()?.spans.map((span) => [span.text, span.pen.link])).toEqual([['a', ''], ['b', 'https://e.org/']]);
});

it('leaves text without control characters as it is, whatever its lines', () => {
  const piece = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text));
  fc.assert(
    fc.property(fc.array(piece), (lines) => {
      expect(plainText(lines.join('\n'))).toBe(lines.join('\n'));
    }),
  );
});

it('shows no control character of any text but tabs and line ends', () => {
  const code = fc.constantFrom(ESC, '[', ']', '8;;', 'm', 'K', '\r', '\b', '\n', '\\');
  fc.assert(
    fc.property(fc.array(fc.oneof(code, fc.string({ unit: 'binary' }))), (parts) => {
      expect(plainText(parts.join(''))).not.toMatch(/[^\P{Cc}\t\n]/u);
    }),
  );
});

it.each([
  ['200,000 progress states on one line', '\r[#####     ] 50%'.repeat(200_000)],
  ['sequences that never end', `${ESC}]8;;`.repeat(500_000)],
  ['one unfinished sequence as long as the text', `${ESC}[${'1;'.repeat(1_000_000)}`],
  ['a style change a character', `${ESC}[31mx${ESC}[1m`.repeat(100_000)],
])('takes linear time for %s', (_title, raw) => {
  const started = performance.now();
  terminalText(raw);
  screenOf(raw.match(/.{1,40}/gsu) ?? [], 20_000);
  // Quadratic work on any of these takes minutes.
  expect(performance.now() - started).toBeLessThan(8000);
});
