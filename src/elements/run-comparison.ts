import type { PrintedText } from '../cell/output-comparison.ts';
import { comparisonLabels, type ComparisonLabels } from '../i18n/comparison-labels.ts';
import { localeOf } from '../i18n/locale.ts';
import type { ToldComparison } from './comparison-tables.ts';

/** A run that has ended, beside the recordings of its cell. */
interface ComparedRun {
  readonly kind: 'metrics' | 'text';
  /** Whether it ended as the recorded one did; its outputs are compared only then. */
  readonly ended: 'alike' | 'otherwise';
}

/** The last run of each cell: a choice of another machine compares it anew. */
const runs = new Map<HTMLElement, ComparedRun>();

/** Says under the outputs of a cell how they compare with the recording that is shown, and sets both side by side where they differ. */
export function compareRun(cell: HTMLElement, kind: ComparedRun['kind'], ended: ComparedRun['ended']): void {
  if (runs.size === 0) document.addEventListener('warpnotes:machine', () => { for (const [each, run] of runs) showOrWarn(each, run); });
  const run = { kind, ended };
  runs.set(cell, run);
  showOrWarn(cell, run);
}

function showOrWarn(cell: HTMLElement, run: ComparedRun): void {
  show(cell, run).catch((error: unknown) => { console.warn('The run was not compared with the recording.', error); });
}

async function show(cell: HTMLElement, run: ComparedRun): Promise<void> {
  const labels = comparisonLabels[localeOf(document.documentElement.lang)];
  const [place, said, recorded, live] = ['.cell-comparison', '.cell-comparison [role=status]', '.cell-machine:not([hidden])', '.cell-live']
    .map((selector) => cell.querySelector<HTMLElement>(selector));
  if (!place || !said || !recorded || !live) throw new Error('a cell without recorded outputs is compared with nothing');
  const machine = recorded.dataset['gpu'] ?? null;
  const told = run.ended === 'alike' ? await tell(printedText(recorded), printedText(live), run.kind, machine, labels) : { sentence: labels.failed, html: '' };
  // Another run has ended meanwhile, or another machine was chosen.
  if (runs.get(cell) !== run || recorded.hidden) return;
  said.textContent = told.sentence;
  fold(place, told.html, labels);
}

/** What compares is loaded where there is something to compare. */
async function tell(recorded: PrintedText, live: PrintedText, kind: ComparedRun['kind'], machine: string | null, labels: ComparisonLabels): Promise<ToldComparison> {
  if (JSON.stringify(recorded) === JSON.stringify(live)) return { sentence: labels.same(machine), html: '' };
  const { tellComparison } = await import('./comparison-tables.ts');
  return tellComparison(recorded, live, kind, machine, labels);
}

/** What stays open over runs is what the reader opened. */
function fold(place: HTMLElement, html: string, labels: ComparisonLabels): void {
  const open = place.querySelector('button')?.getAttribute('aria-expanded') === 'true';
  place.querySelector('button')?.remove();
  place.querySelector('.cell-comparison-tables')?.remove();
  if (html === '') return;
  const body = document.createElement('div');
  body.className = 'cell-comparison-tables';
  body.id = `${place.id}-tables`;
  body.hidden = !open;
  body.innerHTML = html;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = labels.show;
  button.setAttribute('aria-expanded', String(open));
  button.setAttribute('aria-controls', body.id);
  button.addEventListener('click', () => {
    body.hidden = !body.hidden;
    button.setAttribute('aria-expanded', String(!body.hidden));
  });
  place.append(button, body);
}

/** The text of outputs as they are shown; tables, pictures and what the compiler said are not compared. */
function printedText(outputs: HTMLElement): PrintedText {
  const of = (selector: string): string => [...outputs.querySelectorAll(selector)].reduce((text, { textContent }) => (
    text === '' || text.endsWith('\n') ? text + textContent : `${text}\n${textContent}`
  ), '');
  return { stdout: of('.output-stdout'), stderr: of('.output-stderr'), other: of('.output-plain, .output-error-title') };
}
