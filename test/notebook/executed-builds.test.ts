import { expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { loadNotes } from '../../src/note/note-library.ts';
import { useJupyterServer } from '../kernel/support/shared-server.ts';
import { projectRoot } from '../support/project-root.ts';
import { cellsWithoutGpu, executeCells, NOTE_TIMEOUT } from './executed-cells.ts';

let server: KernelServer;

useJupyterServer((started) => { server = started; });

const notes = (await loadNotes(projectRoot)).filter(({ locale, frontmatter }) => locale === 'en' && ['nvcc', 'cuda'].includes(frontmatter.topic));
const executed = notes.map((note) => ({ ...note, cells: cellsWithoutGpu(note) })).filter(({ cells }) => cells.length > 0);

it('every note on nvcc has cells that need no GPU', () => {
  const ids = executed.map(({ id }) => id);
  for (const { id } of notes.filter(({ frontmatter }) => frontmatter.topic === 'nvcc')) expect(ids).toContain(id);
});

it.each(executed)('the cells of $id that need no GPU do on this machine what is recorded', (note) => executeCells(note, note.cells, server), NOTE_TIMEOUT);
