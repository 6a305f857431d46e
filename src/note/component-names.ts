/** What a note or another page can use without an import; `components/note-components.ts` has the module of each. */
export const componentNames = [
  'BankMap', 'BeladyFrames', 'Cell', 'ChipAreas', 'CollisionOdds', 'CompilationPipeline', 'DeviceLinkGraph',
  'DivergenceTimeline', 'EndingProcess', 'Errata', 'ErrorTimeline', 'EstimateSheet', 'GemmTiles', 'GencodeAnatomy',
  'GeneratorSteps', 'GridIndex', 'HashRing', 'HistogramCopies', 'Home', 'ImageGrid', 'ImagePicker', 'KernelDoors',
  'LiveRanges', 'LockCycle', 'MemoryHierarchy', 'Metric', 'ModuleRegistries', 'OccupancyCalculator', 'OptionStages',
  'PageResidency', 'PhaseMatrix', 'PipelineGantt', 'ReductionTrees', 'Roofline', 'ScheduleGantt', 'SectorMap', 'ShortenerPaths',
  'StreamPipeline', 'TileSteps',
  // Lists of the pages that are no notes.
  'Coverage', 'ErrataList', 'FigureList', 'ListFilter', 'ReadingPath', 'TermList', 'TopicNotes',
] as const;
export type ComponentName = (typeof componentNames)[number];
