import fc from 'fast-check';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { notebookPage, type NotebookPage } from '../../src/notebook/notebook-page.ts';
import { NotebookError } from '../../src/notebook/notebook-problems.ts';
import { savedOutputs } from '../../src/notebook/saved-outputs.ts';
import { seeds, type Json } from './notebook-seeds.ts';

const path = { file: 'notebooks/mine/try.ipynb', slug: 'mine/try', locale: 'en' } as const;
const around = { readFile: () => null, slugOf: () => null };

type Node = Record<string, Json>;
type Change = (notebook: Node, cell: Node, output: Node) => Json | undefined;

/** All HTML that a page shows of a notebook. */
function htmlOf(page: NotebookPage): string {
  const prose = page.parts.flatMap((part) => (part.kind === 'prose' ? [part.html] : []));
  return [...prose, ...savedOutputs(page, 'en').map(({ html }) => html), ...savedOutputs(page, 'zh-cn').map(({ html }) => html)].join('\n');
}

const read = (text: string): NotebookPage => notebookPage(text, path, around);

/** What is said of a text that is refused; empty for one that becomes a page. Throws what is no refusal. */
function refusal(text: string): string {
  try {
    htmlOf(read(text));
    return '';
  } catch (error) {
    if (!(error instanceof NotebookError)) throw error;
    for (const { file, line, column, message, hint } of error.problems) {
      expect([file, line > 0, column > 0, message !== '', hint !== '']).toEqual([path.file, true, true, true, true]);
    }
    return error.message;
  }
}

/** A seed as text, its first code cell and the first output of that changed; `text` changes what is written. */
function changed(seed: Json, change: Change, text: (json: string) => string = (json) => json): string {
  const notebook = structuredClone(seed) as Node;
  const [sheet] = (notebook['worksheets'] ?? []) as { cells: Node[] }[];
  const cells = sheet?.cells ?? notebook['cells'] as Node[];
  const cell = cells[0] as Node;
  const whole = change(notebook, cell, (cell['outputs'] as Node[])[0] as Node);
  return text(JSON.stringify(whole ?? notebook, null, 1));
}

const field = (where: 'notebook' | 'cell' | 'output', name: string, value?: Json): Change => (notebook, cell, output) => {
  const target = { notebook, cell, output }[where];
  if (value === undefined) Reflect.deleteProperty(target, name);
  else target[name] = value;
  return undefined;
};
const nothing: Change = () => undefined;

/** What files of other people have, which a page is made of all the same. */
const HARMLESS: Readonly<Record<string, readonly [Change, ((json: string) => string)?]>> = {
  'as it is': [nothing],
  'with a byte order mark': [nothing, (json) => `\uFEFF${json}`],
  'with line ends of Windows': [nothing, (json) => json.replaceAll('\n', '\r\n')],
  'without metadata': [field('notebook', 'metadata')],
  'without a minor version': [field('notebook', 'nbformat_minor')],
  'with fields that nobody knows': [(notebook, cell, output) => { notebook['x'] = [{}]; cell['x'] = null; output['transient'] = {}; return undefined; }],
  'without cell metadata': [field('cell', 'metadata')],
  'with cell metadata of null': [field('cell', 'metadata', null)],
  'with tags that are none': [field('cell', 'metadata', { tags: 'x', jupyter: 7 })],
  'without an id': [field('cell', 'id')],
  'with an id that no page can have': [field('cell', 'id', '"><script>')],
  'with one id twice': [(notebook) => { if (Array.isArray(notebook['cells'])) notebook['cells'].push(structuredClone(notebook['cells'][0] ?? null)); return undefined; }],
  'without outputs': [field('cell', 'outputs')],
  'without a count': [field('cell', 'execution_count')],
  'with a count in words': [field('cell', 'execution_count', 'three')],
  'without a source': [(_, cell) => { delete cell['source']; delete cell['input']; return undefined; }],
  'with no cells': [(notebook) => { (((notebook['worksheets'] ?? [notebook]) as Node[])[0] as Node)['cells'] = []; return undefined; }],
};

/** What no page can be made of, and what is said of it. */
const REFUSED: Readonly<Record<string, readonly [Change, RegExp, ((json: string) => string)?]>> = {
  'of no known format': [field('notebook', 'nbformat', 9), /nbformat: 9 is not read, 3 and 4 are/u],
  'of format 2': [field('notebook', 'nbformat', 2), /nbformat: 2 is not read/u],
  'without a format': [field('notebook', 'nbformat'), /nbformat: is missing/u],
  'with a cell of another type': [field('cell', 'cell_type', 'sql'), /cell 1, cell_type: Invalid/u],
  'with a number for a source': [(_, cell) => { cell['source'] = 7; cell['input'] = 7; return undefined; }, /cell 1, (?:source|input): /u],
  'with outputs in a text': [field('cell', 'outputs', 'none'), /cell 1, outputs: expected array, received string, not "none"/u],
  'with an output of another type': [field('output', 'output_type', 'sound'), /cell 1, outputs\.0\.output_type: "sound" is not known/u],
  'with an output without a type': [field('output', 'output_type'), /cell 1, outputs\.0\.output_type: is missing/u],
  'with an output that is a number': [(_, cell) => { cell['outputs'] = [7]; return undefined; }, /cell 1, outputs\.0: is no output: 7/u],
  'that is cut off': [nothing, /:\d+:\d+: the file is not JSON/u, (json) => json.slice(0, -20)],
  'with a merge conflict': [nothing, /:3:1: the file has a merge conflict of git in it/u, (json) => json.replace(/^((?:.*\n){2})/u, '$1<<<<<<< HEAD\n')],
  'that is empty': [nothing, /the file is empty \(0 characters\)/u, () => ''],
  'that is a list': [() => [], /the file: expected object/u],
};

const each = <T>(table: Readonly<Record<string, T>>): readonly [string, string, Json, T][] => (
  Object.entries(table).flatMap(([name, entry]) => Object.entries(seeds).map(([seed, json]): [string, string, Json, T] => [seed, name, json, entry]))
);

describe('200 notebooks and more', () => {
  it('are as many as that', () => {
    expect(each(HARMLESS).length).toBeGreaterThan(200);
    expect(each(REFUSED).length).toBeGreaterThan(150);
  });

  it.each(each(HARMLESS))('shows %s, %s', (_seed, _name, json, [change, text]) => {
    expect(refusal(changed(json, change, text))).toBe('');
  });

  it.each(each(REFUSED))('refuses %s, %s, with file, cell and field', (_seed, _name, json, [change, message, text]) => {
    expect(refusal(changed(json, change, text))).toMatch(message);
  });

  it('shows or refuses them with any part replaced by anything', () => {
    const cases = fc.tuple(fc.constantFrom(...Object.values(seeds)), fc.nat(), fc.jsonValue() as fc.Arbitrary<Json>);
    fc.assert(fc.property(cases, ([seed, place, value]) => { refusal(JSON.stringify(replaced(seed, place, value))); }), { numRuns: 300 });
  });

  it('never lets a script, a handler or a request to another host through', () => {
    const attacks = ['<script>x()</script>', '<img src=x onerror=x()>', '<svg onload=x()>', '[a](javascript:x())', '<a href="java\nscript:x()">a</a>',
      '<iframe src="javascript:x()"></iframe>', '![](http://evil.example/a.png)', '<style>*{background:url(http://evil.example)}</style>',
      '<math><mi xlink:href="javascript:x()">', '<form action="http://evil.example"><input name=a></form>', '<img src="data:text/html,<script>x()</script>">',
      '$\\href{javascript:x()}{a}$', '<code class="language-math">\\href{javascript:x()}{a}</code>', '<p id="x" style="position:fixed" class="kernel-bar">p</p>'];
    const source = fc.array(fc.oneof(fc.constantFrom(...attacks), fc.string()), { maxLength: 8 }).map((parts) => parts.join(' '));
    fc.assert(fc.property(source, (text) => {
      const cells = [{ cell_type: 'markdown', source: text }, { cell_type: 'raw', metadata: { format: 'text/html' }, source: text }];
      const html = htmlOf(read(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells })));
      expect(unsafeParts(html)).toEqual([]);
    }), { numRuns: 300 });
  });
});

const TAGS = ['script', 'iframe', 'svg', 'style', 'form', 'input', 'object', 'embed', 'video', 'audio', 'link', 'base', 'meta'];

/** Elements and attributes of a page that run, load or reach what is not theirs. */
function unsafeParts(html: string): readonly string[] {
  const found: string[] = [];
  visit(fromHtml(html, { fragment: true }), 'element', ({ tagName, properties }) => {
    if (TAGS.includes(tagName)) found.push(tagName);
    for (const [name, value] of Object.entries(properties)) {
      const text = Array.isArray(value) ? value.join(' ') : String(value);
      const isSafe = name === 'href' ? /^(?:https?:\/\/|mailto:|#)/u.test(text) : name === 'src' ? /^data:image\//u.test(text) : !/^(?:on|srcSet|action|name$)/u.test(name);
      if (!isSafe || text.includes('fixed') || text.includes('kernel-bar')) found.push(`${tagName} ${name}=${text}`);
    }
  });
  return found;
}

/** A copy in which one of its parts, counted through, is another value. */
function replaced(seed: Json, place: number, value: Json): Json {
  const copy = structuredClone(seed);
  const parts: [Json[] | Node, string | number][] = [];
  const collect = (json: Json): void => {
    if (typeof json !== 'object' || json === null) return;
    for (const key of Array.isArray(json) ? json.keys() : Object.keys(json)) {
      parts.push([json, key]);
      collect((json as Node)[key] ?? null);
    }
  };
  collect(copy);
  const [parent, key] = parts[place % parts.length] ?? [];
  if (parent !== undefined && key !== undefined) (parent as Node)[key] = value;
  return copy;
}
