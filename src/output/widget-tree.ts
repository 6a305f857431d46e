import { modelReferences, type WidgetModel, type WidgetStates } from './widget-state.ts';

/** What a widget shows, without its controls. */
export type WidgetNode =
  | { readonly kind: 'box'; readonly direction: 'row' | 'column'; readonly children: readonly WidgetNode[] }
  | { readonly kind: 'progress'; readonly description: string; readonly fraction: number; readonly style: '' | 'success' | 'info' | 'warning' | 'danger' }
  | { readonly kind: 'text'; readonly description: string; readonly text: string }
  | { readonly kind: 'html'; readonly description: string; readonly html: string }
  /** A control, by what it is set to. */
  | { readonly kind: 'control'; readonly description: string; readonly value: string }
  | { readonly kind: 'unknown'; readonly name: string };

/** Boxes in boxes beyond this depth are those of a circle. */
const MAX_DEPTH = 16;
const STYLES = ['success', 'info', 'warning', 'danger'] as const;

/** The tree of a model; null where it was closed or is hidden, undefined where the page never heard of it. */
export function widgetTree(states: WidgetStates, id: string, depth = 0): WidgetNode | null | undefined {
  const model = states.get(id);
  if (!model || depth > MAX_DEPTH) return model === null ? null : undefined;
  if (isHidden(states, model)) return null;
  const name = text(model['_model_name']).replace(/Model$/u, '');
  const description = text(model['description']);
  const children = modelReferences(model['children']);
  if (children.length > 0 || /Box$/u.test(name)) {
    const nodes = children.flatMap((child) => widgetTree(states, child, depth + 1) ?? []);
    return { kind: 'box', direction: name === 'HBox' ? 'row' : 'column', children: nodes };
  }
  if (/Progress$/u.test(name)) return progress(model, description);
  if (name === 'Label') return { kind: 'text', description, text: text(model['value']) };
  if (name === 'HTML' || name === 'HTMLMath') return { kind: 'html', description, html: text(model['value']) };
  if (name === 'Output') return { kind: 'text', description: '', text: outputText(model['outputs']) };
  const value = valueText(model);
  return value === undefined ? { kind: 'unknown', name } : { kind: 'control', description, value };
}

/** The characters of a tree, for where its markup cannot go: boxes side by side or below each other, bars of ten signs. */
export function widgetText(node: WidgetNode): string {
  switch (node.kind) {
    case 'box':
      return node.children.map(widgetText).join(node.direction === 'row' ? ' ' : '\n');
    case 'progress':
      return withDescription(node.description, `|${'█'.repeat(Math.round(node.fraction * 10)).padEnd(10)}|`);
    case 'html':
      return withDescription(node.description, plainHtml(node.html));
    case 'text':
      return withDescription(node.description, node.text);
    case 'control':
      return withDescription(node.description, node.value);
    case 'unknown':
      return `[${node.name}]`;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', amp: '&', quot: '"' };

const plainHtml = (html: string): string =>
  html.replace(/<[^>]*>/gu, '').replace(/&([a-z]+);/gu, (entity, name: string) => ENTITIES[name] ?? entity).trim();

const withDescription = (description: string, value: string): string => (description === '' ? value : `${description} ${value}`);

const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

function isHidden(states: WidgetStates, model: WidgetModel): boolean {
  const [layoutId = ''] = modelReferences(model['layout']);
  const layout = states.get(layoutId);
  return layout?.['display'] === 'none' || layout?.['visibility'] === 'hidden';
}

function progress(model: WidgetModel, description: string): WidgetNode {
  const [min = 0, max = 1, value = 0] = ['min', 'max', 'value'].map((name) => Number(model[name] ?? (name === 'max' ? 1 : 0)));
  const fraction = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 1;
  const style = STYLES.find((each) => each === model['bar_style']) ?? '';
  return { kind: 'progress', description, fraction: Number.isFinite(fraction) ? fraction : 0, style };
}

/** What a control is set to: its chosen label, or its value. */
function valueText(model: WidgetModel): string | undefined {
  const { _options_labels: options, index, value } = model;
  if (Array.isArray(options)) {
    const chosen = (Array.isArray(index) ? index : [index]).map((at) => text(options[Number(at)]));
    return chosen.join(', ');
  }
  if (typeof value === 'boolean') return value ? '☑' : '☐';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(text).join(' – ');
  return /^Button/u.test(text(model['_model_name'])) ? '' : undefined;
}

/** The text that code has put into an Output widget; what it captures comes as outputs of the cell. */
function outputText(outputs: unknown): string {
  if (!Array.isArray(outputs)) return '';
  return outputs.map((output: Readonly<Record<string, unknown>> | null) => {
    const data = output?.['data'] as Readonly<Record<string, unknown>> | undefined;
    return text(output?.['text'] ?? data?.['text/plain']);
  }).join('');
}
