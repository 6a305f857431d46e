import * as z from 'zod/mini';

/** What the page takes from a frame with an output. */
export type FrameMessage = { readonly type: 'ready' } | { readonly type: 'resize'; readonly height: number };

/** Pixels: a frame can be no button's cover and no page of its own. What is higher scrolls inside. */
export const MAX_FRAME_HEIGHT = 1200;
const MIN_FRAME_HEIGHT = 32;

const schema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('resize'), height: z.number() }),
]);

/** Reads a message of a frame, with a height within bounds; undefined for anything else. */
export function frameMessage(data: unknown): FrameMessage | undefined {
  const message = schema.safeParse(data).data;
  if (message?.type !== 'resize') return message;
  return { type: 'resize', height: Math.min(MAX_FRAME_HEIGHT, Math.max(MIN_FRAME_HEIGHT, message.height)) };
}
