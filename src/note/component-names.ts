/** What a note can use without an import; `components/note-components.ts` has the module of each. */
export const componentNames = [
  'BankMap', 'Cell', 'ChipAreas', 'CompilationPipeline', 'Errata', 'ErrorTimeline', 'GridIndex',
  'Home', 'Metric', 'Roofline',
] as const;
export type ComponentName = (typeof componentNames)[number];
