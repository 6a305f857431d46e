/** Formulas and tables of the text; code and outputs have their own focus. */
const BOXES = '.sl-markdown-content :is(.katex-display, table)';

/** Puts the boxes that scroll sideways at their present width into the tab order, and takes the others out of it. */
function watchScrollingBoxes(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const box of document.querySelectorAll(BOXES)) if (!box.closest('.not-content')) observer.observe(box);
}

watchScrollingBoxes();
