/** Something to be said below the code of a cell, with what can be done about it. */
export interface CodeNotice {
  readonly text: string;
  readonly actions?: readonly { readonly label: string; readonly act: () => void }[];
  /** A text to be copied, with its accessible name. */
  readonly field?: { readonly name: string; readonly value: string };
}

/** Shows notices in a live region; what is there already stays, so that it is not announced again and keeps its focus. */
export class CodeNotices {
  readonly #place: HTMLElement;
  #shown = '';

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  show(notices: readonly CodeNotice[]): void {
    const content = JSON.stringify(notices);
    if (content === this.#shown) return;
    this.#shown = content;
    this.#place.replaceChildren(...notices.map(noticeElement));
  }
}

function noticeElement({ text, actions = [], field }: CodeNotice): HTMLElement {
  const notice = document.createElement('div');
  const sentence = document.createElement('p');
  sentence.textContent = text;
  notice.append(sentence);
  if (field) notice.append(fieldElement(field));
  for (const { label, act } of actions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', act);
    notice.append(button);
  }
  return notice;
}

function fieldElement({ name, value }: NonNullable<CodeNotice['field']>): HTMLInputElement {
  const input = document.createElement('input');
  input.readOnly = true;
  input.value = value;
  input.setAttribute('aria-label', name);
  input.addEventListener('focus', () => input.select());
  return input;
}
