import type { OpenedFile } from '../cuda/compiler-message.ts';
import type { CompilerView } from '../cuda/compiler-view.ts';
import type { CompilerLabels } from '../i18n/compiler-labels.ts';
import { escapeHtml } from '../output/escape-html.ts';
import { formatCount } from '../i18n/format-count.ts';
import { formatSize } from '../output/labels.ts';

export interface StagesOptions {
  readonly view: CompilerView;
  readonly labels: CompilerLabels;
  /** Brings a file that nvcc kept; null where there is no server that keeps them. */
  readonly open: ((name: string) => Promise<OpenedFile | null>) | null;
}

const ROW = 60;

/** nvcc's commands as a picture, two lanes with what flows between them; the images of the program; the files between the stages. */
export function showStages(root: HTMLElement, { view, labels, open }: StagesOptions): void {
  const stages = view.stages.length > 0 ? pictureHtml(view, labels) + imagesHtml(view, labels) : `<p>${escapeHtml(labels.oneStage)}</p>`;
  root.innerHTML = stages + filesHtml(view, labels, open !== null);
  const detail = root.querySelector<HTMLElement>('.compiler-command');
  const boxes = [...root.querySelectorAll<HTMLButtonElement>('.compiler-stage')];
  for (const [index, box] of boxes.entries()) {
    box.addEventListener('click', () => {
      const stage = view.stages[index];
      if (!stage || !detail) return;
      for (const each of boxes) each.ariaPressed = String(each === box);
      for (const path of root.querySelectorAll('.compiler-flow path')) {
        path.classList.toggle('compiler-lit', [(path as SVGElement).dataset['from'], (path as SVGElement).dataset['to']].includes(String(index)));
      }
      detail.textContent = stage.command;
    });
  }
  for (const button of root.querySelectorAll<HTMLButtonElement>('.compiler-files button')) {
    button.addEventListener('click', () => { void showFile(button, root, labels, open); });
  }
}

async function showFile(button: HTMLButtonElement, root: HTMLElement, labels: CompilerLabels, open: StagesOptions['open']): Promise<void> {
  const place = root.querySelector<HTMLElement>('.compiler-file');
  if (!place || !open) return;
  button.disabled = true;
  const file = await open(button.value).finally(() => { button.disabled = false; });
  place.hidden = false;
  place.textContent = file === null ? labels.notDone : file.text ?? labels.noText;
  if (file?.text != null && file.text.length < file.bytes - file.text.length / 10) place.append(`\n… ${labels.beginning}`);
  button.focus();
}

function pictureHtml({ stages }: CompilerView, labels: CompilerLabels): string {
  const madeBy = new Map<string, number>();
  const edges: { from: number; to: number }[] = [];
  for (const [to, { reads, writes }] of stages.entries()) {
    for (const from of new Set(reads.flatMap((name) => madeBy.get(name) ?? []))) edges.push({ from, to });
    for (const name of writes) madeBy.set(name, to);
  }
  const x = (index: number): number => (stages[index]?.side === 'host' ? 25 : 75);
  const paths = edges.map(({ from, to }) => {
    const [top, bottom] = [from * ROW + ROW / 2 + 20, to * ROW + ROW / 2 - 20];
    // Past the boxes of its own lane, an edge goes beside them.
    const skips = to - from > 1 && stages.slice(from + 1, to).some(({ side }) => side === stages[from]?.side);
    const aside = skips ? (x(from) < 50 ? -23 : 23) : 0;
    const bend = `C ${x(from) + aside * 1.3} ${top + 26}, ${x(to) + (x(to) === x(from) ? aside * 1.3 : 0)} ${bottom - 26}`;
    return `<path data-from="${from}" data-to="${to}" d="M ${x(from)} ${top} ${bend}, ${x(to)} ${bottom}"/>`;
  });
  const boxes = stages.map(({ tool, side, reads, writes }) => (
    `<li class="compiler-${side}"><button type="button" class="compiler-stage" aria-pressed="false"><b>${escapeHtml(tool)}</b>` +
    `<span class="sr-only"> ${escapeHtml(side === 'host' ? labels.host : labels.device)}, ${escapeHtml(labels.reads)} ${escapeHtml(reads.join(', '))}, ${escapeHtml(labels.writes)} </span>` +
    `<small>${escapeHtml(writes.filter((name) => !/\.cudafe1\.(?:c|gpu|stub\.c)$/u.test(name)).slice(0, 2).join(', ') || writes.slice(0, 1).join(''))}</small></button></li>`
  ));
  return (
    `<p class="compiler-hint">${escapeHtml(labels.stagesText)}</p><div class="compiler-lanes" aria-hidden="true"><span>${escapeHtml(labels.host)}</span><span>${escapeHtml(labels.device)}</span></div>` +
    `<div class="compiler-picture"><svg class="compiler-flow" aria-hidden="true" viewBox="0 0 100 ${stages.length * ROW}" preserveAspectRatio="none">${paths.join('')}</svg>` +
    `<ol>${boxes.join('')}</ol></div><pre class="compiler-command" tabindex="0" role="status"></pre>`
  );
}

function imagesHtml({ images }: CompilerView, labels: CompilerLabels): string {
  if (images.length === 0) return '';
  const most = Math.max(...images.map(({ bytes }) => bytes));
  const rows = images.map(({ kind, arch, bytes, whole }) => (
    `<tr><th scope="row">${escapeHtml(labels.imageKind[kind])}</th><td>${kind === 'elf' ? 'sm' : 'compute'}_${escapeHtml(arch)}</td>` +
    `<td><meter min="0" max="${most}" value="${bytes}" aria-hidden="true"></meter> ${formatCount(bytes)}</td><td>${formatCount(whole)}</td></tr>`
  ));
  return (
    `<p class="compiler-heading">${escapeHtml(labels.images)}</p><div class="compiler-wide"><table class="compiler-table"><tr>` +
    `${labels.image.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr>${rows.join('')}</table></div>`
  );
}

function filesHtml({ files }: CompilerView, labels: CompilerLabels, canOpen: boolean): string {
  if (files.length === 0) return '';
  const items = files.map(({ name, bytes }) => {
    const button = canOpen ? `<button type="button" value="${escapeHtml(name)}" aria-label="${escapeHtml(labels.openFile(name))}"><code>${escapeHtml(name)}</code></button>` : `<code>${escapeHtml(name)}</code>`;
    return `<li>${button} ${formatSize(bytes)}</li>`;
  });
  return (
    `<p class="compiler-heading">${escapeHtml(labels.files)}</p>${canOpen ? '' : `<p class="compiler-hint">${escapeHtml(labels.openNeedsKernel)}</p>`}` +
    `<ul class="compiler-files">${items.join('')}</ul><pre class="compiler-file" tabindex="0" hidden></pre>`
  );
}
