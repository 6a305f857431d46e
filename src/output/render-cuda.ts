import {
  buildFailed,
  type CudaBuild,
  type CudaDiagnostic,
  type CudaExit,
  type CudaMessage,
  type CudaResource,
} from '../cuda/cuda-message.ts';
import { escapeHtml } from './escape-html.ts';
import { formatSeconds, type OutputLabels } from './labels.ts';
import { textHtml } from './render-text.ts';

/** A message of the CUDA helper as HTML; empty for a program that ended well. */
export function cudaHtml(message: CudaMessage, labels: OutputLabels): string {
  switch (message.kind) {
    case 'build':
      return buildHtml(message, labels);
    case 'exit':
      return exitHtml(message, labels);
    case 'no-device':
      return message.driver
        ? calloutHtml('no-device', labels.noDeviceTitle, labels.noDevice)
        : calloutHtml('no-device', labels.noDriverTitle, labels.noDriver);
    case 'no-nvcc':
      return calloutHtml('no-nvcc', labels.noNvccTitle, labels.noNvcc, searchedHtml(message.searched, labels));
  }
}

function buildHtml(build: CudaBuild, labels: OutputLabels): string {
  const failed = buildFailed(build);
  return (
    `<div class="cuda-build ${failed ? 'cuda-build-failed' : 'cuda-build-done'}">` +
    `<p class="cuda-status">${escapeHtml(buildSentence(build, failed, labels))}</p>` +
    diagnosticsHtml(build.diagnostics, labels) +
    resourcesHtml(build.resources, labels) +
    logHtml(build, labels) +
    '</div>'
  );
}

function buildSentence(build: CudaBuild, failed: boolean, labels: OutputLabels): string {
  const seconds = formatSeconds(build.seconds);
  if (failed) return labels.compileFailed(seconds);
  // The time of a cached build says nothing about nvcc.
  return build.cached ? labels.fromCache : labels.compiled(seconds);
}

function diagnosticsHtml(diagnostics: readonly CudaDiagnostic[], labels: OutputLabels): string {
  if (diagnostics.length === 0) return '';
  return `<ul class="cuda-diagnostics">${diagnostics.map((item) => diagnosticHtml(item, labels)).join('')}</ul>`;
}

function diagnosticHtml(item: CudaDiagnostic, labels: OutputLabels): string {
  const place = [item.file, item.line, item.line === null ? null : item.column].filter((part) => part !== null && part !== '');
  const line = item.line === null ? '' : ` data-line="${item.line}"`;
  const [text = '', ...quoted] = item.text.split('\n');
  const excerpt = quoted.length > 0 ? `<pre class="cuda-excerpt">\n${escapeHtml(quoted.join('\n'))}</pre>` : '';
  const code = place.length > 0 ? `<code class="cuda-place">${escapeHtml(place.join(':'))}</code> ` : '';
  return (
    `<li class="cuda-diagnostic cuda-${item.severity}"${line}>` +
    `<span class="cuda-severity">${escapeHtml(labels.severity[item.severity])}</span> ${code}` +
    `<span class="cuda-text">${escapeHtml(text)}</span>${excerpt}</li>`
  );
}

function resourcesHtml(resources: readonly CudaResource[], labels: OutputLabels): string {
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
    `</tr></thead><tbody>${resources.map(resourceRow).join('')}</tbody></table></div></details>`
  );
}

function resourceRow(item: CudaResource): string {
  const spills = `${item.spillStores} / ${item.spillLoads}`;
  const spilled = item.spillStores + item.spillLoads > 0 ? ' class="cuda-spilled"' : '';
  return (
    `<tr><th scope="row"><code>${escapeHtml(item.kernel)}</code></th><td>${escapeHtml(item.arch)}</td>` +
    `<td>${item.registers}</td><td${spilled}>${spills}</td><td>${item.sharedBytes}</td>` +
    `<td>${item.stackBytes}</td><td>${item.constantBytes}</td></tr>`
  );
}

function logHtml(build: CudaBuild, labels: OutputLabels): string {
  if (build.log.trim() === '') return '';
  const text = build.command === '' ? build.log : `$ ${build.command}\n${build.log}`;
  return (
    `<details class="cuda-log"><summary>${escapeHtml(labels.compilerOutput)}</summary>` +
    `${textHtml(text, 'cuda-log-text', labels)}</details>`
  );
}

function exitHtml(exit: CudaExit, labels: OutputLabels): string {
  const seconds = formatSeconds(exit.seconds);
  if (exit.signal !== null) return exitLine(labels.killed(exit.signal, seconds));
  return exit.code === null || exit.code === 0 ? '' : exitLine(labels.exited(String(exit.code), seconds));
}

const exitLine = (sentence: string): string => `<p class="cuda-status cuda-exit">${escapeHtml(sentence)}</p>`;

function searchedHtml(places: readonly string[], labels: OutputLabels): string {
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

/** A sentence as HTML, with code where it has backquotes. */
export const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/gu, '<code>$1</code>');
