/** What a note can use without an import; `components/note-components.ts` has the module of each. */
export const componentNames = [
  'BankMap', 'BeladyFrames', 'Cell', 'CollisionOdds', 'CompilationPipeline', 'DeviceLinkGraph', 'EndingProcess',
  'Errata', 'EstimateSheet', 'GencodeAnatomy', 'GeneratorSteps', 'HashRing', 'Home', 'ImageGrid', 'KernelDoors',
  'LockCycle', 'Metric', 'OptionStages', 'PhaseMatrix', 'ScheduleGantt', 'ShortenerPaths',
] as const;
export type ComponentName = (typeof componentNames)[number];
