import type { IOutput } from './output.ts';
import { WIDGET_MIME_TYPE, widgetModelId, type WidgetStates } from './widget-state.ts';
import { widgetText, widgetTree } from './widget-tree.ts';

/** Outputs to keep without their kernel: a widget becomes the text it shows now, one that was closed is left out. */
export function freezeWidgets(outputs: readonly IOutput[], states: WidgetStates): readonly IOutput[] {
  return outputs.flatMap((output): readonly IOutput[] => {
    if (!('data' in output) || !(WIDGET_MIME_TYPE in output.data)) return [output];
    const node = widgetTree(states, widgetModelId(output.data[WIDGET_MIME_TYPE]) ?? '');
    if (node === null) return [];
    return node === undefined || node.kind === 'unknown' ? [output] : [{ ...output, data: { 'text/plain': widgetText(node) } }];
  });
}
