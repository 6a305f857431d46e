import * as v from 'valibot';

/** What the page takes from a frame with an output. */
export type FrameMessage = { readonly type: 'ready' } | { readonly type: 'resize'; readonly height: number };

/** Pixels: a frame can be no button's cover and no page of its own. What is higher scrolls inside. */
export const MAX_FRAME_HEIGHT = 1200;
const MIN_FRAME_HEIGHT = 32;

const schema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('resize'), height: v.number() }),
]);

/** Reads a message of a frame, with a height within bounds; undefined for anything else. */
export function frameMessage(data: unknown): FrameMessage | undefined {
  if (!v.is(schema, data)) return undefined;
  if (data.type === 'ready') return { type: 'ready' };
  return { type: 'resize', height: Math.min(MAX_FRAME_HEIGHT, Math.max(MIN_FRAME_HEIGHT, data.height)) };
}
