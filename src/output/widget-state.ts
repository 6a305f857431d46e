import * as v from 'valibot';
import type { IOPubMessage } from './reduce-outputs.ts';

/** Data: `{ model_id }`. */
export const WIDGET_MIME_TYPE = 'application/vnd.jupyter.widget-view+json';

/** The traits of a widget's model; `_model_name` is its kind. */
export type WidgetModel = Readonly<Record<string, unknown>>;

/** Models by id, all that kernels of the page have opened; null for one that was closed. Never changed in place. */
export type WidgetStates = ReadonlyMap<string, WidgetModel | null>;

const state = v.record(v.string(), v.unknown());
const open = v.object({ comm_id: v.string(), target_name: v.literal('jupyter.widget'), data: v.object({ state }) });
const update = v.object({ comm_id: v.string(), data: v.object({ method: v.picklist(['update', 'echo_update']), state }) });
const close = v.object({ comm_id: v.string() });
const view = v.object({ model_id: v.string() });

/**
 * Folds the comm messages of Jupyter widgets (messaging protocol of ipywidgets, version 2.1) into models. Traits that travel
 * as binary buffers are not among them. Returns the same states for any other message.
 */
export function foldWidgets(states: WidgetStates, { header, content }: IOPubMessage): WidgetStates {
  switch (header.msg_type) {
    case 'comm_open': {
      return v.is(open, content) ? new Map(states).set(content.comm_id, content.data.state) : states;
    }
    case 'comm_msg': {
      if (!v.is(update, content)) return states;
      const model = states.get(content.comm_id);
      return model ? new Map(states).set(content.comm_id, { ...model, ...content.data.state }) : states;
    }
    case 'comm_close': {
      return v.is(close, content) && states.has(content.comm_id) ? new Map(states).set(content.comm_id, null) : states;
    }
    default:
      return states;
  }
}

/** The model's id in the data of WIDGET_MIME_TYPE. */
export function widgetModelId(data: unknown): string | undefined {
  return v.is(view, data) ? data.model_id : undefined;
}

/** The ids in a trait that refers to other models, such as `children` and `layout`. */
export function modelReferences(trait: unknown): readonly string[] {
  const references = Array.isArray(trait) ? trait : [trait];
  return references.flatMap((each) => (typeof each === 'string' && each.startsWith('IPY_MODEL_') ? [each.slice('IPY_MODEL_'.length)] : []));
}
