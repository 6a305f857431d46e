import { expect, it } from 'vitest';
import { outputLabels } from '../../src/output/labels-en.ts';
import { svgHtml } from '../../src/output/render-image.ts';

const HEAD = '<svg xmlns="http://www.w3.org/2000/svg">';

/** The document that a browser gets from the address of the picture. */
const shown = (svg: string): string => decodeURIComponent(/svg\+xml,([^"]*)"/u.exec(svgHtml(svg, {}, {}, outputLabels) ?? '')?.[1] ?? '');

it('an SVG comes without what is not drawn', () => {
  expect(shown(`${HEAD}\n  <!-- made -->\n  <metadata><a/></metadata>\n  <path d="M 1\n2"/>\n <text>50% #1  &amp; "x"</text>\n</svg>\n`))
    .toBe(`${HEAD}<path d="M 1 2"/><text>50% #1 &amp; "x"</text></svg>`);
});

it.each([
  ['<text><tspan>a</tspan>\n<tspan>b</tspan></text>'], ['<text xml:space="preserve">a  b</text>'], ['<text style="white-space: pre">a  b</text>'],
  ['<style><![CDATA[ a  {} ]]></style>'],
])('space that may be seen stays: %s', (part) => {
  expect(shown(`${HEAD}\n${part}</svg>`)).toBe(`${HEAD}\n${part}</svg>`);
});

it('no sign of the address ends it or its attribute', () => {
  const [, address = ''] = /src="([^"]*)"/u.exec(svgHtml(`${HEAD}<text>"'#%<>&\u4E2D\uD800</text></svg>`, {}, {}, outputLabels) ?? '') ?? [];
  expect(address).toMatch(/^data:image\/svg\+xml,[^#<>&"']*$/u);
  expect(decodeURIComponent(address)).toContain('<text>"\'#%<>&\u4E2D\uFFFD</text>');
});

it('an SVG that is a file of the site is loaded late, with the size that it will have', () => {
  const html = svgHtml(`${HEAD}\n<path/></svg>`, {}, {}, outputLabels, (svg) => ({ address: `/x.svg?${svg.length}`, width: 566.2, height: 422.5 }));
  expect(html).toBe('<img class="output-image" src="/x.svg?53" alt="Image made by this cell" width="566" height="423" loading="lazy" decoding="async">');
  expect(svgHtml(`${HEAD}</svg>`, {}, {}, outputLabels, () => undefined)).toContain('src="data:image/svg+xml,');
});
