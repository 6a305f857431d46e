import * as v from 'valibot';
import { gapOutput, isSameGap } from './output-gap.ts';
import { type IOutput, type IStream, OutputFormatError, parseOutput } from './output.ts';

/** An nbformat output with the id by which later messages change it: for a page that comes back to a running cell. */
export type KeptOutput = IOutput & { readonly displayId?: string };

const list = v.array(v.looseObject({ displayId: v.optional(v.string()) }));

/** Reads what an earlier page kept. Throws an OutputFormatError that names the first wrong field. */
export function parseKeptOutputs(value: unknown): readonly KeptOutput[] {
  const result = v.safeParse(list, value);
  if (!result.success) throw new OutputFormatError(`These are no kept outputs: ${result.issues[0].message}`, { cause: result.issues });
  return result.output.map((kept) => withDisplayId(parseOutput(kept), kept.displayId));
}

export function withDisplayId(output: IOutput, displayId: string | undefined): KeptOutput {
  return displayId === undefined ? output : { ...output, displayId };
}

export function withoutDisplayId(kept: KeptOutput): { readonly output: IOutput; readonly displayId: string | undefined } {
  const { displayId, ...output } = kept;
  return { output, displayId };
}

const mark = gapOutput('page-left');
const MARK_SIZE = sizeOf(mark);

/**
 * The outputs as far as they fit into `limit` characters of JSON, the last ones first: of a text that is too long its end,
 * in whole lines where it has any. A gap mark stands where something was left out.
 */
export function fittingOutputs(outputs: readonly KeptOutput[], limit: number): readonly KeptOutput[] {
  const fitting: KeptOutput[] = [];
  // The brackets of the list, and one mark more than is there.
  let room = limit - 2 - MARK_SIZE;
  for (const output of outputs.toReversed()) {
    const size = sizeOf(output);
    if (size <= room) {
      fitting.unshift(output);
      room -= size;
      continue;
    }
    const end = output.output_type === 'stream' ? fittingEnd(output, room) : undefined;
    if (end) {
      fitting.unshift(end);
      room -= sizeOf(end);
    }
    if (fitting[0] && isSameGap(fitting[0], mark)) continue;
    fitting.unshift(mark);
    room -= MARK_SIZE;
  }
  return fitting;
}

/** With the comma after it. */
function sizeOf(output: KeptOutput): number {
  return JSON.stringify(output).length + 1;
}

/** The end of a stream's text that fits; undefined where there is no room for any. */
function fittingEnd(stream: IStream, room: number): IStream | undefined {
  const most = room - sizeOf({ ...stream, text: '' });
  let text = most > 0 ? stream.text.slice(-most) : '';
  // Escaped, a character may take six.
  for (let size = escapedSize(text); size > Math.max(most, 0); size = escapedSize(text)) {
    text = text.slice(text.length - Math.floor((text.length * most) / size));
  }
  const line = text.indexOf('\n') + 1;
  const whole = line < text.length ? text.slice(line) : text;
  return whole === '' ? undefined : { ...stream, text: whole };
}

const escapedSize = (text: string): number => JSON.stringify(text).length - 2;
