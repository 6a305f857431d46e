import type { Locale } from '../i18n/locale.ts';
import { orderRadius, pipelineLayouts, type PipelineLayout } from './compilation-pipeline-layout.ts';
import {
  laneTitles, pipelineFor, pipelineOutput, pipelineResult, pipelineSource, pipelineText, repeatBadges,
  type PipelineOptions, type PipelineStep,
} from './compilation-pipeline.ts';
import { escapeXml, path, rect, text } from './svg.ts';

/** The road of a build in both shapes, of which the width of the container shows one; what these options leave out is pale. */
export function drawPipeline(options: PipelineOptions, open: string, locale: Locale): string {
  return pipelineLayouts.map((layout) => drawn(layout, options, open, locale)).join('');
}

/** Where the name of a build's output stands, unless that is the last box: at the label of the edge that it is on. */
const outputEdges: Readonly<Record<string, readonly [file: string, to: string]>> = {
  'hello.ptx': ['hello.ptx', 'ptxas'], 'hello.cubin': ['hello.sm_90.cubin', 'fatbinary'],
  'hello.fatbin': ['hello.fatbin.c', 'compile-host'], 'hello.o': ['hello.o', 'nvlink'],
};

function drawn(layout: PipelineLayout, options: PipelineOptions, open: string, locale: Locale): string {
  const { shape, width, height, bands, boxes, edges } = layout;
  const all = pipelineFor({ phase: '', dlto: false }) ?? [];
  const run = pipelineFor(options) ?? [];
  const output = pipelineOutput(options);
  const runs = (id: string) => run.find((step) => step.id === id);
  const isOn = (from: string, file: string, to: string): boolean => {
    if (to === 'result') return output === pipelineResult;
    const isMade = from === 'source' || runs(from)?.writes.includes(file) === true;
    return isMade && runs(to)?.reads.includes(file) === true;
  };
  const name = pipelineText.title[locale];
  return `<svg class="${shape}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(name)}">`
    + `<defs><marker id="pipeline-${shape}-arrow" viewBox="0 0 8 8" refX="7.4" refY="4" markerWidth="7" markerHeight="7" orient="auto">`
    + '<path class="head" d="M0 .6 7.6 4 0 7.4Z"/></marker></defs>'
    + bands.map(({ lane, left, top, width: bandWidth, height: bandHeight, title: [x, y] }) => (
      `<g class="band ${lane}${run.some((step) => step.lane === lane) ? '' : ' off'}">`
      + rect(left, top, bandWidth, bandHeight, '', 10) + text(x, y, laneTitles[lane][locale]) + '</g>'
    )).join('')
    + [false, true].flatMap((on) => edges.filter(({ from, file, to }) => isOn(from, file, to) === on).map(({ points, dashed }) => (
      path(`M${points.map((point) => point.join(' ')).join('L')}`, `edge${dashed ? ' dashed' : ''}${on ? '' : ' off'}`)
        .replace('/>', on ? ` marker-end="url(#pipeline-${shape}-arrow)"/>` : '/>')
    ))).join('')
    + edges.map((edge) => labelOf(edge)).join('')
    + boxes.map((box) => boxOf(box)).join('') + '</svg>';

  function labelOf({ from, file, to, label }: PipelineLayout['edges'][number]): string {
    if (!label) return '';
    const { text: words, x, y, anchor } = label;
    const [outputFile, outputTo] = outputEdges[output] ?? [];
    if (file === outputFile && to === outputTo) return pill(`.${output.split('.')[1] ?? ''}`, x, y, anchor);
    const shown = options.dlto && file === 'hello.ptx' && to === 'fatbinary' ? '.ptx + .ltoir' : words;
    return `<text class="file${isOn(from, file, to) ? '' : ' off'}" x="${x}" y="${y}" text-anchor="${anchor}">${escapeXml(shown)}</text>`;
  }

  function pill(words: string, x: number, y: number, anchor: 'start' | 'middle' | 'end'): string {
    const wide = words.length * 7 + 14;
    const middle = x + { start: wide / 2 - 4, middle: 0, end: 4 - wide / 2 }[anchor];
    return `<g class="end">${rect(middle - wide / 2, y - 13, wide, 18, '', 9)}${text(middle, y, words)}</g>`;
  }

  function boxOf({ id, x, y, width: boxWidth, height: boxHeight }: PipelineLayout['boxes'][number]): string {
    const [left, top] = [x - boxWidth / 2, y - boxHeight / 2];
    const full = all.find((step) => step.id === id);
    if (!full) {
      const isOff = id === 'result' && output !== pipelineResult;
      return `<g class="end${isOff ? ' off' : ''}">${rect(left, top, boxWidth, boxHeight, '', boxHeight / 2)}`
        + `${text(x, y + 4.5, id === 'source' ? pipelineSource : pipelineResult)}</g>`;
    }
    const step: PipelineStep | undefined = runs(id);
    const badge = step ? repeatBadges[step.repeat] : '';
    return `<g class="step ${full.lane}${step ? '' : ' off'}${id === open ? ' open' : ''}" data-set="open=${id}">`
      + rect(left, top, boxWidth, boxHeight, 'box', 7) + text(x, y - 2, full.command, 'command') + text(x, y + 15, (step ?? full).task[locale], 'task')
      + (step ? `<circle cx="${left}" cy="${top}" r="${orderRadius}"/>${text(left, top + 4, step.order, 'order')}` : '')
      + (badge === '' ? '' : rect(left + boxWidth - 26, top - 9, 30, 18, 'pill', 9) + text(left + boxWidth - 11, top + 4, badge, 'repeat')) + '</g>';
  }
}
