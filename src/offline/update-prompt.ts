export interface UpdateLabels {
  readonly ready: string;
  readonly reload: string;
  readonly later: string;
}

/** The line at the foot of the window that offers a new version. Its height is `--wn-update-height` on the root. */
export class UpdatePrompt {
  /** In the page from the start: a status that comes together with its text is not read out everywhere. */
  readonly #place = document.createElement('div');
  readonly #labels: UpdateLabels;
  readonly #onReload: () => void;

  constructor(labels: UpdateLabels, onReload: () => void) {
    this.#labels = labels;
    this.#onReload = onReload;
    this.#place.className = 'update-prompt';
    this.#place.setAttribute('role', 'status');
    document.body.append(this.#place);
    let shown = 0;
    new ResizeObserver(() => {
      const { offsetHeight: height } = this.#place;
      // A property of the root makes the browser style all of a page anew: not for the line that is empty from the start.
      if (height !== shown) document.documentElement.style.setProperty('--wn-update-height', `${height}px`);
      shown = height;
    }).observe(this.#place);
  }

  /** Shows the line, again if the reader has put it off before. */
  show(): void {
    if (this.#place.childElementCount > 0) return;
    const { ready, reload, later } = this.#labels;
    const text = document.createElement('span');
    text.textContent = ready;
    this.#place.append(text, button(reload, this.#onReload), button(later, () => this.#place.replaceChildren()));
  }
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', onClick);
  return made;
}
