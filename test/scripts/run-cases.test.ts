import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCases } from '../../scripts/cases/case-file.ts';
import { readTranscript } from '../../scripts/cases/transcript.ts';
import { decodeFrame, encodeFrame } from '../../scripts/cases/wire-frames.ts';
import { projectRoot } from '../support/project-root.ts';
import { runScript } from './project-script.ts';
import { temporaryRoot } from './temporary-root.ts';

const ADDRESSES = { ok: [{ input: 'https://a.example', http: 'https://a.example/', ws: 'wss://a.example/', token: null }], error: [{ input: '', reason: 'empty' }] };

async function folder(
  files: Readonly<Record<string, unknown>>, lines: readonly unknown[], pages: Readonly<Record<string, string>> = {},
): Promise<string> {
  const root = await temporaryRoot();
  await mkdir(join(root, 'fixtures'));
  for (const [name, text] of Object.entries(pages)) await writeFile(join(root, 'fixtures', name), text);
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, 'fixtures', name), JSON.stringify(content));
  await writeFile(join(root, 'cases.jsonl'), lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return root;
}

const one = (id: string, file: string, assert: unknown = { table: true }) =>
  ({ id, area: 'd-live', kind: 'server-behaviour', input: `fixtures/${file}`, files: [`fixtures/${file}`], assert });

const mdx = (id: string, file: string, assert: unknown, more: readonly string[] = []) =>
  ({ id, area: 'b-mdx', kind: 'mdx', input: `fixtures/${file}`, files: [file, ...more].map((name) => `fixtures/${name}`), assert });

describe('npm run cases', () => {
  it('says of other folders what passed, failed and was skipped, and ends with 1 for a failure', async () => {
    const wrong = { ...ADDRESSES, ok: [{ ...ADDRESSES.ok[0], http: 'https://b.example/' }] };
    const directory = await folder(
      { 'a.json': ADDRESSES, 'b.json': wrong, 'c.json': { something: 'else' } },
      [one('x1', 'a.json'), one('x2', 'b.json'), one('x3', 'c.json'), one('x4', 'a.json', { table: true, latency_ms: 3 })],
    );
    const { status, stdout } = await runScript('run-cases.ts', projectRoot, [directory, '--json']);
    expect(status).toBe(1);
    expect(stdout.filter((line) => line !== '')).toHaveLength(1);
    expect(JSON.parse(stdout.join(''))).toEqual({
      results: [
        { id: 'x1', area: 'd-live', status: 'passed', reason: '' },
        { id: 'x2', area: 'd-live', status: 'failed', reason: expect.stringContaining('https://a.example') as string },
        { id: 'x3', area: 'd-live', status: 'skipped', reason: 'the runner does not know an input of this form' },
        { id: 'x4', area: 'd-live', status: 'skipped', reason: 'assert.latency_ms is not known for this kind of case' },
      ],
    });
    expect(await runScript('run-cases.ts', projectRoot, [directory, '--only', 'x1'])).toMatchObject({ status: 0, stdout: ['x1  passed', '1 cases: 1 passed, 0 failed, 0 skipped'] });
  });

  it('renders notes of other folders by the Markdown of the site, and holds them to what it says of them', async () => {
    const directory = await folder({}, [
      mdx('m1', 'braces.mdx', { build: 'literal-or-located-error', fixed_text_includes: ['{a}'] }, ['braces.fixed.mdx']),
      mdx('m2', 'math.mdx', { reports_count: 1, katex_count: 1, text_includes: ['\\foo', 'end'], text_excludes: ['\\frac'], heading_ids: ['one'] }),
      mdx('m3', 'bold.mdx', { strong_texts: ['粗。'], text_excludes: ['**'] }),
      mdx('m4', 'bold.mdx', { strong_texts: ['细。'] }),
      mdx('m5', 'braces.mdx', { text_includes: ['{a}'] }),
      mdx('m6', 'bold.mdx', { font_size: 3 }),
      mdx('m7', 'table.mdx', { text_includes: ['1'], unescaped_reports: 1 }, ['table-unescaped.mdx']),
      mdx('m8', 'fence.mdx', { reports_count: 2 }),
    ], {
      'braces.mdx': 'A set {a}.\n', 'braces.fixed.mdx': 'A set \\{a}.\n', 'math.mdx': '# One\n\n$\\foo$ and $\\frac12$ end\n', 'bold.mdx': '**粗。**字\n',
      'table.mdx': '| a |\n| - |\n| 1 |\n', 'table-unescaped.mdx': '| a |\n| - |\n| `1 | 2` |\n',
      'fence.mdx': '```python rnu\n1\n```\n\n[x](/cuda/none/)\n',
    });
    const { stdout } = await runScript('run-cases.ts', projectRoot, [directory]);
    expect(stdout).toEqual([
      expect.stringMatching(/^m1 {2}passed: 1:7: \{a\} is a program/u), expect.stringMatching(/^m2 {2}passed: 3:2: KaTeX cannot set/u), 'm3  passed',
      'm4  failed: no strong "细。", only ["粗。"]', expect.stringMatching(/^m5 {2}failed: braces\.mdx:1:7 is refused: .*; the page cannot be made: a is not defined$/u),
      'm6  skipped: assert.font_size is not known for this kind of case', 'm7  passed',
      expect.stringMatching(/^m8 {2}passed: 1:11: unknown fence option "rnu" .*; 5:1: \/cuda\/none\/ is no page of the site/u),
      expect.stringContaining('8 cases'),
    ]);
  });

  it.each([
    ['no JSON', [one('a', 'a.json'), '{'], /cases\.jsonl:2: this is no JSON object/u],
    ['no case', ['', { id: 'a' }], /cases\.jsonl:2: [\s\S]*kind/u],
    ['an id twice', [one('a', 'a.json'), one('a', 'a.json')], /cases\.jsonl:2: the id "a" stands twice/u],
    ['a file that is not there', [one('a', 'b.json')], /cases\.jsonl:1: fixtures\/b\.json is not there/u],
    ['a file elsewhere', [one('a', '../../etc/passwd')], /cases\.jsonl:1: fixtures\/\.\.\/\.\.\/etc\/passwd lies outside/u],
  ])('names the line of a file with %s', async (_what, lines, message) => {
    await expect(readCases(await folder({ 'a.json': {} }, lines))).rejects.toThrow(message);
  });
});

describe('a transcript', () => {
  const steps = [{ user: { do: 'run', cell: 'c1', code: '1' } }];

  it('is as many runs as it has alternatives', () => {
    const names = (more: object): readonly string[] => readTranscript({ format: 'warpnotes-transcript/1', steps, ...more }).map(({ name }) => name);
    expect(names({})).toEqual(['']);
    expect(names({ variants: [{ frames: 'text JSON' }, {}] })).toEqual(['variant 1', 'variant 2']);
    const http = (name: string) => ({ http: { case: name, on: 'GET /api', reply: { status: 500 } } });
    expect(names({ steps: [http('down'), http('up'), ...steps] })).toEqual(['down', 'up']);
    expect(names({ steps: [{ variant_a: { wait_ms: 1 } }, { variant_b: [{ wait_ms: 2 }, { wait_ms: 3 }] }, ...steps] })).toEqual(['variant_a', 'variant_b']);
  });

  it('is not guessed at where it has a step that nobody knows', () => {
    expect(() => readTranscript({ format: 'warpnotes-transcript/1', steps: [{ dance: 1 }] })).toThrow('does not know the step {"dance":1}');
  });

  it('goes over the wire in the two binary forms of jupyter-server', async () => {
    const message = { channel: 'shell', header: { msg_id: 'é', msg_type: 't', session: 's' }, parent_header: {}, metadata: {}, content: { a: '内' }, buffers: [Buffer.from([1, 2])] };
    for (const [format, subprotocol] of [['v1', 'v1.kernel.websocket.jupyter.org'], ['legacy-binary', '']] as const) {
      const read = decodeFrame(encodeFrame(message, format) as Buffer, true, subprotocol);
      expect(read).toMatchObject({ channel: 'shell', header: { msg_id: 'é' }, content: { a: '内' } });
    }
    expect(await readFile(join(projectRoot, 'test/cases/.gitattributes'), 'utf8')).toContain('* -text');
  });
});
