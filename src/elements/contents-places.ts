/**
 * By what a contents list knows where its reader is: the headings of the page, what follows them beside them, and the other parts of the
 * text. Each element belongs to the heading above it; one that holds headings is left out for its parts.
 * @param headings selector of the headings that the list has
 */
export function contentsPlaces(headings: string): readonly Element[] {
  const found = [...document.querySelectorAll(`main :where(${headings})`)];
  const holders = new Set<Element>();
  for (const heading of found) {
    for (let holder = heading.parentElement; holder !== null && !holders.has(holder); holder = holder.parentElement) holders.add(holder);
  }
  const places = new Set(found);
  for (const part of document.querySelectorAll('main > *, main .sl-markdown-content > *')) if (!holders.has(part)) places.add(part);
  for (const heading of found) {
    const first = heading.closest('.sl-heading-wrapper') ?? heading;
    for (let next = first.nextElementSibling; next !== null && !places.has(next); next = next.nextElementSibling) {
      if (!holders.has(next)) places.add(next);
    }
  }
  return [...places];
}
