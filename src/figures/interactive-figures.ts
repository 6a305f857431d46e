/** The custom elements of the figures that can be changed: each has its file in src/elements/figures, and is its figure's id. */
export const interactiveFigures = [
  'bank-map', 'collision-odds', 'image-picker', 'occupancy-calculator', 'roofline-chart', 'sector-map', 'tile-steps',
] as const;
export type InteractiveFigureName = (typeof interactiveFigures)[number];
