import * as z from 'zod/mini';
import type { IOPubMessage } from './reduce-outputs.ts';

/** Data: `{ model_id }`. */
export const WIDGET_MIME_TYPE = 'application/vnd.jupyter.widget-view+json';

/** The traits of a widget's model; `_model_name` is its kind. */
export type WidgetModel = Readonly<Record<string, unknown>>;

/** Models by id, all that kernels of the page have opened; null for one that was closed. Never changed in place. */
export type WidgetStates = ReadonlyMap<string, WidgetModel | null>;

const state = z.record(z.string(), z.unknown());
const open = z.object({ comm_id: z.string(), target_name: z.literal('jupyter.widget'), data: z.object({ state }) });
const update = z.object({ comm_id: z.string(), data: z.object({ method: z.enum(['update', 'echo_update']), state }) });
const close = z.object({ comm_id: z.string() });

/**
 * Folds the comm messages of Jupyter widgets (messaging protocol of ipywidgets, version 2.1) into models. Traits that travel
 * as binary buffers are not among them. Returns the same states for any other message.
 */
export function foldWidgets(states: WidgetStates, { header, content }: IOPubMessage): WidgetStates {
  switch (header.msg_type) {
    case 'comm_open': {
      const opened = open.safeParse(content).data;
      return opened ? new Map(states).set(opened.comm_id, opened.data.state) : states;
    }
    case 'comm_msg': {
      const changed = update.safeParse(content).data;
      const model = changed && states.get(changed.comm_id);
      return changed && model ? new Map(states).set(changed.comm_id, { ...model, ...changed.data.state }) : states;
    }
    case 'comm_close': {
      const closed = close.safeParse(content).data;
      return closed && states.has(closed.comm_id) ? new Map(states).set(closed.comm_id, null) : states;
    }
    default:
      return states;
  }
}

/** The model's id in the data of WIDGET_MIME_TYPE. */
export function widgetModelId(data: unknown): string | undefined {
  return z.object({ model_id: z.string() }).safeParse(data).data?.model_id;
}

/** The ids in a trait that refers to other models, such as `children` and `layout`. */
export function modelReferences(trait: unknown): readonly string[] {
  const references = Array.isArray(trait) ? trait : [trait];
  return references.flatMap((each) => (typeof each === 'string' && each.startsWith('IPY_MODEL_') ? [each.slice('IPY_MODEL_'.length)] : []));
}
