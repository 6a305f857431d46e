import type { SSRResult } from 'astro';
import { createComponent, render, renderSlot } from 'astro/runtime/server/index.js';

type Slots = Readonly<Record<string, Parameters<typeof renderSlot>[1]>>;

/** In place of the site's components, which only Vite can load: shows what stands inside. */
export default createComponent((result: SSRResult, _props: unknown, { default: inside }: Slots) =>
  render`${inside === undefined ? '' : renderSlot(result, inside)}`);
