import type { ViewedKernel } from '../cuda/compiler-view.ts';
import { occupancyOf, smLimits, smOf } from '../cuda/occupancy.ts';
import { occupancyText, percentOf } from '../figures/occupancy-text.ts';
import type { CompilerLabels } from '../i18n/compiler-labels.ts';
import type { Locale } from '../i18n/locale.ts';
import { escapeHtml } from '../output/escape-html.ts';
import { formatCount } from '../i18n/format-count.ts';
import type { CudaLabels } from '../output/cuda-labels.ts';

export interface ResourcesOptions {
  /** The kernel as each compilation has it: the panel's, and the one that it is compared with. */
  readonly kernels: readonly (readonly [flags: string, kernel: ViewedKernel])[];
  readonly labels: CompilerLabels;
  readonly words: CudaLabels;
  readonly locale: Locale;
}

/** What a kernel takes, and how many of its warps an SM holds for that (our own calculation, `cuda/occupancy.ts`). */
export function showResources(root: HTMLElement, options: ResourcesOptions): void {
  root.innerHTML = resourcesHtml(options);
  const form = root.querySelector('form');
  const result = root.querySelector('output');
  if (!form || !result) return;
  const update = (): void => {
    const data = new FormData(form);
    const [threads, dynamicShared] = [Number(data.get('threads')), Number(data.get('shared'))];
    if (!form.checkValidity()) return;
    const limits = smOf(form.querySelector('select')?.value ?? '9.0');
    result.innerHTML = options.kernels.map(([flags, kernel]) => {
      const needs = { threads, dynamicShared, registers: kernel.registers, staticShared: kernel.sharedBytes, barriers: 1 };
      const occupancy = occupancyOf(limits, needs);
      const sentence = escapeHtml(occupancyText[options.locale].summary(limits, occupancy));
      const name = options.kernels.length > 1 ? `<code>${escapeHtml(flags)}</code> ` : '';
      return `<p>${name}${sentence}</p><meter min="0" max="1" value="${occupancy.share}" aria-label="${percentOf(occupancy.share)}"></meter>`;
    }).join('');
  };
  form.addEventListener('input', update);
  form.addEventListener('submit', (event) => { event.preventDefault(); });
  update();
}

function resourcesHtml({ kernels, labels, words, locale }: ResourcesOptions): string {
  const [, first] = kernels[0] ?? [];
  if (!first) return '';
  const rows: readonly (readonly [string, (kernel: ViewedKernel) => string])[] = [
    [words.architecture, ({ arch }) => arch],
    [words.registers, ({ registers }) => String(registers)],
    [words.spills, ({ spillStores, spillLoads }) => `${formatCount(spillStores)} / ${formatCount(spillLoads)}`],
    [words.stack, ({ stackBytes }) => formatCount(stackBytes)],
    [words.sharedMemory, ({ sharedBytes }) => formatCount(sharedBytes)],
    [words.constantMemory, ({ constantBytes }) => formatCount(constantBytes)],
    [labels.maxThreads, ({ maxThreads }) => (maxThreads === null ? '–' : String(maxThreads))],
  ];
  const heads = kernels.length > 1 ? `<tr><td></td>${kernels.map(([flags]) => `<th scope="col"><code>${escapeHtml(flags)}</code></th>`).join('')}</tr>` : '';
  const cells = (value: (kernel: ViewedKernel) => string): string => {
    const values = kernels.map(([, kernel]) => value(kernel));
    const differs = new Set(values).size > 1 ? ' class="compiler-differs"' : '';
    return values.map((each) => `<td${differs}>${escapeHtml(each)}</td>`).join('');
  };
  const own = /^sm_(\d+)(\d)/u.exec(first.arch);
  const capability = own && smLimits.some((each) => each.computeCapability === `${own[1]}.${own[2]}`) ? `${own[1]}.${own[2]}` : '9.0';
  const capabilities = smLimits.map(({ computeCapability: each }) => `<option${each === capability ? ' selected' : ''}>${each}</option>`).join('');
  return (
    `<div class="compiler-wide"><table class="compiler-table">${heads}${rows.map(([head, value]) => (
      `<tr><th scope="row">${escapeHtml(head)}</th>${cells(value)}</tr>`
    )).join('')}</table></div>` +
    `<form class="compiler-occupancy"><fieldset><legend>${escapeHtml(labels.occupancy)}</legend>` +
    `<label>${escapeHtml(labels.occupancyFor)} <select name="capability">${capabilities}</select></label>` +
    `<label>${escapeHtml(labels.threads)} <input type="number" name="threads" min="1" max="1024" required value="${first.maxThreads ?? 256}"></label>` +
    `<label>${escapeHtml(labels.dynamicShared)} <input type="number" name="shared" min="0" max="233472" step="16" required value="0"></label>` +
    `</fieldset><output lang="${locale}"></output></form>`
  );
}
