import type { MachineEnvironment } from './gpu-environment.ts';

/**
 * The name of a kind of machine, under which its recordings are kept: its GPU and compute capability (`nvidia-h200-sm90`), or
 * `cpu` for one without a GPU. Driver, toolkit and the number of GPUs are not in it: a newer one records in place of an older.
 */
export function environmentKey({ gpuName, computeCapability }: Pick<MachineEnvironment, 'gpuName' | 'computeCapability'>): string {
  if (gpuName === null) return 'cpu';
  const capability = computeCapability === null ? '' : ` sm${computeCapability.replace('.', '')}`;
  return `${gpuName}${capability}`.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-').replaceAll(/^-|-$/gu, '');
}

/**
 * The notebook that holds what a note's cells printed, from the project's root: the reference recording, which the page shows
 * first, or that of another kind of machine beside it (`notebooks/cuda/warps.cpu.ipynb`).
 */
export function notebookFile(noteId: string, environment: string | null = null): string {
  return `notebooks/${noteId}${environment === null ? '' : `.${environment}`}.ipynb`;
}

/** Which recording a notebook is: of which note, and of which machine beside the reference's (null). */
export interface RecordingPlace {
  readonly noteId: string;
  readonly environment: string | null;
}

/** Reads a path from the project's root; null for what `notebookFile` does not make. */
export function parseNotebookPath(path: string): RecordingPlace | null {
  const match = /^notebooks\/([a-z0-9-]+\/[a-z0-9-]+)(?:\.([a-z0-9-]+))?\.ipynb$/u.exec(path.replaceAll('\\', '/'));
  return match?.[1] === undefined ? null : { noteId: match[1], environment: match[2] ?? null };
}

/** What is recorded of a note: by which machine its reference was made (null where there is none), and which others there are. */
export interface KnownRecordings {
  readonly reference: string | null;
  readonly others: readonly string[];
}

/**
 * Where a machine's recording of a note belongs: null for the reference. A machine takes the reference's place where it made
 * that one, or where there is none yet and it can run all cells; never that of another machine.
 */
export function recordingPlaceOf(machine: string, { reference, others }: KnownRecordings, runs: 'all' | 'some'): string | null {
  if (reference === machine) return null;
  return reference === null && runs === 'all' && !others.includes(machine) ? null : machine;
}
