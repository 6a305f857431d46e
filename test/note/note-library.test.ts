import { expect, it } from 'vitest';
import { loadNote, loadNotes, otherPageFiles } from '../../src/note/note-library.ts';
import type { Note } from '../../src/note/note.ts';
import { searchPages } from '../../src/note/search-pages.ts';
import { editProjectFile, noteText, temporaryProject } from './note-text.ts';

const FILE = 'notes/cuda/a.mdx';
const opening = ({ sections }: Note) => sections[0]?.text;

it('reads a note again only when its file has changed', async () => {
  const root = await temporaryProject({ [FILE]: noteText('One.') });
  const first = await loadNote(root, 'cuda/a', 'en');
  expect(await loadNote(root, 'cuda/a', 'en')).toBe(first);
  await editProjectFile(root, FILE, noteText('Two.'));
  expect(opening(await loadNote(root, 'cuda/a', 'en'))).toEqual(['Two.\n']);
});

it('keeps the notes of two projects and two languages apart', async () => {
  const files = { [FILE]: noteText('English.'), 'notes/zh-cn/cuda/a.mdx': noteText('中文。') };
  const [one, two] = [await temporaryProject(files), await temporaryProject({ [FILE]: noteText('Other.') })];
  const texts = [await loadNote(one, 'cuda/a', 'en'), await loadNote(one, 'cuda/a', 'zh-cn'), await loadNote(two, 'cuda/a', 'en')];
  expect(texts.map(opening)).toEqual([['English.\n'], ['中文。\n'], ['Other.\n']]);
});

it('lists the notes of all topics by id and language, and no other page', async () => {
  const text = noteText('Text.');
  const root = await temporaryProject({
    'notes/index.mdx': '---\ntitle: Home\n---\n', 'notes/cuda/_part.mdx': 'No page.', 'notes/nvcc/z.mdx': text, 'notes/cuda/b.mdx': text,
    'notes/zh-cn/cuda/b.mdx': text, 'notes/zh-cn/index.mdx': '---\ntitle: 首页\n---\n', 'notes/cuda/a.mdx': text,
  });
  expect((await loadNotes(root)).map(({ id, locale }) => `${locale} ${id}`)).toEqual(['en cuda/a', 'en cuda/b', 'zh-cn cuda/b', 'en nvcc/z']);
  expect(await otherPageFiles(root)).toEqual(['notes/index.mdx', 'notes/zh-cn/index.mdx']);
});

it('rejects with the file where a note is broken or missing', async () => {
  const root = await temporaryProject({ [FILE]: 'no frontmatter' });
  await expect(loadNotes(root)).rejects.toThrow(`${FILE}:1:1`);
  await expect(loadNote(root, 'cuda/none', 'en')).rejects.toThrow('none.mdx');
});

it('gives search the code of the cells that a translation shows', async () => {
  const root = await temporaryProject({
    [FILE]: noteText('## Code\n\n```python run id=one\nprint(1)\n```'),
    'notes/zh-cn/cuda/a.mdx': noteText('## 代码\n\n<Cell id="one" />'),
  });
  const [page] = await searchPages('zh-cn', () => Promise.resolve(''), root);
  expect(page).toMatchObject({ pageId: 'cuda/a', path: '/zh-cn/cuda/a/', sections: [{ heading: '代码', code: 'print(1)' }] });
});

it('gives search a text without holes, in which recorded numbers are what the reader of recordings says', async () => {
  const root = await temporaryProject({ [FILE]: noteText('A run of $2^{10}$ steps took <Metric cell="one" label="ptxas" />, on <Metric cell="one" label="b" />.') });
  const [page] = await searchPages('en', ({ cell, label }) => Promise.resolve(`[${cell} ${label}]`), root);
  expect(page?.sections[0]?.text).toBe('A run of 2^10 steps took [one ptxas], on [one b].\n');
});
