import { escapeHtml } from './escape-html.ts';
import type { OutputLabels } from './labels.ts';
import { textHtml } from './render-text.ts';
import { noteHtml } from './text-blocks.ts';
import { widgetModelId, type WidgetStates } from './widget-state.ts';
import { type WidgetNode, widgetTree } from './widget-tree.ts';

interface WidgetContext {
  readonly labels: OutputLabels;
  readonly sanitizeHtml: (html: string) => string;
}

/** A widget view as HTML that shows and does not act; empty for one that was closed, undefined for one that is not known. */
export function widgetHtml(data: unknown, states: WidgetStates, context: WidgetContext): string | undefined {
  const id = widgetModelId(data);
  const node = id === undefined ? undefined : widgetTree(states, id);
  if (node === undefined || node?.kind === 'unknown') return undefined;
  if (node === null) return '';
  const note = hasControl(node) ? noteHtml(context.labels.widgetControls) : '';
  return `<div class="output-widget">${nodeHtml(node, context)}</div>${note}`;
}

function nodeHtml(node: WidgetNode, context: WidgetContext): string {
  switch (node.kind) {
    case 'box':
      return `<div class="widget-${node.direction}">${node.children.map((child) => nodeHtml(child, context)).join('')}</div>`;
    case 'progress': {
      const name = escapeHtml(node.description === '' ? context.labels.progress : node.description);
      const style = node.style === '' ? '' : ` class="widget-${node.style}"`;
      return `<span class="widget-item">${label(node.description)}<progress${style} aria-label="${name}" value="${node.fraction}"></progress></span>`;
    }
    case 'html':
      return `<div class="widget-item">${label(node.description)}<div class="output-html">${context.sanitizeHtml(node.html)}</div></div>`;
    case 'text':
      return `<div class="widget-item">${label(node.description)}<div>${textHtml(node.text, 'output-plain', context.labels)}</div></div>`;
    case 'control':
      return `<span class="widget-item">${label(node.description)}<span class="widget-value">${escapeHtml(node.value)}</span></span>`;
    case 'unknown':
      return `<span class="widget-item"><span class="widget-value">${escapeHtml(context.labels.cannotShow(node.name))}</span></span>`;
  }
}

const label = (description: string): string => (description === '' ? '' : `<span class="widget-label">${escapeHtml(description)}</span>`);

function hasControl(node: WidgetNode): boolean {
  return node.kind === 'control' || (node.kind === 'box' && node.children.some(hasControl));
}
