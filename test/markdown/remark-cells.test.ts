import { expect, it } from 'vitest';
import { remarkCells } from '../../src/markdown/remark-cells.ts';
import { BODY_LINE, noteText, temporaryProject } from '../note/note-text.ts';
import { cellsOf, transform } from './transform.ts';

const ENGLISH = noteText(`\`\`\`python run id=one title="one.py" {1}
a = 1
\`\`\`

1. A step:

   \`\`\`shell run id=two
   ls
   \`\`\`

\`\`\`python
static()
\`\`\``);

const project = (files: Readonly<Record<string, string>> = {}) => temporaryProject({ 'notes/cuda/a.mdx': ENGLISH, ...files });
const run = (root: string, path: string, text: string) => transform(remarkCells, { root }, `${root}/${path}`, text);

it('puts each runnable fence into a Cell, inside a list too, and leaves the others alone', async () => {
  const tree = await run(await project(), 'notes/cuda/a.mdx', ENGLISH);
  expect(cellsOf(tree)).toEqual([
    { attributes: { note: 'cuda/a', locale: 'en', id: 'one', title: 'one.py' }, code: 'a = 1', parent: 'root' },
    { attributes: { note: 'cuda/a', locale: 'en', id: 'two' }, code: 'ls', parent: 'listItem' },
  ]);
  expect(tree.children.filter(({ type }) => type === 'code')).toMatchObject([{ value: 'static()' }]);
});

it('keeps the look that the author gave a fence', async () => {
  const tree = await run(await project(), 'notes/cuda/a.mdx', ENGLISH);
  expect(JSON.stringify(tree)).toContain(JSON.stringify('run id=one title="one.py" {1}'));
});

it('fills the cells of a translation with the fences of its English twin, in the order of the translation', async () => {
  const text = noteText('<Cell id="two" />\n\n1. 一步：\n\n   <Cell id="one" />');
  expect(cellsOf(await run(await project(), 'notes/zh-cn/cuda/a.mdx', text))).toEqual([
    { attributes: { note: 'cuda/a', locale: 'en', id: 'two' }, code: 'ls', parent: 'root' },
    { attributes: { note: 'cuda/a', locale: 'en', id: 'one', title: 'one.py' }, code: 'a = 1', parent: 'listItem' },
  ]);
});

it('shows a cell of another note, on a page that is no note too', async () => {
  const expected = [{ attributes: { note: 'cuda/a', locale: 'en', id: 'one', title: 'one.py' }, code: 'a = 1', parent: 'root' }];
  const root = await project();
  expect(cellsOf(await run(root, 'notes/index.mdx', '---\ntitle: Home\n---\n\n<Cell note="cuda/a" id="one" />'))).toEqual(expected);
  expect(cellsOf(await run(root, 'notes/nvcc/b.mdx', noteText('<Cell note="cuda/a" id="one" />')))).toEqual(expected);
});

it.each([
  ['<Cell id="three" />', 'cuda/a has no cell "three" (it has one, two)', 1],
  ['Text.\n\n<Cell note="cuda/none" id="one" />', 'there is no note "cuda/none" in English (its file would be notes/cuda/none.mdx)', 1],
  ['Text.\n\n<Cell />', 'names no cell', 1],
  ['Text.\n\n<Cell id={"one"} />', 'names no cell', 1],
  ['Text.\n\nSee <Cell id="one" /> here', 'stands in a line of text', 5],
])('stops the build with the place of %j', async (body, message, column) => {
  const line = BODY_LINE + body.split('\n').length - 1;
  const done = run(await project(), 'notes/zh-cn/cuda/a.mdx', noteText(body));
  await expect(done).rejects.toThrow(message);
  await expect(done).rejects.toMatchObject({ name: 'NoteError', file: 'notes/zh-cn/cuda/a.mdx', line, column });
});

it('stops the build with the place of a bad option, whatever fence it has', async () => {
  await expect(run(await project(), 'notes/cuda/b.mdx', noteText('~~~~cuda  run id=a metric\n~~~~')))
    .rejects.toMatchObject({ file: 'notes/cuda/b.mdx', line: BODY_LINE, column: 20 });
});

it('does not change the fence that a second page shows', async () => {
  const root = await project();
  const text = noteText('<Cell id="one" />\n\n<Cell id="one" />');
  const [first, second] = (await run(root, 'notes/zh-cn/cuda/a.mdx', text)).children.filter(({ type }) => type === 'mdxJsxFlowElement');
  if (first?.type !== 'mdxJsxFlowElement' || second?.type !== 'mdxJsxFlowElement') throw new Error('the page has two cells');
  expect(first.children[0]).toEqual(second.children[0]);
  expect(first.children[0]).not.toBe(second.children[0]);
});
