import { expect, it } from 'vitest';
import { ansiHtml } from '../../src/output/ansi-html.ts';

const ESC = '\u001b';

it.each([
  ['named colours are classes', `${ESC}[31;44ma${ESC}[m b`, '<span class="ansi-red-fg ansi-blue-bg">a</span> b'],
  ['bright colours are classes', `${ESC}[91;107ma`, '<span class="ansi-bright-red-fg ansi-bright-white-bg">a</span>'],
  ['the first 16 of the 256 colours are the named ones', `${ESC}[38;5;9ma`, '<span class="ansi-bright-red-fg">a</span>'],
  ['the colour cube is inline', `${ESC}[38;5;208ma`, '<span class="ansi-rgb-fg" style="--ansi-fg:rgb(255,135,0)">a</span>'],
  ['the grey ramp is inline', `${ESC}[48;5;255ma`, '<span class="ansi-rgb-bg" style="--ansi-bg:rgb(238,238,238)">a</span>'],
  ['truecolour is inline', `${ESC}[38;2;118;185;0ma`, '<span class="ansi-rgb-fg" style="--ansi-fg:rgb(118,185,0)">a</span>'],
  ['the colon form with a colour space', `${ESC}[38:2::10:20:30ma`, '<span class="ansi-rgb-fg" style="--ansi-fg:rgb(10,20,30)">a</span>'],
  ['the colon form without one', `${ESC}[38:2:10:20:30ma`, '<span class="ansi-rgb-fg" style="--ansi-fg:rgb(10,20,30)">a</span>'],
  ['the colon form of the palette', `${ESC}[38:5:1ma`, '<span class="ansi-red-fg">a</span>'],
  ['codes after a colour still count', `${ESC}[38;5;1;1ma`, '<span class="ansi-bold ansi-red-fg">a</span>'],
  ['an underline colour is no blinking', `${ESC}[58;5;5;4ma`, '<span class="ansi-underline">a</span>'],
  ['a colour out of range changes nothing', `${ESC}[38;5;300ma`, 'a'],
  ['marks', `${ESC}[1;2;3;4;9ma`, '<span class="ansi-bold ansi-faint ansi-italic ansi-underline ansi-strike">a</span>'],
  ['22 ends bold and faint', `${ESC}[1;2m${ESC}[22ma`, 'a'],
  ['curly underline is an underline, 4:0 is none', `${ESC}[4:3ma${ESC}[4:0mb`, '<span class="ansi-underline">a</span>b'],
  ['inverse swaps', `${ESC}[7;31ma`, '<span class="ansi-inverse-fg ansi-red-bg">a</span>'],
  ['inverse without colours', `${ESC}[7ma${ESC}[27mb`, '<span class="ansi-inverse-fg ansi-inverse-bg">a</span>b'],
  ['markup is escaped', `<b>&"'${ESC}[1m</pre>`, '&lt;b&gt;&amp;&quot;&#39;<span class="ansi-bold">&lt;/pre&gt;</span>'],
  ['an unclosed colour carries on to the next line', `${ESC}[31ma\nb`, '<span class="ansi-red-fg">a</span>\n<span class="ansi-red-fg">b</span>'],
])('%s', (_title, raw, expected) => {
  expect(ansiHtml(raw)).toBe(expected);
});

const link = (url: string): string => ansiHtml(`${ESC}]8;;${url}${ESC}\\text${ESC}]8;;${ESC}\\`);

it('links http and https addresses and no others', () => {
  expect(link('https://e.org/?a=1&b="')).toBe(
    '<a class="ansi-link" href="https://e.org/?a=1&amp;b=&quot;" rel="noopener noreferrer">text</a>',
  );
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', ' https://e.org', '//e.org', 'data:text/html,x']) {
    expect(link(url)).toBe('text');
  }
});
