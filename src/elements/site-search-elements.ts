import type { Segment } from '../search/snippet.ts';

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

export function pressable(className: string, text: string, onPress: () => void): HTMLButtonElement {
  const button = element('button', className, { type: 'button' }, [text]);
  button.addEventListener('click', onPress);
  return button;
}

export function marked(segments: readonly Segment[]): readonly (Node | string)[] {
  return segments.map(({ text, mark }) => (mark ? element('mark', '', {}, [text]) : text));
}

/** Path of a magnifying glass in a box of 24 by 24. */
const MAGNIFIER =
  'M10.5 4a6.5 6.5 0 1 0 4 11.6l4.7 4.7 1.4-1.4-4.7-4.7A6.5 6.5 0 0 0 10.5 4Zm0 2a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z';

export function magnifier(): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', 'aria-hidden': 'true', fill: 'currentColor' })) {
    svg.setAttribute(name, value);
  }
  path.setAttribute('d', MAGNIFIER);
  svg.append(path);
  return svg;
}
