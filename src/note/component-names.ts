/** What a note can use without an import; `components/note-components.ts` has the module of each. */
export const componentNames = [
  'BankMap', 'Cell', 'CompilationPipeline', 'DeviceLinkGraph', 'Errata', 'GencodeAnatomy', 'Home', 'ImageGrid', 'Metric',
  'OptionStages', 'PhaseMatrix',
] as const;
export type ComponentName = (typeof componentNames)[number];
