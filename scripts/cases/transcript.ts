import { z } from 'zod';
import { NotCheckable } from './verdict.ts';

const message = z.strictObject({
  channel: z.enum(['shell', 'iopub', 'control', 'stdin']),
  msg_type: z.string(),
  content: z.record(z.string(), z.unknown()).default({}),
  metadata: z.record(z.string(), z.unknown()).default({}),
  /** A saved name; a name that nobody saved is an id of another client; null is an empty parent header. */
  parent: z.string().nullable().default(null),
  /** Base64. */
  buffers: z.array(z.string()).default([]),
});
export type TranscriptMessage = Readonly<z.infer<typeof message>>;

const reply = z.strictObject({
  status: z.number().int(),
  json: z.unknown().optional(),
  body: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
});

const user = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('connect') }),
  z.strictObject({ do: z.literal('run'), cell: z.string(), code: z.string().default('') }),
  z.strictObject({ do: z.literal('run-all') }),
  z.strictObject({ do: z.enum(['stop', 'interrupt']), cell: z.string().optional() }),
  z.strictObject({ do: z.literal('restart') }),
  z.strictObject({ do: z.enum(['disconnect', 'shutdown']) }),
  z.strictObject({ do: z.literal('reload') }),
  z.strictObject({ do: z.enum(['input', 'answer']), cell: z.string().optional(), text: z.string() }),
]);
export type UserAction = Readonly<z.infer<typeof user>>;

const http = z.strictObject({
  /** `GET /api/kernels/{id}` or `WS upgrade`. */
  on: z.string(),
  case: z.string().optional(),
  delay_ms: z.number().default(0),
  reply,
});
export type HttpReply = Readonly<z.infer<typeof http>>;

const steps = {
  user,
  expect: z.object({
    channel: z.string(), msg_type: z.string(), save_as: z.string().optional(), content: z.record(z.string(), z.unknown()).default({}),
  }),
  send: message,
  send_raw: z.string(),
  http,
  close: z.object({ code: z.number().default(1006) }),
  reopen: z.unknown(),
  wait_ms: z.number(),
  check: z.string(),
} as const;

/** One step of a transcript: its key and its value. */
export type Step = { readonly [K in StepKey]: { readonly do: K; readonly value: z.infer<(typeof steps)[K]> } }[StepKey];
type StepKey = keyof typeof steps;
export type Expectation = Readonly<z.infer<(typeof steps)['expect']>>;

const variant = z.object({
  handshake: z.object({ requested: z.array(z.string()).optional(), accepted: z.string() }).optional(),
  frames: z.string().optional(),
});

const transcript = z.looseObject({
  format: z.literal('warpnotes-transcript/1'),
  base_url: z.string().default('http://127.0.0.1:{port}/'),
  token: z.string().default(''),
  variants: z.array(variant).default([]),
  steps: z.array(z.record(z.string(), z.unknown())).default([]),
});

/** How frames go over the WebSocket of a run. */
export type FrameFormat = 'text' | 'legacy-binary' | 'v1';

/** One run of a transcript, all alternatives chosen. */
export interface TranscriptRun {
  /** What distinguishes it from the other runs of its file; empty where it is the only one. */
  readonly name: string;
  readonly basePath: string;
  readonly token: string;
  /** The subprotocol that the server accepts; empty for none. */
  readonly subprotocol: string;
  readonly frames: FrameFormat;
  readonly steps: readonly Step[];
}

const KNOWN = ['format', 'base_url', 'token', 'variants', 'steps'];

/**
 * Reads a `warpnotes-transcript/1` file into its runs: alternatives (`variants`, `variant_*`, `http` with `case`) are runs
 * of their own. Throws NotCheckable for what the runner does not know.
 */
export function readTranscript(json: unknown): readonly TranscriptRun[] {
  const result = transcript.safeParse(json);
  if (!result.success) throw new NotCheckable(`the transcript cannot be read: ${z.prettifyError(result.error)}`);
  const { base_url, token, variants, steps: all, ...rest } = result.data;
  const strange = Object.keys(rest).filter((key) => !KNOWN.includes(key) && !/^variants?_/u.test(key));
  if (strange.length > 0) throw new NotCheckable(`the transcript has ${strange.join(', ')}, which the runner does not know`);
  const basePath = new URL(base_url.replace('{port}', '1')).pathname.replace(/\/*$/u, '/');
  const alternatives = Object.entries(rest).flatMap(([key, value]) => (/^variants?_/u.test(key) ? [{ name: key, steps: stepList(key, value) }] : []));
  const flows = [...(all.length > 0 ? [{ name: '', steps: all }] : []), ...alternatives].flatMap(chooseSteps);
  const wires = variants.length > 0 ? variants : [{}];
  return flows.flatMap((flow) => wires.map((wire, index) => ({
    name: [variants.length > 0 ? `variant ${index + 1}` : '', flow.name].filter((part) => part !== '').join(', '),
    basePath, token, ...wireOf(wire), steps: flow.steps.map(readStep),
  })));
}

type RawStep = Readonly<Record<string, unknown>>;
interface Flow {
  readonly name: string;
  readonly steps: readonly RawStep[];
}

function stepList(key: string, value: unknown): readonly RawStep[] {
  const rows = z.array(z.record(z.string(), z.unknown()));
  const list = z.union([rows, z.object({ steps: rows })]).safeParse(value);
  if (!list.success) throw new NotCheckable(`${key} holds no list of steps`);
  return 'steps' in list.data ? list.data.steps : list.data;
}

/** One flow for each alternative among the steps; those without a name are part of all. */
function chooseSteps({ name, steps: all }: Flow): readonly Flow[] {
  const alternatives = [...new Set(all.flatMap((step) => alternativeOf(step) ?? []))];
  if (alternatives.length === 0) return [{ name, steps: all }];
  return alternatives.map((chosen) => ({
    name: [name, chosen].filter((part) => part !== '').join(', '),
    steps: all.flatMap((step): readonly RawStep[] => {
      const alternative = alternativeOf(step);
      if (alternative === undefined) return [step];
      if (alternative !== chosen) return [];
      if ('http' in step) return [step];
      const value = step[chosen];
      return Array.isArray(value) ? stepList(chosen, value) : [value as RawStep];
    }),
  }));
}

const named = z.object({ http: z.object({ case: z.string() }) });

function alternativeOf(step: RawStep): string | undefined {
  const [key = ''] = Object.keys(step);
  if (key.startsWith('variant_')) return key;
  return 'http' in step ? named.safeParse(step).data?.http.case : undefined;
}

function readStep(raw: RawStep): Step {
  const [key = '', ...more] = Object.keys(raw);
  if (more.length > 0 || !Object.hasOwn(steps, key)) throw new NotCheckable(`the runner does not know the step ${JSON.stringify(raw).slice(0, 80)}`);
  const result = steps[key as keyof typeof steps].safeParse(raw[key]);
  if (!result.success) throw new NotCheckable(`the step "${key}" has a form that the runner does not know: ${z.prettifyError(result.error)}`);
  return { do: key, value: result.data } as Step;
}

const V1 = 'v1.kernel.websocket.jupyter.org';

function wireOf({ handshake, frames }: z.infer<typeof variant>): Pick<TranscriptRun, 'subprotocol' | 'frames'> {
  const subprotocol = handshake?.accepted ?? V1;
  if (frames === undefined) return { subprotocol, frames: subprotocol === V1 ? 'v1' : 'text' };
  if (/^text/iu.test(frames)) return { subprotocol, frames: 'text' };
  if (/uint64 little-endian/iu.test(frames)) return { subprotocol, frames: 'v1' };
  if (/uint32 big-endian/iu.test(frames)) return { subprotocol, frames: 'legacy-binary' };
  throw new NotCheckable(`the runner does not know frames of the form "${frames}"`);
}

/** Every cell that a run names, with its code, in the order of their first runs. */
export function transcriptCells({ steps: all }: TranscriptRun): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  for (const step of all) {
    if (step.do === 'user' && step.value.do === 'run' && !cells.has(step.value.cell)) cells.set(step.value.cell, step.value.code);
  }
  return cells;
}
