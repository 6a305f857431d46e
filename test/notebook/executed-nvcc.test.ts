import { expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { useJupyterServer } from '../kernel/support/shared-server.ts';
import { executeCells, NOTE_TIMEOUT, notesWithoutGpu } from './executed-cells.ts';

let server: KernelServer;

useJupyterServer((started) => { server = started; });

const executed = await notesWithoutGpu('nvcc');

it('every note on nvcc has cells that need no GPU', () => {
  expect(executed).toHaveLength(6);
});

it.each(executed)('the cells of $id that need no GPU do on this machine what is recorded', (note) => executeCells(note, server), NOTE_TIMEOUT);
