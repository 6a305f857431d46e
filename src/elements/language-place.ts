/**
 * Takes a reader who changes the language to the place that was being read. A note has the same headings in both languages, with
 * anchors of their own, so the link says the number of a heading and which part of its section is read: `#at=7.32`. The page that
 * is opened so goes there, and puts the heading's own anchor into its address.
 */
const LINK = '.language-link';
const GIVEN = /^#at=(\d{1,4}\.\d\d)$/u;

function sections(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.sl-markdown-content :is(h2, h3, h4)[id]')];
}

/** Where sections begin and the last one ends, in pixels below the frame's head. */
function edges(headings: readonly HTMLElement[]): readonly number[] {
  const head = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const end = headings[0]?.closest('.sl-markdown-content')?.getBoundingClientRect().bottom ?? 0;
  return [...headings.map((heading) => heading.getBoundingClientRect().top), end].map((y) => y - head);
}

/** Nothing above the first heading. */
function placeNow(): string {
  const tops = edges(sections());
  const index = tops.slice(0, -1).findLastIndex((top) => top <= 1);
  const [top, next] = [tops[index], tops[index + 1]];
  if (top === undefined || next === undefined || next <= top) return '';
  return `#at=${(index + Math.min(0.99, Math.max(0, -top / (next - top)))).toFixed(2)}`;
}

function goTo(place: number): void {
  const headings = sections();
  const index = Math.floor(place);
  const heading = headings[index];
  if (!heading) return;
  heading.scrollIntoView({ behavior: 'instant' });
  const [top = 0, next = 0] = edges(headings).slice(index);
  scrollBy({ top: (place - index) * (next - top), behavior: 'instant' });
  // While a page is loading, the browser goes to an anchor that its address gets.
  window.addEventListener('load', () => { history.replaceState(history.state, '', `#${heading.id}`); }, { once: true });
}

// The address is read when a press ends, or opens a new tab.
for (const type of ['pointerdown', 'click'] as const) {
  document.addEventListener(type, ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINK) : null;
    if (link) link.hash = placeNow();
  });
}

const given = GIVEN.exec(location.hash)?.[1];
if (given !== undefined) goTo(Number(given));

export {};
