import { type BundledShikiTheme, ExpressiveCode, type ExpressiveCodePlugin, loadShikiTheme, pluginShiki } from '@astrojs/starlight/expressive-code';
import { type Element, getClassNames, toText, visit } from '@astrojs/starlight/expressive-code/hast';
import cpp from 'shiki/langs/cpp.mjs';
import { expect, it } from 'vitest';
import { cudaGrammar } from '../../src/markdown/grammars/cuda.ts';
import { sharedHighlighting } from '../../src/markdown/shared-highlighting.ts';

/** A cold grammar takes longer than Shiki waits for a line. */
const patient = {
  name: 'patient',
  preprocess: (code: string, options: { tokenizeTimeLimit?: number }) => {
    options.tokenizeTimeLimit = 0;
    return code;
  },
};
const OPTIONS = { langs: [() => cpp, () => cudaGrammar], transformers: [patient] };

async function engine(plugin: ExpressiveCodePlugin, names: readonly BundledShikiTheme[] = ['vitesse-dark', 'vitesse-light']) {
  return new ExpressiveCode({ shiki: false, themes: await Promise.all(names.map((name) => loadShikiTheme(name))), plugins: [plugin] });
}

/** What the page shows: each character that is no space, with its colours. */
async function look(made: ExpressiveCode, code: string, language: string): Promise<readonly string[]> {
  const { renderedGroupAst } = await made.render({ code, language });
  const characters: string[] = [];
  const read = (node: Element, style: string): void => {
    for (const child of node.children) {
      if (child.type === 'text') characters.push(...Array.from(child.value.replace(/\s/gu, ''), (character) => `${character} ${style}`));
      else if (child.type === 'element') read(child, child.properties['style']?.toString() ?? style);
    }
  };
  visit(renderedGroupAst, 'element', (element) => {
    if (!getClassNames(element).includes('code')) return undefined;
    read(element, '');
    return 'skip';
  });
  expect(characters.map((each) => each[0]).join('')).toBe(code.replace(/\s/gu, ''));
  expect(toText(renderedGroupAst)).toContain(code.split('\n')[0]);
  return characters;
}

it.each([
  ['cuda', '__global__ void k(float *x) { x[threadIdx.x] *= 2.f; /* all */ }\nint main() { k<<<1, 32>>>(nullptr); printf("%d\\n", 0x1F); }'],
  ['python', 'def f(n: int = 3) -> str:\n    """Words."""\n    return f"{n:>4}" + r"\\d+"  # end'],
  ['md', '# Heading\n\n**bold** and `code`\n'],
  ['sh', 'nvcc -O3 "$name".cu && ./a.out | sort -n  # run'],
])('gives %s the colours that Shiki gives it in each theme, and the same when it comes again', async (language, code) => {
  const shared = await engine(sharedHighlighting(OPTIONS));
  const expected = await look(await engine(pluginShiki(OPTIONS)), code.trimEnd(), language);
  expect(await look(shared, code.trimEnd(), language)).toEqual(expected);
  expect(await look(shared, code.trimEnd(), language)).toEqual(expected);
});

it('has Shiki read a code once for all themes and all places', async () => {
  let read = 0;
  const counted = { name: 'counted', preprocess: (code: string) => { read += 1; return code; } };
  const shared = await engine(sharedHighlighting({ ...OPTIONS, transformers: [patient, counted] }));
  for (const code of ['int x;', 'int x;', 'int y;']) await shared.render({ code, language: 'cuda' });
  expect(read).toBe(2);
});

it('refuses themes that do not colour the same scopes', async () => {
  const shared = await engine(sharedHighlighting(OPTIONS), ['vitesse-dark', 'github-light']);
  await expect(shared.render({ code: 'int x;', language: 'cuda' })).rejects.toThrow('the themes vitesse-dark and github-light do not colour the same scopes');
});
