import type { CheckTool, CudaCheck, CudaMemory, CudaNoTool, MemoryHolder } from '../cuda/cuda-message.ts';
import { bottleneck, readProfileLog, type KernelProfile } from '../cuda/profile-log.ts';
import { findingLines, readSanitizerLog, type Finding } from '../cuda/sanitizer-log.ts';
import { escapeHtml } from './escape-html.ts';
import type { CheckLabels, CudaLabels, ProfileLabels } from './cuda-labels.ts';
import { formatSeconds } from './labels.ts';
import type { MarkedLine } from './marked-code.ts';
import { textHtml } from './render-text.ts';
import { withCode } from './with-code.ts';

/** What a tool said of a program, as HTML. */
export function checkHtml(message: CudaCheck, labels: CudaLabels): string {
  const { tool, file, log } = message;
  return `<div class="cuda-check">${tool === 'ncu' ? profileHtml(log, labels) : findingsHtml(tool, file, log, labels)}${toolLogHtml(tool, log, labels)}</div>`;
}

function findingsHtml(tool: CheckTool, file: string, log: string, { check: labels }: CudaLabels): string {
  const { findings, errors, refusal } = readSanitizerLog(log);
  if (refusal !== null) return wordsHtml(labels.refused);
  const own = findings.filter(({ isConsequence }) => !isConsequence);
  const later = findings.length - own.length;
  const cut = errors === null ? `<p class="cuda-status">${escapeHtml(labels.cut)}</p>` : '';
  if (findings.length === 0) return errors === null ? cut : `<p class="cuda-status cuda-check-clean">${escapeHtml(labels.clean(tool))}</p>`;
  const items = own.map((finding) => findingHtml(finding, file, labels)).join('');
  return (
    `<p class="cuda-status cuda-check-found">${escapeHtml(labels.found(tool, own.length))}</p><ul class="cuda-diagnostics">${items}</ul>` +
    (later > 0 ? `<p class="cuda-status">${escapeHtml(labels.consequences(later))}</p>` : '') + cut
  );
}

function findingHtml(finding: Finding, file: string, labels: CheckLabels): string {
  const { places } = finding;
  const [line] = findingLines(finding, file);
  const shown = places.map(({ file: of, line: number, name }) => `${of}:${number} ${name}`);
  const stack = shown.length === 0 ? '' : `<pre class="cuda-excerpt">\n${escapeHtml(shown.join(finding.kind === 'race' ? '\n' : `\n${labels.calledFrom} `))}</pre>`;
  const place = line === undefined ? '' : `<code class="cuda-place">${escapeHtml(`${file}:${line}`)}</code> `;
  const of = line === undefined ? '' : ` data-line="${line}"`;
  return `<li class="cuda-diagnostic cuda-${finding.severity}"${of}><span class="cuda-severity">${escapeHtml(labels.kinds[finding.kind])}</span> ${place}${saidHtml(finding, labels)}${stack}</li>`;
}

/** What the tool says, and which threads did it. */
function saidHtml({ text, details, thread, threads }: Finding, labels: CheckLabels): string {
  const who = thread === null ? '' : `; ${threads > 1 ? labels.threads(threads, thread) : labels.thread(thread)}`;
  return `<span class="cuda-text">${escapeHtml([text, ...details].join(', ') + who)}</span>`;
}

/** The findings of a check at the lines of a file that they are about. */
export function findingMarks({ tool, log }: CudaCheck, file: string, labels: CudaLabels): readonly MarkedLine[] {
  if (tool === 'ncu') return [];
  return readSanitizerLog(log).findings.flatMap((finding) => findingLines(finding, file).map((line) => ({
    line,
    html: `<div class="cell-mark cuda-${finding.severity}"><span class="cuda-severity">${escapeHtml(labels.check.kinds[finding.kind])}</span> ` +
      `<code class="cuda-place">${tool}</code> ${saidHtml(finding, labels.check)}</div>`,
  })));
}

function profileHtml(log: string, { profile: labels }: CudaLabels): string {
  const { profiles, refusal } = readProfileLog(log);
  if (refusal !== null) return wordsHtml(refusal === 'permission' ? labels.permission : labels.refused);
  if (profiles.length === 0) return `<p class="cuda-status">${escapeHtml(labels.none)}</p>`;
  return (
    `<p class="cuda-status">${escapeHtml(labels.title(profiles.length))}</p>${profiles.map((each) => kernelHtml(each, labels)).join('')}` +
    `<p class="cuda-profile-note">${escapeHtml(labels.note)}</p>`
  );
}

function kernelHtml(profile: KernelProfile, labels: ProfileLabels): string {
  const shape = `<<<${profile.grid}, ${profile.block}>>>`;
  const held = bottleneck(profile);
  const rows: readonly (readonly [string, number | null])[] = [
    [labels.compute, profile.compute], [labels.memory, profile.memory], [labels.dram, profile.dram],
    [labels.l2, profile.l2], [labels.l1, profile.l1],
    [labels.occupancy(percent(profile.theoreticalOccupancy)), profile.achievedOccupancy],
  ];
  const time = profile.seconds === null ? '' :
    `<tr><th scope="row">${escapeHtml(labels.duration)}</th><td colspan="2">${duration(profile.seconds)}</td></tr>`;
  return (
    `<div class="cuda-table cuda-profile"><table><caption><code>${escapeHtml(profile.kernel)}</code> <code>${escapeHtml(shape)}</code> ` +
    `${escapeHtml(labels.launches(profile.launches))}</caption><thead><tr><th scope="col">${escapeHtml(labels.metric)}</th>` +
    `<th scope="col" colspan="2">${escapeHtml(labels.share)}</th></tr></thead><tbody>${rows.map(([name, value]) => shareRow(name, value)).join('')}${time}</tbody></table></div>` +
    (held === null ? '' : `<p class="cuda-status">${escapeHtml(labels.bottleneck[held])}</p>`)
  );
}

function shareRow(name: string, value: number | null): string {
  if (value === null) return '';
  const shown = percent(value);
  return `<tr><th scope="row">${escapeHtml(name)}</th><td>${shown}</td><td><meter min="0" max="100" value="${value.toFixed(1)}" aria-label="${escapeHtml(name)}">${shown}</meter></td></tr>`;
}

const percent = (value: number | null): string => (value === null ? '–' : `${value.toFixed(1)} %`);

function duration(seconds: number): string {
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(1)} µs`;
  return seconds < 1 ? `${(seconds * 1e3).toFixed(2)} ms` : `${formatSeconds(seconds)} s`;
}

function toolLogHtml(tool: string, log: string, labels: CudaLabels): string {
  if (log.trim() === '') return '';
  return `<details class="cuda-log"><summary>${escapeHtml(labels.check.log(tool))}</summary>${textHtml(log, 'cuda-log-text', labels)}</details>`;
}

/** A tool that is not there. */
export function noToolHtml({ tool, searched }: CudaNoTool, labels: CudaLabels): string {
  const items = searched.map((place) => `<li><code>${escapeHtml(place)}</code></li>`).join('');
  return wordsHtml(labels.check.missing(tool), `<p class="output-callout-list">${escapeHtml(labels.searched)}</p><ul>${items}</ul>`);
}

/** Who holds the memory of the GPUs. */
export function memoryHtml({ processes }: CudaMemory, { holders: labels }: CudaLabels): string {
  const item = ({ pid, name, bytes, role }: MemoryHolder): string => {
    const who = name === null ? labels.unseen : labels.process(name, pid);
    return `<li><strong>${(bytes / 2 ** 30).toFixed(1)} GiB</strong> ${escapeHtml(who)}: ${withCode(labels.roles[role](pid))}</li>`;
  };
  return `<div class="output-callout cuda-holders" role="note"><p class="output-callout-title">${escapeHtml(labels.title)}</p><ul>${processes.map(item).join('')}</ul></div>`;
}

function wordsHtml([what, cure]: readonly [what: string, cure: string], more = ''): string {
  return `<div class="output-callout" role="note"><p class="output-callout-title">${withCode(what)}</p><p>${withCode(cure)}</p>${more}</div>`;
}
