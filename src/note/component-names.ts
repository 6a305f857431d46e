/** What a note can use without an import; `components/note-components.ts` has the module of each. */
export const componentNames = [
  'BankMap', 'BeladyFrames', 'Cell', 'ChipAreas', 'CollisionOdds', 'CompilationPipeline', 'DeviceLinkGraph',
  'EndingProcess', 'Errata', 'ErrorTimeline', 'EstimateSheet', 'GencodeAnatomy', 'GeneratorSteps', 'GridIndex',
  'HashRing', 'Home', 'ImageGrid', 'KernelDoors', 'LiveRanges', 'LockCycle', 'Metric', 'OccupancyCalculator',
  'OptionStages', 'PhaseMatrix', 'Roofline', 'ScheduleGantt', 'ShortenerPaths',
] as const;
export type ComponentName = (typeof componentNames)[number];
