/** Control-Enter runs a cell, Shift-Enter goes on to the next one too, as in Jupyter; only where a reader has pressed the keys. */
export function isRunKey({ key, ctrlKey, metaKey, shiftKey, isTrusted }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey || shiftKey) && isTrusted;
}
