import { fromBase64 } from '../output/base64.ts';
import { frameMessage } from '../output/frame-message.ts';

/** A frame that has said nothing this long after it was loaded is not ours: an error page, or none. */
const READY_MS = 5000;
/** Without a network too: the site may be on this computer. */
const OFFLINE_READY_MS = 250;

/**
 * `output-frame`: shows HTML with scripts, after a click, in a frame of an opaque origin that may run scripts and nothing
 * else. From the frame the page takes that it is ready, once, and its height.
 */
export class OutputFrame extends HTMLElement {
  #frame: HTMLIFrameElement | null = null;
  #stop: AbortController | null = null;
  /** Says on the button what it does next. */
  #say = (): void => undefined;

  connectedCallback(): void {
    const button = this.querySelector('button');
    if (!button) return;
    const show = button.textContent;
    button.hidden = false;
    button.setAttribute('aria-expanded', 'false');
    this.#say = () => {
      button.setAttribute('aria-expanded', String(this.#frame !== null));
      button.textContent = this.#frame ? button.dataset['hide'] ?? show : show;
    };
    button.onclick = () => {
      if (this.#frame) this.#close();
      else this.#open();
    };
  }

  disconnectedCallback(): void {
    this.#close();
  }

  #open(): void {
    this.querySelector('[role=alert]')?.remove();
    const frame = document.createElement('iframe');
    frame.sandbox.add('allow-scripts');
    frame.referrerPolicy = 'no-referrer';
    frame.title = this.dataset['title'] ?? '';
    frame.src = `${import.meta.env.BASE_URL.replace(/\/?$/u, '/')}output-frame/index.html`;
    const stop = new AbortController();
    let html: string | null = fromBase64(this.querySelector('script')?.textContent ?? '');
    window.addEventListener('message', ({ source, data }) => {
      // The origin of such a frame is "null", which any other may have too: the window is what tells it.
      if (source !== frame.contentWindow) return;
      const message = frameMessage(data);
      if (message?.type === 'resize') frame.style.height = `${message.height}px`;
      if (message?.type !== 'ready' || html === null) return;
      frame.contentWindow?.postMessage({ type: 'show', html }, '*');
      html = null;
    }, { signal: stop.signal });
    frame.addEventListener('load', () => {
      setTimeout(() => { if (html !== null && this.#frame === frame) this.#fail(); }, navigator.onLine ? READY_MS : OFFLINE_READY_MS);
    }, { once: true });
    this.#frame = frame;
    this.#stop = stop;
    this.append(frame);
    this.#say();
  }

  #fail(): void {
    this.#close();
    const note = document.createElement('p');
    note.className = 'output-note';
    note.setAttribute('role', 'alert');
    note.textContent = this.dataset['failed'] ?? '';
    this.append(note);
  }

  #close(): void {
    this.#stop?.abort();
    this.#frame?.remove();
    this.#frame = null;
    this.#stop = null;
    this.#say();
  }
}

if (!customElements.get('output-frame')) customElements.define('output-frame', OutputFrame);
