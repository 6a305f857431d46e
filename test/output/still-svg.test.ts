import { describe, expect, it } from 'vitest';
import { isStillSvg } from '../../src/output/still-svg.ts';

const svg = (inner: string, attributes = ''): string => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inner}</svg>`;

describe('an SVG that only draws', () => {
  it.each([
    ['a drawing', '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n' + svg('<path d="M 0 0"/>')],
    ['styles and clips of its own', svg('<defs><style type="text/css">*{fill: url(#a)}</style></defs><g style="clip-path: url(\'#b\')" clip-path="url(#b)"/>')],
    ['a glyph that is used again', svg('<use xlink:href="#glyph" x="1"/><use href="#glyph"/>')],
    ['an embedded picture', svg('<image xlink:href="data:image/png;base64,AA=="/>')],
    ['text with signs of the syntax', svg('<text>a &lt; b &amp; "c"</text>')],
  ])('is still: %s', (_, text) => {
    expect(isStillSvg(text)).toBe(true);
  });

  it.each([
    ['a script', '<script>x()</script>'],
    ['a script under a prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">x()</s:script>'],
    ['a handler', '<g onload="x()"/>'],
    ['a link', '<a href="javascript:x()"><path/></a>'],
    ['HTML', '<foreignObject><p/></foreignObject>'],
    ['an animation of an address', '<set attributeName="href" to="javascript:x()"/>'],
    ['a use of another file', '<use href="https://a.example/x.svg#y"/>'],
    ['a picture of another host', '<image href="https://a.example/x.png"/>'],
    ['an embedded drawing', '<image href="data:image/svg+xml,%3Csvg/%3E"/>'],
    ['an import', '<style>@import "https://a.example/x.css";</style>'],
    ['a fetched fill', '<g style="fill: url(https://a.example/x)"/>'],
    ['an escape in a style', '<style>*{fill: u\\72l(//a.example)}</style>'],
    ['an escape in an attribute', '<g style="fill: &#117;rl(//a.example)"/>'],
    ['CDATA', '<style><![CDATA[@import "x"]]></style>'],
    ['an attribute without quotes', '<g onload=x()/>'],
  ])('is not one with %s', (_, inner) => {
    expect(isStillSvg(svg(inner))).toBe(false);
  });

  it('is not one with entities, an instruction for styles, or text before it', () => {
    expect(isStillSvg(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`)).toBe(false);
    expect(isStillSvg(`<?xml-stylesheet href="https://a.example/x.css"?>${svg('')}`)).toBe(false);
    expect(isStillSvg(`text${svg('')}`)).toBe(false);
  });
});
