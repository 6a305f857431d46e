import { describe, expect, it } from 'vitest';
import { renderMdx } from '../../scripts/cases/mdx-page.ts';
import { projectRoot } from '../support/project-root.ts';

const page = (text: string): Promise<string> => renderMdx(text, 'notes/cuda/a.mdx', projectRoot);

describe('the site\'s Markdown', () => {
  it('leaves dashes, quotes and dots as they were typed', async () => {
    expect(await page('nvcc --gpu-code "x" \'y\' ...')).toContain('nvcc --gpu-code "x" \'y\' ...'.replaceAll('"', '&quot;').replaceAll('\'', '&#39;'));
  });

  it('makes bold what stands next to Chinese punctuation', async () => {
    expect(await page('**共享内存。**之后，**“合并访问”**的')).toContain('<strong>共享内存。</strong>之后，<strong>“合并访问”</strong>的');
  });

  it('shows prices as they were typed, beside a formula', async () => {
    const html = await page('$5, $10 and $x$');
    expect(html).toContain('$5, $10 and <span class="katex">');
    expect(html.match(/class="katex"/gu)).toHaveLength(1);
  });

  it('sets a formula with a paragraph of its own in display', async () => {
    expect(await page('$$x$$')).toMatch(/^\s*<span class="katex-display">/u);
  });

  it('shows a formula that KaTeX refuses as its source in an error style, and all that follows', async () => {
    const html = await page('a $\\foo{1}$ b $x$\n\n$$\n\\bar{\n$$\n\nend');
    expect(html).toContain('a <span class="katex-error" title="Undefined control sequence: \\foo">$\\foo{1}$</span> b <span class="katex">');
    expect(html).toMatch(/<pre class="katex-error" title="[^"]+">\$\$\n\\bar\{\n\$\$<\/pre>\s*<p>end<\/p>/u);
  });

  it('gives headings the ids that the check knows, in Chinese and with code', async () => {
    const html = await page('## 共享内存，`__syncthreads()`\n\n## A {"b"}\n\n## 共享内存，`__syncthreads()`');
    expect([...html.matchAll(/id="([^"]*)"/gu)].map(([, id]) => id)).toEqual(['共享内存__syncthreads', 'a-b', '共享内存__syncthreads-1']);
  });

  it('throws where the page would throw', async () => {
    await expect(page('{nothing.here}')).rejects.toThrow('nothing is not defined');
  });
});
