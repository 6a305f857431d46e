/** Code, formulas and tables of the text, and the boxes of recorded outputs that are wide by themselves. */
const BOXES = '.expressive-code pre, .sl-markdown-content :is(.katex-display, table):not(.not-content *), .cell-recorded :is(.output-html, .output-math)';

const observer = new ResizeObserver((entries) => {
  // All widths before the first change: each change makes the browser lay the page out anew for the next width.
  const boxes = entries.map(({ target }) => ({ target, scrolls: target.scrollWidth > target.clientWidth }));
  for (const { target, scrolls } of boxes) {
    if (scrolls) target.setAttribute('tabindex', '0');
    else target.removeAttribute('tabindex');
  }
});

/** Puts boxes that scroll sideways at their present width into the tab order, and takes the others out of it. */
export function watchScrollingBoxes(boxes: Iterable<Element>): void {
  for (const box of boxes) observer.observe(box);
}

watchScrollingBoxes(document.querySelectorAll(BOXES));
