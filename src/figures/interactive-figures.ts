/** The custom elements of the figures that can be changed: each has its file in src/elements/figures, and is its figure's id. */
export const interactiveFigures = [
  'attention-shapes', 'bank-map', 'bankers-algorithm', 'collision-odds', 'compilation-pipeline', 'divergence-timeline',
  'expert-routing', 'float-formats', 'grid-index', 'hash-ring', 'image-picker', 'memory-hierarchy', 'occupancy-calculator',
  'page-replacement', 'reduction-steps', 'ring-all-reduce', 'roofline-chart', 'schedule-gantt', 'sector-map', 'streams-gantt',
  'tile-steps', 'vit-parameters',
] as const;
export type InteractiveFigureName = (typeof interactiveFigures)[number];
