/** Keys of `localStorage`, read before the page is painted as well (`components/ThemeProvider.astro`). */
const THEME_KEY = 'starlight-theme';
const READING_KEY = 'warpnotes:reading';

/** Settings other than the colours: attributes of the root by which the styles go; one that is normal is left out. */
type Setting = 'textSize' | 'textWidth' | 'codeWrap' | 'codeNumbers' | 'focus';
type Kept = Readonly<Partial<Record<Setting, string>>>;

const root = document.documentElement;
const prefersLight = matchMedia('(prefers-color-scheme: light)');
let theme = read(THEME_KEY) ?? '';
let kept: Kept = readKept();

/** Controls are `[data-reading]` with the name of a setting: radio buttons with its value, checkboxes and buttons that turn it on. */
function controls(): readonly (HTMLInputElement | HTMLButtonElement)[] {
  return [...document.querySelectorAll<HTMLInputElement | HTMLButtonElement>('[data-reading]')];
}

function valueOf(name: string): string {
  return (name === 'theme' ? theme : kept[name as Setting]) ?? '';
}

function show(): void {
  root.dataset['theme'] = theme || (prefersLight.matches ? 'light' : 'dark');
  for (const control of controls()) {
    const value = valueOf(control.dataset['reading'] ?? '');
    if (control instanceof HTMLInputElement) control.checked = control.type === 'radio' ? value === control.value : value !== '';
    else if (control.ariaPressed !== null) control.ariaPressed = String(value !== '');
    control.disabled = false;
  }
}

/** Sets what a control says, and keeps its place on the screen: what is above it may have become longer. */
function set(control: HTMLInputElement | HTMLButtonElement): void {
  const name = control.dataset['reading'] as Setting | 'theme';
  const { top } = control.getBoundingClientRect();
  const value = control.type === 'radio' ? control.value : valueOf(name) === '' ? 'on' : '';
  if (name === 'theme') write(THEME_KEY, (theme = value));
  else {
    // JSON leaves out what is undefined.
    kept = { ...kept, [name]: value || undefined };
    if (value === '') root.removeAttribute(`data-${name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`);
    else root.dataset[name] = value;
    write(READING_KEY, JSON.stringify(kept));
  }
  show();
  scrollBy({ top: control.getBoundingClientRect().top - top, behavior: 'instant' });
}

function readKept(): Kept {
  try {
    return (JSON.parse(read(READING_KEY) ?? 'null') as Kept | null) ?? {};
  } catch {
    return {}; // not JSON: somebody else's, or cut off
  }
}

/** A browser that keeps nothing for the site throws: settings then hold for the page. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // as above
  }
}

addEventListener('input', ({ target }) => { if (target instanceof HTMLInputElement && target.dataset['reading'] !== undefined) set(target); });
addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-reading]') : null;
  if (button) set(button);
});
prefersLight.addEventListener('change', show);
show();
