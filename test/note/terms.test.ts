import { describe, expect, it } from 'vitest';
import { noteNeeds } from '../../src/note/note-needs.ts';
import type { Note } from '../../src/note/note.ts';
import { readNote } from '../../src/note/read-note.ts';
import { readingMinutes } from '../../src/note/reading-time.ts';
import { loadTerms, withTerms } from '../../src/note/terms.ts';
import { noteText, temporaryProject } from './note-text.ts';
import { testTerm } from './test-term.ts';

const entry = (id: string) => `- { id: ${id}, topic: cuda, en: [${id}], zh-cn: [词], note: cuda/a, means: { en: X., zh-cn: 某。 } }\n`;
const read = (text: string): Promise<Note> => readNote(noteText(text), 'notes/cuda/a.mdx', { id: 'cuda/a', locale: 'en' });

describe('loadTerms', () => {
  it('links a term in all topics where nothing else is said', async () => {
    const [term] = await loadTerms(await temporaryProject({ 'notes/terms.yaml': entry('warp') }));
    expect(term?.linked).toContain('os');
  });

  it.each([
    ['an id that is there twice', entry('warp') + entry('lane') + entry('warp'), /^notes\/terms\.yaml:3:1: the term "warp" is there twice \(line 1/u],
    ['a topic that is none', entry('warp').replace('topic: cuda', 'topic: gpu'), /terms\.yaml:1:1: topic: /u],
    ['a missing meaning', entry('warp').replace(', zh-cn: 某。', ''), /terms\.yaml:1:1: means\.zh-cn: /u],
  ])('names the place of %s', async (_, text, message) => {
    await expect(loadTerms(await temporaryProject({ 'notes/terms.yaml': text }))).rejects.toThrow(message);
  });
});

describe('what search knows of terms', () => {
  it('is that the forms of a term mean the same, said once', () => {
    const known = [{ en: ['warp'], zh: ['线程束'] }];
    const terms = [
      testTerm('warp', { en: ['warp'], 'zh-cn': ['线程束'] }), testTerm('sm', { en: ['streaming multiprocessor', 'SM'], 'zh-cn': ['流多处理器', 'SM'] }),
      testTerm('ptx', { en: ['PTX'], 'zh-cn': ['PTX'] }),
    ];
    expect(withTerms(known, terms)).toEqual([...known, { en: ['streaming multiprocessor', 'SM'], zh: ['流多处理器'] }]);
  });
});

describe('what a list says of a note', () => {
  it('is how many cells need what, the most demanding first', async () => {
    const note = await read('```python run id=a\n```\n\n```cuda run id=b needs=gpu\n```\n\n```python run id=c\n```');
    expect(noteNeeds(note)).toEqual([{ need: 'gpu', cells: 1 }, { need: 'python', cells: 2 }]);
    expect(noteNeeds(await read('Text.'))).toEqual([{ need: 'python', cells: 0 }]);
  });

  it('is the minutes of reading it, in steps of five: 200 words, 350 characters of Chinese or 20 lines of code a minute', async () => {
    const minutes = async (text: string): Promise<number> => {
      const note = await read(text);
      return readingMinutes(note, note);
    };
    expect(await minutes('word '.repeat(10))).toBe(5);
    expect(await minutes('word '.repeat(1400))).toBe(10);
    expect(await minutes('字'.repeat(350 * 6))).toBe(10);
    expect(await minutes(`\`\`\`python run id=a\n${'x = 1\n'.repeat(20 * 6)}\`\`\``)).toBe(10);
    expect(await minutes(`\`\`\`python run id=a hide\n${'x = 1\n'.repeat(20 * 6)}\`\`\``)).toBe(5);
  });
});
