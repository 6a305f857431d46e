import { describe, expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { loadNotes } from '../../src/note/note-library.ts';
import { useJupyterServer } from '../kernel/support/shared-server.ts';
import { projectRoot } from '../support/project-root.ts';
import { cellsWithoutGpu, executeCells, NOTE_TIMEOUT, notesWithoutGpu } from './executed-cells.ts';

let server: KernelServer;

useJupyterServer((started) => { server = started; });

const notes = (await loadNotes(projectRoot)).filter(({ locale }) => locale === 'en');

describe.each(['os', 'system-design', 'python-and-tools'])('the notes in %s', (topic) => {
  const ofTopic = notes.filter(({ frontmatter }) => frontmatter.topic === topic);

  it('are three, whose cells need no GPU', () => {
    expect(ofTopic).toHaveLength(3);
    for (const note of ofTopic) expect(cellsWithoutGpu(note), note.id).toEqual(note.cells.map((cell) => ({ cell, kind: 'recorded' })));
  });

  it.each(ofTopic)('do on this machine what is recorded: $id', (note) => executeCells(note, server), NOTE_TIMEOUT);
});

it.each(await notesWithoutGpu('pytorch'))(
  'the cells of $id that need neither a GPU nor PyTorch do on this machine what is recorded',
  (note) => executeCells(note, server), NOTE_TIMEOUT,
);
