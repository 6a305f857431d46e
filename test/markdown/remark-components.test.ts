import { compile } from '@mdx-js/mdx';
import { expect, it } from 'vitest';
import { remarkComponents } from '../../src/markdown/remark-components.ts';
import { transform } from './transform.ts';

const modules = { BankMap: '/src/BankMap.astro', Metric: '/src/Metric.astro' };
const imports = async (text: string): Promise<readonly string[]> => {
  const tree = await transform(remarkComponents, { modules }, 'notes/cuda/a.mdx', text);
  return tree.children.flatMap((node) => (node.type === 'mdxjsEsm' ? [node.value] : []));
};

it('imports each component that a page uses, once, in a block or in a line', async () => {
  expect(await imports('<BankMap />\n\nIt took <Metric cell="a" label="b" /> or <Metric cell="a" label="c" />.')).toEqual(
    expect.arrayContaining(["import BankMap from '/src/BankMap.astro'", "import Metric from '/src/Metric.astro'"]),
  );
  expect(await imports('<BankMap />\n\n<BankMap />')).toHaveLength(1);
});

it('imports nothing for other elements, names in code and names that every object has', async () => {
  expect(await imports('<b>bold</b> <Other /> <constructor /> `<BankMap />`')).toEqual([]);
});

it('leaves a name to a page that imports it itself', async () => {
  expect(await imports("import BankMap from './mine.astro'\n\n<BankMap />")).toEqual(["import BankMap from './mine.astro'"]);
});

it('makes a page that MDX compiles', async () => {
  const compiled = String(await compile('<BankMap />\n\n# Title', { remarkPlugins: [[remarkComponents, { modules }]] }));
  expect(compiled).toMatch(/import BankMap from ["']\/src\/BankMap\.astro["']/u);
});
