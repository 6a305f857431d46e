/** Code that was written in place of a note's own. */
export interface CodeEdit {
  readonly text: string;
  /** Digest of the code of the note that it was made from. */
  readonly digest: string;
}

/** The code of one cell: the note's, the reader's edit of it, and one that came with a link. */
export interface CodeState {
  readonly original: CodeEdit;
  /** Kept in the browser. */
  readonly own: CodeEdit | null;
  /** In this page only, until the reader makes it their own. */
  readonly linked: CodeEdit | null;
  /** `own` shows the original where there is no edit. */
  readonly shown: 'own' | 'linked';
  /** What one step back brings again. */
  readonly undo: { readonly step: 'reset' | 'adopt'; readonly own: CodeEdit | null; readonly linked: CodeEdit | null } | null;
}

export type CodeStatus = 'original' | 'edited' | 'linked';

export function codeState(original: CodeEdit, own: CodeEdit | null): CodeState {
  return { original, own: own?.text === original.text ? null : own, linked: null, shown: 'own', undo: null };
}

export function shownEdit(state: CodeState): CodeEdit {
  return (state.shown === 'linked' ? state.linked : state.own) ?? state.original;
}

export function codeStatus(state: CodeState): CodeStatus {
  if (state.shown === 'linked' && state.linked) return 'linked';
  return state.own ? 'edited' : 'original';
}

/** The note's code has changed since the shown edit was made. */
export function isOutdated(state: CodeState): boolean {
  return shownEdit(state).digest !== state.original.digest;
}

/** The reader typed: into the code that is shown. */
export function typed(state: CodeState, text: string): CodeState {
  if (codeStatus(state) === 'linked') return { ...state, linked: { ...shownEdit(state), text } };
  const own = text === state.original.text ? null : { ...shownEdit(state), text };
  return { ...state, own, undo: null };
}

/** Back to the note's code. */
export function reset(state: CodeState): CodeState {
  return { ...state, own: null, shown: 'own', undo: { step: 'reset', own: state.own, linked: state.linked } };
}

/** A link brought code: it is shown, and the reader's own edit stays as it is. */
export function opened(state: CodeState, linked: CodeEdit): CodeState {
  return { ...state, linked, shown: 'linked', undo: null };
}

/** Shows the reader's own code in place of the link's, or the other way round. */
export function switched(state: CodeState): CodeState {
  return { ...state, shown: state.shown === 'own' ? 'linked' : 'own' };
}

/** The link's code becomes the reader's edit. */
export function adopted(state: CodeState): CodeState {
  return { ...typed({ ...state, shown: 'own', linked: null, own: state.linked }, shownEdit(state).text),
    undo: { step: 'adopt', own: state.own, linked: state.linked } };
}

/** One step back, once. */
export function undone(state: CodeState): CodeState {
  if (!state.undo) return state;
  const { step, own, linked } = state.undo;
  return { ...state, own, linked, shown: step === 'adopt' ? 'linked' : 'own', undo: null };
}

/** The reader knows that the note's code has changed, and stays with the edit. */
export function acknowledged(state: CodeState): CodeState {
  return state.own ? { ...state, own: { ...state.own, digest: state.original.digest } } : state;
}
