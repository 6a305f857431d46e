import type { IDisplayData, IOutput } from './output.ts';

/** Marks a place where output may be missing. The data is `{ cause }`. */
export const GAP_MIME_TYPE = 'application/vnd.warpnotes.gap+json';

/** What lost it: the server, over its limit of bytes or of messages a second, the connection, or a page that could not keep all. */
export type GapCause = 'data-rate' | 'message-rate' | 'connection' | 'page-left';

const CAUSES: readonly GapCause[] = ['data-rate', 'message-rate', 'connection', 'page-left'];

/** Also for programs that know nothing of the type, such as other readers of a notebook. */
const PLAIN: Readonly<Record<GapCause, string>> = {
  'data-rate': '[output cut by the Jupyter server: too much text at once]',
  'message-rate': '[output cut by the Jupyter server: too many messages at once]',
  connection: '[output may be missing here: the connection was cut]',
  'page-left': '[output that stood here was too large to keep when the page was left]',
};

/** The output that stands at a place where output may be missing. */
export function gapOutput(cause: GapCause): IDisplayData {
  return { output_type: 'display_data', data: { [GAP_MIME_TYPE]: { cause }, 'text/plain': PLAIN[cause] }, metadata: {} };
}

/** What a cut connection adds to the messages of a run: a message like those of the kernel. */
export const connectionGap = { header: { msg_type: 'display_data' }, content: gapOutput('connection') } as const;

/** The cause in the data of GAP_MIME_TYPE; undefined for any other value. */
export function gapCause(data: unknown): GapCause | undefined {
  return typeof data === 'object' && data !== null && 'cause' in data ? CAUSES.find((cause) => cause === data.cause) : undefined;
}

export function isGap(output: IOutput): boolean {
  return output.output_type === 'display_data' && GAP_MIME_TYPE in output.data;
}

/** True for two marks of one cause: one says all. */
export function isSameGap(a: IOutput, b: IOutput): boolean {
  return causeOf(a) !== undefined && causeOf(a) === causeOf(b);
}

const causeOf = (output: IOutput): GapCause | undefined => ('data' in output ? gapCause(output.data[GAP_MIME_TYPE]) : undefined);

/** True where the outputs are not all that the run printed. */
export function hasGap(outputs: readonly IOutput[]): boolean {
  return outputs.some(isGap);
}

/**
 * The cause in a notice that jupyter-server writes, in a message of its own, to the stderr of the cell whose output it
 * starts to drop (jupyter_server/services/kernels/connection/channels.py, `_limit_rate`).
 */
export function noticeCause(stderr: string): GapCause | undefined {
  const limit = /^IOPub (data|message) rate exceeded\.\n/u.exec(stderr)?.[1];
  return limit === undefined ? undefined : limit === 'data' ? 'data-rate' : 'message-rate';
}
