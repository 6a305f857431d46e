import { expect, it } from 'vitest';
import { sanitizeBuildHtml } from '../../src/output/sanitize-build.ts';
import { scopedHtml } from '../../src/output/scoped-style.ts';
import { fixtureHtml } from './fixture-outputs.ts';

const scoped = (html: string): string => scopedHtml(html, sanitizeBuildHtml);

it('keeps the colours of a pandas table, by names that are none of the page', () => {
  const html = scoped(
    '<style type="text/css">\n#T_4e1_row0_col0, #T_4e1_row1_col0 {\n  background-color: #08306b;\n  color: #f1f1f1;\n}\n</style>\n' +
    '<table id="T_4e1"><tr><td id="T_4e1_row0_col0" class="data row0 col0" >1</td></tr></table>',
  );
  expect(html).toContain('<style>@scope{[data-output-id="T_4e1_row0_col0"],[data-output-id="T_4e1_row1_col0"]{background-color: #08306b;color: #f1f1f1}}</style>');
  expect(html).toContain('<td data-output-id="T_4e1_row0_col0">1</td>');
  expect(html).not.toMatch(/\sid=/u);
});

it('keeps no rule that reaches out, loads something, lays itself over the page or reads what is typed', () => {
  const [attack = '', , pandas = ''] = fixtureHtml('g/g05-css-injection');
  expect(scoped(attack)).toBe('<style>@scope{body{text-align: center}}</style><p>styled</p>');
  expect(scoped(pandas)).toContain('<style>@scope{.dataframe td{color: green}}</style>');
  for (const css of [
    'p{position:fixed}', 'p{background:url(https://evil.example)}', 'p::after{color:red}', 'input[value^="a"]{color:red}', '@import "x";',
    ':root{color:red}', 'p{color:red}}*{color:red', 'p{color:expression(1)}', '@media screen{p{color:red}}', ':is(p){color:red}', '* {color:red}',
  ]) {
    const html = scoped(`<style>${css}</style><p>x</p>`);
    expect(html.replace('<style>@scope{p{color: red}}</style>', ''), css).toBe('<p>x</p>');
  }
});

it.each(['p '.repeat(100_000), 'a:hover'.repeat(50_000), '@x{'.repeat(50_000), '/*'.repeat(50_000), '<style>'.repeat(20_000), '<a '.repeat(50_000)])(
  'takes linear time for styles that are made to take long', (part) => {
    const started = performance.now();
    scoped(`<style>${part}{color:red}</style><p>x</p>${part}`);
    expect(performance.now() - started).toBeLessThan(8000);
  },
);
