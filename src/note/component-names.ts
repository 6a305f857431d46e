/** What a note or another page can use without an import; `components/note-components.ts` has the module of each. */
export const componentNames = [
  'BankMap', 'BeladyFrames', 'Cell', 'ChipAreas', 'CollisionOdds', 'CompilationPipeline', 'DeviceLinkGraph',
  'EndingProcess', 'Errata', 'ErrorTimeline', 'EstimateSheet', 'GencodeAnatomy', 'GeneratorSteps', 'GridIndex',
  'HashRing', 'Home', 'ImageGrid', 'KernelDoors', 'LockCycle', 'Metric', 'OptionStages', 'PhaseMatrix', 'Roofline',
  'ScheduleGantt', 'ShortenerPaths',
  // Lists of the pages that are no notes.
  'Coverage', 'ErrataList', 'ListFilter', 'ReadingPath', 'TermList', 'TopicNotes',
] as const;
export type ComponentName = (typeof componentNames)[number];
