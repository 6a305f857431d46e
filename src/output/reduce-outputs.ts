import { gapOutput, isGap, isSameGap, noticeCause } from './output-gap.ts';
import { type IOutput, type MimeBundle, OutputFormatError, parseOutput } from './output.ts';

/** The parts of an IOPub message that matter to outputs. `content` is as received. */
export interface IOPubMessage {
  readonly header: { readonly msg_type: string };
  readonly content: unknown;
}

/** The outputs of one cell run. Never changed in place. */
export interface OutputState {
  readonly outputs: readonly IOutput[];
  /** A `clear_output` with wait was received: the next output replaces all of `outputs`. */
  readonly pendingClear: boolean;
  /** Display ids of the outputs by index; most outputs have none. Kept apart, since nbformat has no field for it. */
  readonly displayIds: ReadonlyMap<number, string>;
}

/** What `update_display_data` carries. */
export interface DisplayUpdate {
  readonly displayId: string;
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
}

export const emptyOutputs: OutputState = { outputs: [], pendingClear: false, displayIds: new Map() };

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** The display id of a `display_data`, `execute_result` or `update_display_data` message, if it has one. */
function displayIdOf(message: IOPubMessage): string | undefined {
  const displayId = field(field(message.content, 'transient'), 'display_id');
  return typeof displayId === 'string' ? displayId : undefined;
}

/** Reads an `update_display_data` message; undefined for other messages and for one without a display id. */
export function displayUpdateOf(message: IOPubMessage): DisplayUpdate | undefined {
  const displayId = displayIdOf(message);
  if (message.header.msg_type !== 'update_display_data' || displayId === undefined) return undefined;
  const shown = outputOf('display_data', message.content);
  return shown.output_type === 'display_data' ? { displayId, data: shown.data, metadata: shown.metadata } : undefined;
}

/**
 * Gives every output with the update's display id the new data. Returns the same state where none has it, so that a
 * page can offer one update to the states of all its cells.
 */
export function updateDisplay(state: OutputState, update: DisplayUpdate): OutputState {
  const indexes = [...state.displayIds].flatMap(([index, id]) => (id === update.displayId ? [index] : []));
  if (indexes.length === 0) return state;
  const outputs = [...state.outputs];
  for (const index of indexes) {
    const shown = outputs[index];
    if (shown?.output_type !== 'display_data' && shown?.output_type !== 'execute_result') continue;
    outputs[index] = { ...shown, data: update.data, metadata: update.metadata };
  }
  return { ...state, outputs };
}

/**
 * Folds IOPub messages (https://jupyter-client.readthedocs.io/en/stable/messaging.html) into outputs. Adjacent streams
 * of one name become one; unknown types return the same state. One call copies the list of outputs once, so hand over
 * all messages of a frame together. A message whose content is malformed becomes an error output that says so.
 */
export function reduceMessages(state: OutputState, messages: Iterable<IOPubMessage>): OutputState {
  let draft = { state, owned: false };
  for (const message of messages) draft = step(draft, message);
  return draft.state;
}

/** Folds one IOPub message; see reduceMessages. */
export function reduceOutputs(state: OutputState, message: IOPubMessage): OutputState {
  return reduceMessages(state, [message]);
}

/** What a message does to the outputs of its run. */
export type OutputEdit =
  | { readonly kind: 'append'; readonly output: IOutput; readonly displayId: string | undefined }
  | { readonly kind: 'update'; readonly update: DisplayUpdate }
  | { readonly kind: 'clear'; readonly wait: boolean };

/** Reads a message for its edit; undefined for one that is no output. Content that is malformed becomes an error output. */
export function outputEdit(message: IOPubMessage): OutputEdit | undefined {
  const type = message.header.msg_type;
  switch (type) {
    case 'stream':
    case 'display_data':
    case 'execute_result':
    case 'error': {
      const output = outputOf(type, message.content);
      return output.output_type === 'stream' && output.text === '' ? undefined : { kind: 'append', output, displayId: displayIdOf(message) };
    }
    case 'update_display_data': {
      const update = displayUpdateOf(message);
      return update && { kind: 'update', update };
    }
    case 'clear_output':
      return { kind: 'clear', wait: field(message.content, 'wait') === true };
    default:
      return undefined;
  }
}

/** `owned`: the lists inside `state` were made by this fold and nobody else has seen them. */
interface Draft {
  readonly state: OutputState;
  readonly owned: boolean;
}

function step(draft: Draft, message: IOPubMessage): Draft {
  const edit = outputEdit(message);
  switch (edit?.kind) {
    case 'append':
      return append(draft, edit.output, edit.displayId);
    case 'update':
      return { ...draft, state: updateDisplay(draft.state, edit.update) };
    case 'clear':
      if (!edit.wait) return { state: cleared(draft.state), owned: false };
      return draft.state.pendingClear ? draft : { ...draft, state: { ...draft.state, pendingClear: true } };
    case undefined:
      return draft;
  }
}

/** What is left after a clear: that output is missing stays true. */
function cleared({ outputs }: OutputState): OutputState {
  return { ...emptyOutputs, outputs: outputs.filter(isGap) };
}

function outputOf(type: string, content: unknown): IOutput {
  try {
    const output = parseOutput({ ...(typeof content === 'object' ? content : {}), output_type: type });
    const cut = output.output_type === 'stream' && output.name === 'stderr' ? noticeCause(output.text) : undefined;
    return cut === undefined ? output : gapOutput(cut);
  } catch (error) {
    if (!(error instanceof OutputFormatError)) throw error;
    return { output_type: 'error', ename: error.name, evalue: `the kernel sent a ${type} that cannot be read: ${error.message}`, traceback: [] };
  }
}

function append(draft: Draft, output: IOutput, displayId: string | undefined): Draft {
  const gap = isGap(output);
  const clears = draft.state.pendingClear && !gap;
  const before = clears ? cleared(draft.state) : draft.state;
  const outputs = draft.owned && !clears ? (before.outputs as IOutput[]) : [...before.outputs];
  const last = outputs.at(-1);
  if (last?.output_type === 'stream' && output.output_type === 'stream' && last.name === output.name) {
    // The engine keeps a growing string as a rope: this does not copy the text gathered so far.
    outputs[outputs.length - 1] = { ...last, text: last.text + output.text };
  } else if (!(last && isSameGap(output, last))) {
    outputs.push(output);
  }
  const displayIds = displayId === undefined ? before.displayIds : new Map(before.displayIds).set(outputs.length - 1, displayId);
  return { state: { outputs, pendingClear: before.pendingClear && gap, displayIds }, owned: true };
}
