import { describe, expect, it } from 'vitest';
import { exportedMarkdown } from '../../src/download/exported-markdown.ts';
import { loadNote } from '../../src/note/note-library.ts';
import { formatRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import type { IOutput } from '../../src/output/output.ts';
import { writeProjectFile } from '../note/note-text.ts';
import { cellRecording, environment } from '../notebook/recordings.ts';
import { exportProject } from './exported-project.ts';

async function record(root: string, outputs: readonly IOutput[]): Promise<void> {
  const { cells } = await loadNote(root, 'cuda/a', 'en');
  const recordings = cells.map(({ options, digest }) => cellRecording(options.id, [...outputs], digest));
  await writeProjectFile(root, 'notebooks/cuda/a.ipynb', formatRecordedNotebook({ environment, cells: recordings }));
}

const markdown = (root: string, locale: 'en' | 'zh-cn' = 'en', siteUrl: string | null = null): Promise<string> =>
  exportedMarkdown({ root, id: 'cuda/a', locale, siteUrl });

describe('a note as Markdown', () => {
  it('begins with what it is, and has each cell with what it printed, as a terminal shows it', async () => {
    const root = await exportProject('## One\n\nText.\n\n```cuda run id=saxpy nvcc="-O3" title="saxpy.cu"\nint main() {}\n```\n\nAfter.');
    await record(root, [{ output_type: 'stream', name: 'stdout', text: '10 %\r\u001b[32m100 %\u001b[0m\n```\n' }]);
    const text = await markdown(root);
    expect(text).toMatch(/^# A note\n\nWhat it says\.\n\nFrom Warpnotes\. Recorded on .+\n\n## One\n/u);
    expect(text.slice(text.indexOf('Text.'))).toBe([
      'Text.', '`saxpy.cu`: `nvcc -arch=native -O3 saxpy.cu -o saxpy && ./saxpy`', '```cpp\nint main() {}\n```',
      'Recorded output:', '````text\n100 %\n```\n````', 'After.\n',
    ].join('\n\n'));
  });

  it('says of a picture that there is one, and of any other output its text', async () => {
    const root = await exportProject('```python run id=one\n1\n```');
    await record(root, [
      { output_type: 'display_data', data: { 'image/png': 'AA==', 'text/plain': '<Figure size 640x480>' }, metadata: {} },
      { output_type: 'execute_result', execution_count: 1, data: { 'text/html': '<b>2</b>', 'text/plain': '2' }, metadata: {} },
      { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: [] },
    ]);
    expect(await markdown(root)).toContain('```text\n[Image made by this cell]\n2\nValueError: no\n```');
  });

  it('shows no output of other code, and says where a cell printed nothing', async () => {
    const root = await exportProject('```python run id=one\n1\n```');
    expect(await markdown(root)).toMatch(/```python\n1\n```\n\n\(not recorded\)\n$/u);
    await record(root, []);
    expect(await markdown(root)).toMatch(/The cell printed nothing\.\n$/u);
  });

  it('is in the language of the page, with the cells of the twin and links to the published site', async () => {
    const root = await exportProject('```python run id=one\n1\n```', '见[甲](/zh-cn/cuda/a/)。\n\n<Cell id="one" />');
    await record(root, [{ output_type: 'stream', name: 'stdout', text: '1\n' }]);
    expect(await markdown(root, 'zh-cn', 'https://notes.example/warp/')).toContain(
      '见[甲](https://notes.example/warp/zh-cn/cuda/a/)。\n\n```python\n1\n```\n\n录制的输出：\n\n```text\n1\n```');
  });
});
