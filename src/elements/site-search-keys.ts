/** Whether shortcuts are made with Command here. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** Command-K on Apple's systems, where Control-K cuts a line; Control-K on all others. */
export function isToggleKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (isApple() ? metaKey : ctrlKey) && !shiftKey && !altKey;
}

/** A slash that nobody is typing into a field, an editor or another dialog. */
export function isSlash({ key, ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey || isComposing) return false;
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  return !isTyping && document.querySelector('dialog[open]') === null;
}
