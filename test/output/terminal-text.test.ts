import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainText, terminalText } from '../../src/output/terminal-text.ts';

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
  expect(line).toEqual([
    { text: 'x ', pen: { style: {}, link: '' } },
    { text: 'y', pen: { style: {}, link: 'https://e.org/' } },
  ]);
});

it('lets an OSC sequence without end swallow nothing after it', () => {
  const raw = `a ${ESC}]8;;https://e.org/never and the rest\nnext line\n`;
  expect(plainText(raw)).toBe('a https://e.org/never and the rest\nnext line\n');
  expect(plainText(`${ESC}]0;${'x'.repeat(5000)}\u0007`)).toContain('x'.repeat(4000));
});

it('lays out only the last lines and still knows the colour they start in', () => {
  const text = terminalText(`one ${ESC}[31m\ntwo\n\nfour\n`, 2);
  expect(text.omittedLines).toBe(2);
  expect(text.lines).toEqual([[], [{ text: 'four', pen: { style: { foreground: 1 }, link: '' } }]]);
});

it('omits nothing from a text of just as many lines', () => {
  for (const raw of ['', '\n', 'a', 'a\nb', 'a\nb\n', '\n\n']) {
    expect(terminalText(raw, 2)).toEqual(terminalText(raw));
    expect(terminalText(raw, 2).omittedLines).toBe(0);
  }
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
  // Quadratic work on any of these takes minutes.
  expect(performance.now() - started).toBeLessThan(8000);
});
