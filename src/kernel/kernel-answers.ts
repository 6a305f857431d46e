import * as v from 'valibot';

const gpu = v.object({
  name: v.string(),
  memoryUsedBytes: v.number(),
  memoryTotalBytes: v.number(),
});

/** The machine of a kernel, as `report` of `kernel_helper.py` tells it. `null` where there is none of it. */
const kernelEnvironment = v.object({
  pythonVersion: v.string(),
  nvccRelease: v.nullable(v.string()),
  driverVersion: v.nullable(v.string()),
  gpus: v.array(gpu),
});
export type KernelEnvironment = v.InferOutput<typeof kernelEnvironment>;

const environmentExpressions = v.object({ report: v.object({ data: v.object({ 'application/json': kernelEnvironment }) }) });

/** The `user_expressions` of a reply to the question for `report`. Throws where the helper gave no such answer. */
export function parseEnvironment(expressions: unknown): KernelEnvironment {
  const { success, output, issues } = v.safeParse(environmentExpressions, expressions);
  if (success) return output.report.data['application/json'];
  throw new Error('the kernel did not report its machine', { cause: issues });
}

/** What IPython adds to the matches; experimental in the protocol, so nothing of it must be there. */
const matchDetails = v.object({
  text: v.string(),
  type: v.optional(v.string()),
  signature: v.optional(v.string()),
});

const completeReply = v.object({
  matches: v.array(v.string()),
  cursor_start: v.pipe(v.number(), v.integer()),
  cursor_end: v.pipe(v.number(), v.integer()),
  metadata: v.fallback(v.object({ _jupyter_types_experimental: v.array(matchDetails) }), { _jupyter_types_experimental: [] }),
});

/** What the kernel would complete, in place of the code points `start` to `end`. */
export interface Completion {
  readonly matches: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Kinds and signatures of those matches of which the kernel tells them. */
  readonly details: readonly { readonly text: string; readonly type?: string | undefined; readonly signature?: string | undefined }[];
}

/** Content of a `complete_reply` (https://jupyter-client.readthedocs.io/en/stable/messaging.html#completion); null where it has none. */
export function parseCompletion(content: unknown): Completion | null {
  const { success, output } = v.safeParse(completeReply, content);
  if (!success || output.matches.length === 0) return null;
  const { matches, cursor_start: start, cursor_end: end, metadata } = output;
  return { matches, start, end, details: metadata._jupyter_types_experimental };
}

const inspectReply = v.object({ found: v.boolean(), data: v.record(v.string(), v.unknown()) });

/** Content of an `inspect_reply`: a MIME bundle, null where nothing was found. */
export function parseInspection(content: unknown): Readonly<Record<string, unknown>> | null {
  return v.is(inspectReply, content) && content.found ? content.data : null;
}
