import * as v from 'valibot';
import { COMPILER_MIME_TYPE } from '../src/cuda/compiler-mime-type.ts';
import { compilerMessageSchema, type CompilerViewMessage } from '../src/cuda/compiler-message.ts';
import { compilerView, RECORDED, type RecordedViews, shortened } from '../src/cuda/compiler-view.ts';
import { compilerCode, viewRequest } from '../src/kernel/compiler-request.ts';
import { KernelSession, type KernelSessionOptions } from '../src/kernel/kernel-session.ts';
import { formatViews, freshView, isViewable, loadViews, viewsFile } from '../src/notebook/compiler-views.ts';
import { writeNotebook } from '../src/notebook/write-notebook.ts';
import { NoteError } from '../src/note/note-error.ts';
import type { Note, NoteCell } from '../src/note/note.ts';
import { useSession } from './session-use.ts';

export interface ViewsRecorderOptions {
  readonly root: string;
  readonly session: KernelSessionOptions;
  /** `compiler_view.py`. */
  readonly viewSource: string;
  readonly fresh: 'skip' | 'record';
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Records what nvcc makes of the CUDA cells of notes, which needs no GPU. A cell that this machine cannot compile, for a library
 * that it has not, is left out and named; views that are fresh are kept. Resolves with what else went wrong.
 */
export async function recordViews(notes: readonly Note[], options: ViewsRecorderOptions): Promise<readonly string[]> {
  const session = await KernelSession.start(options.session);
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (const note of notes.filter(({ cells }) => cells.some(isViewable))) {
      options.signal.throwIfAborted();
      await recordNoteViews(note, session, options).catch((error: unknown) => {
        failures.push(error instanceof Error ? error.message : String(error));
      });
    }
  };
  const onLeftBehind = (error: unknown): void => { options.log(`The kernel could not be shut down: ${String(error)}`); };
  await useSession({ session, work, signal: options.signal, onLeftBehind });
  return failures;
}

async function recordNoteViews(note: Note, session: KernelSession, { root, viewSource, fresh, log }: ViewsRecorderOptions): Promise<void> {
  const known = fresh === 'skip' ? await loadViews(root, note.id) : null;
  const cells: RecordedViews['cells'] = {};
  for (const cell of note.cells.filter(isViewable)) {
    const made = async () => shortened(compilerView(await viewed(note, cell, session, viewSource)), RECORDED);
    const view = freshView(known, cell) ?? await made().catch((error: unknown) => {
      if (!(error instanceof NoteError)) throw error;
      log(`left out: ${error.message}`);
      return null;
    });
    if (view) cells[cell.options.id] = { digest: cell.digest, view };
  }
  const text = formatViews({ version: 1, cells });
  log(`${note.id}: ${Object.keys(cells).length} cells, ${Math.ceil(text.length / 1000)} kB`);
  await writeNotebook(root, viewsFile(note.id).replace(/^notebooks\//u, ''), text);
}

async function viewed(note: Note, cell: NoteCell, session: KernelSession, viewSource: string): Promise<CompilerViewMessage> {
  const above = note.cells.filter(({ options }) => cell.dependsOn.includes(options.id));
  let found: unknown;
  const said: string[] = [];
  await session.execute(compilerCode(viewSource, viewRequest(cell, above, null)), {
    message: ({ content }) => {
      const { data, traceback } = content as { readonly data?: Record<string, unknown>; readonly traceback?: readonly string[] };
      found ??= data?.[COMPILER_MIME_TYPE];
      said.push(...(traceback ?? []));
    },
  });
  const message = v.safeParse(compilerMessageSchema, found);
  if (message.success && message.output.kind === 'view' && message.output.ok) return message.output;
  const log = message.success && message.output.kind === 'view' ? message.output.log : said.slice(-3).join('\n');
  throw new NoteError(
    { file: note.file, line: cell.line, column: 1 },
    `nvcc made nothing of cell ${cell.options.id}\n${log}`,
    'record it where the cell has what it needs',
  );
}
