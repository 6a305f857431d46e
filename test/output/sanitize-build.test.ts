import { expect, it } from 'vitest';
import { sanitizeBuildHtml } from '../../src/output/sanitize-build.ts';
import { fixtureHtml, visibleText } from './fixture-outputs.ts';

it('leaves nothing of script injections but harmless text', () => {
  expect(fixtureHtml('g/g01-html-outputs').map(sanitizeBuildHtml)).toEqual([
    '', '', '', '', '<details open>x</details>', '<a>x</a>', 'b', '', '', '', '', '', '', '', '',
  ]);
});

it('keeps no style element and no declaration that leaves its box', () => {
  const [styled, covering, table] = fixtureHtml('g/g05-css-injection').map(sanitizeBuildHtml);
  expect(styled).toBe('<p>styled</p>');
  expect(covering).toBe('<div><a href="https://evil.example/" rel="noopener noreferrer">Run</a></div><div>up</div>');
  expect(table).toBe('<table class="dataframe"><tr><td>keep this green</td></tr></table>');
});

it('removes ids and names, so that no output becomes a property of the page', () => {
  const [first = '', second = ''] = fixtureHtml('g/g07-dom-clobbering').map(sanitizeBuildHtml);
  expect(first + second).not.toMatch(/\b(?:id|name)=/u);
  expect(visibleText(first)).toContain('not set');
  expect(second).toBe('<div>second</div><p>heading id</p>');
});

it('keeps a pandas table with its class, alignment and literal dollar signs', () => {
  const [html = ''] = fixtureHtml('a/a16-dataframe-dollars').map(sanitizeBuildHtml);
  expect(html).toContain('<table class="dataframe tex2jax_ignore"><thead><tr style="text-align: right"><th></th>');
  expect(html).toContain('<td>$2.13 per hour_of use, $5.24 max</td>');
  expect(html).not.toContain('style scoped');
});

it.each([
  ['<img src="data:image/png;base64,AA==" alt="a">', '<img src="data:image/png;base64,AA==" alt="a" />'],
  ['<img src="blob:https://notes.example/1">', '<img src="blob:https://notes.example/1" />'],
  ['<img src="https://evil.example/a.png">', ''],
  ['<img src="data:text/html,x">', ''],
  ['<img src="//evil.example/a.png" srcset="https://evil.example/b.png">', ''],
  ['<a href="https://e.org" target="_top" rel="opener" ping="https://evil.example">a</a>', '<a href="https://e.org" rel="noopener noreferrer">a</a>'],
  ['<a href="/login">a</a>', '<a>a</a>'],
  ['<p class="output-callout dataframe run-all">a</p>', '<p class="dataframe">a</p>'],
  ['<p style="color: red; background-image: url(https://evil.example/); width: expression(1)">a</p>', '<p style="color: red">a</p>'],
  ['<p style="color:r\\65 d;background-color:rgb(1 2 3)">a</p>', '<p style="background-color: rgb(1 2 3)">a</p>'],
  ['<p data-cell="x" aria-hidden="true" onclick="x()" contenteditable>a</p>', '<p>a</p>'],
  ['<table width="640px" height="99.6">a</table>', '<table width="640" height="100">a</table>'],
  ['<table width="1e9" height="1000000000">a</table>', '<table>a</table>'],
  ['<img src="blob:x" width="0" height="-5"><img src="blob:y" width="100%" height="99999">', '<img src="blob:x" /><img src="blob:y" height="99999" />'],
  ['<td colspan="2">a</td><!-- note --><wbr>&lt;script&gt;', '<td colspan="2">a</td><wbr />&lt;script&gt;'],
])('turns %s into %s', (html, expected) => {
  expect(sanitizeBuildHtml(html)).toBe(expected);
});
