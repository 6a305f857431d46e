/** A view of a figure as a link has it: which figure, and the values of its controls by name. */
export interface FigureView {
  readonly figure: string;
  readonly values: URLSearchParams;
}

/** The fragment that opens a view: `#bank-map?kind=strided&stride=2`. */
export function figureLink({ figure, values }: FigureView): string {
  return `#${figure}?${values.toString().replaceAll('%2C', ',')}`;
}

/** Reads what `figureLink` wrote; null where a fragment is something else. The values are anyone's and not checked. */
export function readFigureLink(fragment: string): FigureView | null {
  const [, figure, values] = /^#([a-z][a-z0-9-]*)\?(.*)$/su.exec(fragment) ?? [];
  return figure === undefined ? null : { figure, values: new URLSearchParams(values) };
}
