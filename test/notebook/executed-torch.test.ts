import { expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { loadNotes } from '../../src/note/note-library.ts';
import { useJupyterServer } from '../kernel/support/shared-server.ts';
import { projectRoot } from '../support/project-root.ts';
import { executeOnTorch, needsTorch, TORCH_NOTE_TIMEOUT, torchPython } from './executed-cells.ts';

const notes = (await loadNotes(projectRoot)).filter((note) => note.locale === 'en' && needsTorch(note));

it('every note that needs PyTorch says which of its lines are the same on every machine', () => {
  expect(notes.length).toBeGreaterThanOrEqual(13);
  expect(notes.filter(({ cells }) => cells.every(({ options }) => options.same.length === 0)).map(({ id }) => id)).toEqual([]);
});

if (torchPython === undefined) {
  it('the cells that need PyTorch are run on a CPU', (context) => {
    context.skip('WARPNOTES_TORCH_PYTHON names no Python that has torch (CONTRIBUTING.md, "Cells on a CPU")');
  });
} else {
  let server: KernelServer;
  useJupyterServer((started) => { server = started; }, torchPython);

  it.each(notes)('the cells of $id do on a CPU what is recorded, where it is the same on every machine', async (note) => {
    await executeOnTorch(note, server);
  }, TORCH_NOTE_TIMEOUT);
}
