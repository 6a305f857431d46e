import * as v from 'valibot';
import {
  buildFailed,
  cudaMessageSchema,
  type CudaBuild,
  type CudaDiagnostic,
  type CudaExit,
  type CudaMessage,
  type CudaResource,
} from '../cuda/cuda-message.ts';
import { ADVICE_NOTES, adviceOf, type DiagnosticAdvice } from '../cuda/diagnostic-advice.ts';
import type { LineMark } from '../cuda/line-marks.ts';
import { escapeHtml } from './escape-html.ts';
import type { FailureWords } from './failure-labels.ts';
import type { CudaLabels } from './cuda-labels.ts';
import { formatSeconds } from './labels.ts';
import { textHtml } from './render-text.ts';
import { checkHtml, memoryHtml, noToolHtml } from './render-tools.ts';
import { withCode } from './with-code.ts';

/** The address of a note on the page's site; null where there is no link to be made. */
export type NoteHref = (note: string) => string | null;

/** Shows what came under the type of the CUDA helper; undefined for what is no message of it. */
export function cudaRenderer(labels: CudaLabels, noteHref?: NoteHref): (data: unknown) => string | undefined {
  return (data) => {
    const message = v.safeParse(cudaMessageSchema, data);
    return message.success ? cudaHtml(message.output, labels, noteHref) : undefined;
  };
}

/** A message of the CUDA helper as HTML; empty for a program that ended well. */
export function cudaHtml(message: CudaMessage, labels: CudaLabels, noteHref: NoteHref = () => null): string {
  switch (message.kind) {
    case 'build':
      return buildHtml(message, labels, noteHref);
    case 'exit':
      return exitHtml(message, labels);
    case 'no-device':
      return message.driver
        ? calloutHtml('no-device', labels.noDeviceTitle, labels.noDevice)
        : calloutHtml('no-device', labels.noDriverTitle, labels.noDriver);
    case 'no-nvcc':
      return message.broken === null || message.broken === undefined
        ? calloutHtml('no-nvcc', labels.noNvccTitle, labels.noNvcc, searchedHtml(message.searched, labels))
        : calloutHtml('no-nvcc', labels.brokenNvccTitle, labels.brokenNvcc(message.broken), searchedHtml(message.searched, labels));
    case 'check':
      return checkHtml(message, labels);
    case 'no-tool':
      return noToolHtml(message, labels);
    case 'memory':
      return memoryHtml(message, labels);
  }
}

function buildHtml(build: CudaBuild, labels: CudaLabels, noteHref: NoteHref): string {
  const failed = buildFailed(build);
  return (
    `<div class="cuda-build ${failed ? 'cuda-build-failed' : 'cuda-build-done'}">` +
    `<p class="cuda-status">${escapeHtml(buildSentence(build, failed, labels))}</p>` +
    diagnosticsHtml(build.diagnostics, labels, noteHref) +
    resourcesHtml(build.resources, labels, noteHref) +
    logHtml(build, labels) +
    '</div>'
  );
}

function buildSentence(build: CudaBuild, failed: boolean, labels: CudaLabels): string {
  const seconds = formatSeconds(build.seconds);
  if (failed) return labels.compileFailed(seconds);
  // The time of a cached build says nothing about nvcc.
  return build.cached ? labels.fromCache : labels.compiled(seconds);
}

function diagnosticsHtml(diagnostics: readonly CudaDiagnostic[], labels: CudaLabels, noteHref: NoteHref): string {
  if (diagnostics.length === 0) return '';
  return `<ul class="cuda-diagnostics">${diagnostics.map((item) => diagnosticHtml(item, labels, noteHref)).join('')}</ul>`;
}

function diagnosticHtml(item: CudaDiagnostic, labels: CudaLabels, noteHref: NoteHref): string {
  const place = [item.file, item.line, item.line === null ? null : item.column].filter((part) => part !== null && part !== '');
  const line = item.line === null ? '' : ` data-line="${item.line}"`;
  const [, ...quoted] = item.text.split('\n');
  const excerpt = quoted.length > 0 ? `<pre class="cuda-excerpt">\n${escapeHtml(quoted.join('\n'))}</pre>` : '';
  const code = place.length > 0 ? `<code class="cuda-place">${escapeHtml(place.join(':'))}</code> ` : '';
  return (
    `<li class="cuda-diagnostic cuda-${item.severity}"${line}>` +
    `<span class="cuda-severity">${escapeHtml(labels.severity[item.severity])}</span> ${code}` +
    `${sentenceHtml(item)}${excerpt}${adviceHtml(adviceOf(item), labels, noteHref)}</li>`
  );
}

/** A diagnostic below the line that it is about; the tool is named where it is not the compiler that read the line. */
export function lineMarkHtml({ diagnostic: item }: LineMark, labels: CudaLabels, noteHref: NoteHref): string {
  const tool = item.line === null || item.file.endsWith('.ptx') ? `<code class="cuda-place">${escapeHtml(item.file)}</code> ` : '';
  return (
    `<div class="cell-mark cuda-${item.severity}"><span class="cuda-severity">${escapeHtml(labels.severity[item.severity])}</span> ` +
    `${tool}${sentenceHtml(item)}${adviceHtml(adviceOf(item), labels, noteHref)}</div>`
  );
}

/** What a diagnostic says; a message of several sentences, as those of `#error` are, is folded after the first. */
function sentenceHtml({ text }: CudaDiagnostic): string {
  const [sentence = ''] = text.split('\n');
  const [, first = sentence, rest = ''] = sentence.length > 200 ? (/^(.{40,}?[.!;])\s+(.+)$/u.exec(sentence) ?? []) : [];
  if (rest === '') return `<span class="cuda-text">${escapeHtml(sentence)}</span>`;
  return `<details class="cuda-text"><summary>${escapeHtml(first)}</summary>${escapeHtml(rest)}</details>`;
}

function adviceHtml(advice: DiagnosticAdvice | null, labels: CudaLabels, noteHref: NoteHref): string {
  if (!advice) return '';
  const [text, link] = labels.advice[advice];
  const note = ADVICE_NOTES[advice];
  const href = note === null ? null : noteHref(note);
  const more = href === null ? '' : ` <a href="${escapeHtml(href)}">${escapeHtml(link)}</a>`;
  return `<p class="cuda-advice">${withCode(text)}${more}</p>`;
}

function resourcesHtml(resources: readonly CudaResource[], labels: CudaLabels, noteHref: NoteHref): string {
  if (resources.length === 0) return '';
  const kernels = new Set(resources.map((item) => item.kernel)).size;
  const heads = [
    labels.kernel,
    labels.architecture,
    labels.registers,
    labels.spills,
    labels.sharedMemory,
    labels.stack,
    labels.constantMemory,
  ];
  return (
    `<details class="cuda-resources"><summary>${escapeHtml(labels.resources(String(kernels)))}</summary>` +
    '<div class="cuda-table"><table><thead><tr>' +
    heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('') +
    `</tr></thead><tbody>${resources.map(resourceRow).join('')}</tbody></table></div>` +
    `${adviceHtml(resources.some(spills) ? 'spills' : null, labels, noteHref)}</details>`
  );
}

const spills = ({ spillStores, spillLoads }: CudaResource): boolean => spillStores + spillLoads > 0;

function resourceRow(item: CudaResource): string {
  const spilled = spills(item) ? ' class="cuda-spilled"' : '';
  return (
    `<tr><th scope="row"><code>${escapeHtml(item.kernel)}</code></th><td>${escapeHtml(item.arch)}</td>` +
    `<td>${item.registers}</td><td${spilled}>${item.spillStores} / ${item.spillLoads}</td><td>${item.sharedBytes}</td>` +
    `<td>${item.stackBytes}</td><td>${item.constantBytes}</td></tr>`
  );
}

function logHtml(build: CudaBuild, labels: CudaLabels): string {
  if (build.log.trim() === '') return '';
  const text = build.command === '' ? build.log : `$ ${build.command}\n${build.log}`;
  return (
    `<details class="cuda-log"><summary>${escapeHtml(labels.compilerOutput)}</summary>` +
    `${textHtml(text, 'cuda-log-text', labels)}</details>`
  );
}

function exitHtml(exit: CudaExit, labels: CudaLabels): string {
  const seconds = formatSeconds(exit.seconds);
  const which = exit.rank === undefined ? '' : labels.rankFailed(String(exit.rank));
  if (exit.signal !== null) return exitLine(which + labels.killed(exit.signal, seconds));
  return exit.code === null || exit.code === 0 ? '' : exitLine(which + labels.exited(String(exit.code), seconds));
}

const exitLine = (sentence: string): string => `<p class="cuda-status cuda-exit">${escapeHtml(sentence)}</p>`;

function searchedHtml(places: readonly string[], labels: CudaLabels): string {
  if (places.length === 0) return '';
  const items = places.map((place) => `<li><code>${escapeHtml(place)}</code></li>`).join('');
  return `<p class="output-callout-list">${escapeHtml(labels.searched)}</p><ul>${items}</ul>`;
}

function calloutHtml(kind: string, title: string, text: string, more = ''): string {
  return (
    `<div class="output-callout output-callout-${kind}" role="note">` +
    `<p class="output-callout-title">${escapeHtml(title)}</p><p>${withCode(text)}</p>${more}</div>`
  );
}

/** What an output does not say itself, below it. */
export function failureHtml([what, cure]: FailureWords): string {
  return `<div class="output-callout cuda-failure" role="note"><p class="output-callout-title">${withCode(what)}</p><p>${withCode(cure)}</p></div>`;
}
