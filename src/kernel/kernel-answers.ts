import * as z from 'zod/mini';

const gpu = z.object({
  name: z.string(),
  memoryUsedBytes: z.number(),
  memoryTotalBytes: z.number(),
});

/** The machine of a kernel, as `report` of `cuda_magic.py` tells it. `null` where there is none of it. */
export const kernelEnvironment = z.object({
  pythonVersion: z.string(),
  nvccRelease: z.nullable(z.string()),
  driverVersion: z.nullable(z.string()),
  gpus: z.array(gpu),
});
export type KernelEnvironment = z.infer<typeof kernelEnvironment>;

const environmentExpressions = z.object({ report: z.object({ data: z.object({ 'application/json': kernelEnvironment }) }) });

/** The `user_expressions` of a reply to the question for `report`. Throws where the helper gave no such answer. */
export function parseEnvironment(expressions: unknown): KernelEnvironment {
  const { data, error } = environmentExpressions.safeParse(expressions);
  if (data) return data.report.data['application/json'];
  throw new Error('the kernel did not report its machine', { cause: error });
}

/** What IPython adds to the matches; experimental in the protocol, so nothing of it must be there. */
const matchDetails = z.object({
  text: z.string(),
  type: z.optional(z.string()),
  signature: z.optional(z.string()),
});

const completeReply = z.object({
  matches: z.array(z.string()),
  cursor_start: z.int(),
  cursor_end: z.int(),
  metadata: z.catch(z.object({ _jupyter_types_experimental: z.array(matchDetails) }), { _jupyter_types_experimental: [] }),
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
  const { data } = completeReply.safeParse(content);
  if (data === undefined || data.matches.length === 0) return null;
  const { matches, cursor_start: start, cursor_end: end, metadata } = data;
  return { matches, start, end, details: metadata._jupyter_types_experimental };
}

const inspectReply = z.object({ found: z.boolean(), data: z.record(z.string(), z.unknown()) });

/** Content of an `inspect_reply`: a MIME bundle, null where nothing was found. */
export function parseInspection(content: unknown): Readonly<Record<string, unknown>> | null {
  const { data } = inspectReply.safeParse(content);
  return data?.found === true ? data.data : null;
}
