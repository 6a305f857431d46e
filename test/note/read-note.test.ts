import { describe, expect, it } from 'vitest';
import { NoteError } from '../../src/note/note-error.ts';
import { readNote } from '../../src/note/read-note.ts';
import { BODY_LINE, noteText } from './note-text.ts';

const FILE = 'notes/cuda/sample.mdx';
const read = (text: string) => readNote(text, FILE, { id: 'cuda/sample', locale: 'en' });

/** The place and message of the error that a text gives. */
async function fault(text: string): Promise<{ readonly at: string; readonly message: string }> {
  const error: unknown = await read(text).catch((thrown: unknown) => thrown);
  if (!(error instanceof NoteError)) throw new Error(`a NoteError was expected, not ${String(error)}`);
  return { at: `${error.file}:${error.line}:${error.column}`, message: error.message };
}

describe('frontmatter', () => {
  it('is read with its lists empty where the author left them out', async () => {
    const { frontmatter } = await read('---\ntitle: 32 banks\ndescription: Why.\ntopic: cuda\norder: 14\nneeds: gpu\n---\n');
    expect(frontmatter).toEqual({
      title: '32 banks', description: 'Why.', topic: 'cuda', order: 14, needs: 'gpu', sources: [], prerequisites: [], related: [],
    });
  });

  it.each([
    ['topic', 'sports', 4],
    ['order', 'first', 5],
    ['needs', 'tpu', 6],
    ['sources', '[S2-01]', 7],
  ])('with a wrong %s is an error at that field', async (field, value, line) => {
    const { at, message } = await fault(noteText('', { [field]: value }));
    expect(at).toBe(`${FILE}:${line}:1`);
    expect(message).toContain(field);
  });

  it.each([
    ['prerequisite', '[cuda/a]', 'did you mean "prerequisites"'],
    ['sourecs', '[]', 'did you mean "sources"'],
    ['draft', 'true', 'A note has title, description, topic'],
  ])('with a key that no note has, %s, is an error at that key with the nearest known one', async (key, value, hint) => {
    const { at, message } = await fault(noteText('', { [key]: value }));
    expect(at).toBe(`${FILE}:8:1`);
    expect(message).toContain(`unknown frontmatter key "${key}"`);
    expect(message).toContain(hint);
  });

  it('says where it names other notes, on one line or on several', async () => {
    const { references } = await read(noteText('', { prerequisites: '[cuda/a-b, cuda/a]', related: '\n  - nvcc/c' }));
    expect(references).toEqual([
      { field: 'prerequisites', id: 'cuda/a-b', line: 8, column: 17 }, { field: 'prerequisites', id: 'cuda/a', line: 8, column: 27 },
      { field: 'related', id: 'nvcc/c', line: 10, column: 5 },
    ]);
  });

  it('without a required field is an error at the opening line that names the field', async () => {
    const { at, message } = await fault('---\ntitle: A\ntopic: cuda\norder: 1\nneeds: gpu\n---\n');
    expect(at).toBe(`${FILE}:1:1`);
    expect(message).toContain('description');
  });

  it('that is no YAML is an error at the place where it breaks', async () => {
    const { at, message } = await fault('---\ntitle: A\ndescription: [one, two\ntopic: cuda\n---\n');
    expect(at).toMatch(/^notes\/cuda\/sample\.mdx:[345]:/u);
    expect(message).toContain('frontmatter');
  });

  it('that is missing or empty is an error at the first line', async () => {
    expect((await fault('Just text.\n')).at).toBe(`${FILE}:1:1`);
    expect((await fault('---\n---\n\nText.\n')).at).toBe(`${FILE}:1:1`);
  });
});

describe('cells', () => {
  it('come in order with their lines, sources and dependencies', async () => {
    const body = '```python run id=one\na = 1\n```\n\nText.\n\n- ```python run id=two\n  print(a)\n  ```\n\n```python\nnot_run()\n```';
    const { cells } = await read(noteText(body));
    expect(cells.map(({ options, line, source, dependsOn }) => [options.id, line, source, dependsOn])).toEqual([
      ['one', BODY_LINE, 'a = 1', []],
      ['two', BODY_LINE + 6, 'print(a)', ['one']],
    ]);
    expect(new Set(cells.map(({ digest }) => digest)).size).toBe(2);
  });

  it.each([
    ['```cuda run id=a metric\n```', BODY_LINE, 18, 'did you mean "metrics"'],
    ['````cuda run id=a metric\n````', BODY_LINE, 19, 'did you mean "metrics"'],
    ['~~~cuda   run  id=a   metric\n~~~', BODY_LINE, 23, 'did you mean "metrics"'],
    ['``` cuda run id=a metric\n```', BODY_LINE, 19, 'did you mean "metrics"'],
    ['Text.\n\n- item\n\n  ```python run id=Bad\n  ```', BODY_LINE + 4, 17, 'lower-case words'],
    ['```shell run id=a title="x y" tmeout=3\n```', BODY_LINE, 31, 'did you mean "timeout"'],
    ['```python run\n```', BODY_LINE, 11, 'add id='],
    ['```python run id=a toString\n```', BODY_LINE, 20, 'unknown fence option "toString"'],
    ['```python run id=a constructor=1\n```', BODY_LINE, 20, 'unknown fence option "constructor"'],
    [`\`\`\`python run id=${'a'.repeat(65)}\n\`\`\``, BODY_LINE, 15, 'at most 64 characters'],
    ['```python run id=a timeout=Infinity\n```', BODY_LINE, 20, 'seconds above 0'],
  ])('with a bad option are an error at that very word: %s', async (body, line, column, hint) => {
    const { at, message } = await fault(noteText(body));
    expect(at).toBe(`${FILE}:${line}:${column}`);
    expect(message).toContain(hint);
  });

  it('in a language that cannot run are an error at the fence', async () => {
    expect(await fault(noteText('```rust run id=a\n```'))).toMatchObject({ at: `${FILE}:${BODY_LINE}:1` });
  });

  it.each(['nvcc="-O3"', 'files=a.cu'])('other than CUDA ones are refused with %s, which would do nothing', async (option) => {
    expect((await fault(noteText(`\`\`\`shell run id=a ${option}\n\`\`\``))).message).toContain('belong to cuda cells');
  });

  it('with one id twice are an error at the second that names the line of the first', async () => {
    const { at, message } = await fault(noteText('```python run id=a\n```\n\n```shell run id=a\n```'));
    expect(at).toBe(`${FILE}:${BODY_LINE + 3}:1`);
    expect(message).toContain(`line ${BODY_LINE} has it too`);
  });

  it.each(['later', 'self'])('that use a cell which is not above them are an error: %s', async (used) => {
    const body = `\`\`\`shell run id=self uses=${used}\n\`\`\`\n\n\`\`\`shell run id=later\n\`\`\``;
    expect(await fault(noteText(body))).toMatchObject({ at: `${FILE}:${BODY_LINE}:1`, message: expect.stringContaining(`uses=${used}`) as string });
  });
});

describe('broken MDX', () => {
  it.each([
    ['A brace {here', 0, 14, 'write { as \\{ and } as \\}'],
    ['Fine.\n\nA launch <<<1, 32>>> in prose', 2, 11, 'write a launch as `code`'],
    ['At most <= 1024', 0, 10, 'write < as \\<'],
    ['while i<n', 0, 10, 'write < as \\<'],
    ['a vector<float> x', 0, 9, 'close the element, or where no element is meant write < as \\<'],
    ['<details>\n\nnever closed', 0, 1, 'close the element'],
    ['<!-- later -->', 0, 2, 'write a comment as {/* … */}'],
    ['See <https://example.org/>', 0, 12, 'write a link as [text](address)'],
    ['## A heading {#own}', 0, 15, 'the anchor of a heading is made from its words'],
    ['Text.\n\nimport torch takes long', 2, 14, 'a paragraph that begins with "import" or "export"'],
    ['export CUDA_VISIBLE_DEVICES=0 only', 0, 8, 'a paragraph that begins with "import" or "export"'],
  ])('is an error at its place, with the cure for what stands there: %j', async (body, line, column, cure) => {
    const { at, message } = await fault(noteText(body));
    expect(at).toBe(`${FILE}:${BODY_LINE + line}:${column}`);
    expect(message).toContain(cure);
  });
});

describe('metrics', () => {
  it('are the recorded numbers that a text has, in a line or on a line of their own', async () => {
    const { metrics } = await read(noteText('It took <Metric cell="a" label="stride 32" />.\n\n<Metric note="nvcc/b" cell="c" label="x" />'));
    expect(metrics).toEqual([
      { note: 'cuda/sample', cell: 'a', label: 'stride 32', digits: null, line: BODY_LINE, column: 9 },
      { note: 'nvcc/b', cell: 'c', label: 'x', digits: null, line: BODY_LINE + 2, column: 1 },
    ]);
  });
});

describe('embeds', () => {
  it('are the cells that a page shows by id, its own note or another', async () => {
    const text = noteText('<Cell id="sweep" />\n\n- <Cell note="nvcc/stages" id="hello" />\n\n```text\n<Cell id="no" />\n```');
    const { embeds } = await readNote(text, 'notes/zh-cn/cuda/sample.mdx', { id: 'cuda/sample', locale: 'zh-cn' });
    expect(embeds).toEqual([
      { note: 'cuda/sample', id: 'sweep', line: BODY_LINE, column: 1 },
      { note: 'nvcc/stages', id: 'hello', line: BODY_LINE + 2, column: 3 },
    ]);
  });
});

describe('references', () => {
  it('are the links of a note with their places, written out or defined', async () => {
    const { links } = await read(noteText('See [a](/cuda/a/) and [b][b].\n\n[b]: #here'));
    expect(links).toEqual([{ url: '/cuda/a/', line: BODY_LINE, column: 5 }, { url: '#here', line: BODY_LINE + 2, column: 1 }]);
  });

  it('have as anchors the headings, the cells and the elements with an id', async () => {
    const { anchors } = await read(noteText('## One *two*\n\n```python run id=a\n```\n\n<Cell note="cuda/b" id="c" />\n\n<p id="mark">Text</p>'));
    expect(anchors.toSorted()).toEqual(['cell-a', 'cell-c', 'mark', 'one-two']);
  });

  it('are the components that a note neither imports nor defines', async () => {
    const body = 'import A, { B as C } from "./a.astro"\nexport const D = () => null\nexport function E() {}\n\n<A /> <C /> <D /> <E />\n\n<Nope /> and <p><Some.Part /></p>';
    const { components } = await read(noteText(body));
    expect(components).toEqual([{ name: 'Nope', line: BODY_LINE + 6, column: 1 }, { name: 'Some', line: BODY_LINE + 6, column: 17 }]);
  });

  it('to a cell in a line of text are an error, as in the build', async () => {
    expect(await fault(noteText('Text <Cell id="a" /> text.'))).toMatchObject({ at: `${FILE}:${BODY_LINE}:6`, message: expect.stringContaining('a line of its own') as string });
  });
});
