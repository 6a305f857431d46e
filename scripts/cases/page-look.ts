/** How parts of a page look: values by property and part; a part that is not there is left out. */
export type PageLook = Readonly<Record<string, string>>;

/**
 * In the browser: how the parts of a page look that outputs must leave alone, and whether a Run button can be pressed.
 * Without sizes, which follow from how much there is in the page.
 */
export function pageLook(): PageLook {
  const parts: Readonly<Record<string, string>> = {
    body: 'body', header: 'header.header', title: 'h1', text: '.sl-markdown-content > p', bar: 'kernel-bar', 'run all': '[data-action=run-all]',
    'run button': '.cell-run', code: '.cell-code pre', status: '.cell-status', input: 'input',
  };
  const properties = [
    'color', 'background-color', 'background-image', 'font-family', 'font-size', 'font-weight', 'text-align', 'text-transform', 'border-top', 'border-left',
    'outline', 'display', 'visibility', 'opacity', 'position', 'z-index', 'padding', 'margin-top', 'transform', 'filter', 'pointer-events',
  ];
  const looks = Object.entries(parts).flatMap(([name, selector]) => {
    const element = document.querySelector(selector);
    if (!element) return [];
    const style = getComputedStyle(element);
    const after = [`${name}::after`, getComputedStyle(element, '::after').content] as const;
    return [...properties.map((property) => [`${property} of ${name}`, style.getPropertyValue(property)] as const), after];
  });
  const run = document.querySelector('.cell-run');
  run?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = run?.getBoundingClientRect();
  const hit = box ? document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) : null;
  return { ...Object.fromEntries(looks), 'the top of the run button': String(hit?.closest('.cell-run') === run) };
}

/** In the browser: the ids that more than one element has. */
export function duplicateIds(): readonly string[] {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id) => id !== '');
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
