import { loadShikiTheme, ExpressiveCode } from '@astrojs/starlight/expressive-code';
import { type Element, h, toHtml } from '@astrojs/starlight/expressive-code/hast';
import { expect, it } from 'vitest';
import { lightCode } from '../../src/markdown/code-colours.ts';

/** An engine that gives pieces of code the styles that a highlighter would give them, and a copy button. */
async function engine(pieces: readonly Element[]) {
  const themes = await Promise.all(['vitesse-dark', 'vitesse-light'].map((name) => loadShikiTheme(name as 'vitesse-dark')));
  const put = {
    name: 'Pieces',
    hooks: {
      postprocessRenderedBlock: ({ renderData }: { renderData: { blockAst: Element } }) => {
        renderData.blockAst.children = [h('div.ec-line', h('div.code', pieces as Element[])), h('button', { dataCode: 'int x;' })];
      },
    },
  };
  return new ExpressiveCode({ themes, plugins: [put, lightCode()] });
}

async function lightened(...pieces: readonly Element[]): Promise<string> {
  const { renderedGroupAst } = await (await engine(pieces)).render({ code: 'int x;', language: 'txt' });
  return /<div class="code">(.*?)<\/div><\/div>/u.exec(toHtml(renderedGroupAst))?.[1] ?? '';
}

const styled = (style: string, text: string): Element => h('span', { style }, text);
const KEYWORD = '--0:#55987B;--1:#1E754F';
const PUNCTUATION = '--0:#8B8B8B;--1:#686868';
const TEXT = '--0:#DBD7CAEE;--1:#393A34';

it('gives pieces a class for their two colours, and nothing to space and punctuation', async () => {
  expect(await lightened(styled(KEYWORD, 'if'), styled(TEXT, ' '), styled(PUNCTUATION, '('), styled(TEXT, 'x'), styled(PUNCTUATION, ')')))
    .toBe('<i class="k">if</i> (<i class="x">x</i>)');
});

it('makes one of neighbours of one colour, also over space', async () => {
  expect(await lightened(styled(KEYWORD, 'else'), styled(TEXT, ' '), styled(KEYWORD, 'if'), styled(TEXT, 'x'))).toBe('<i class="k">else if</i><i class="x">x</i>');
});

it('leaves what it does not know: other colours, and elements of other plugins with what is in them', async () => {
  expect(await lightened(styled('--0:#123456;--1:#654321', 'x'), h('mark', styled(KEYWORD, 'if')), h('span.indent', styled(TEXT, '    '))))
    .toBe('<span style="--0:#123456;--1:#654321">x</span><mark><i class="k">if</i></mark>    ');
});

it('has the colours of both themes in the style sheet, and no second copy of the code in the page', async () => {
  const made = await engine([styled(KEYWORD, 'if')]);
  const css = (await made.getBaseStyles()) + (await made.getThemeStyles());
  expect(css).toContain('.ec-line .k{color:var(--ec-code-keyword)}');
  expect(css).toContain('--ec-code-keyword:#55987b');
  expect(css).toContain('--ec-code-keyword:#1e754f');
  expect(toHtml((await made.render({ code: 'int x;', language: 'txt' })).renderedGroupAst)).not.toContain('data-code');
});
