/** What a note or another page can use without an import; `components/note-components.ts` has the module of each. */
export const componentNames = [
  'AttentionShapes', 'BankersAlgorithm', 'BankMap', 'Cell', 'ChipAreas', 'CollisionOdds', 'CompilationPipeline',
  'CompilerChoice', 'DeviceLinkGraph', 'DivergenceTimeline', 'EndingProcess', 'Errata', 'ErrorTimeline', 'EstimateSheet',
  'ExpertRouting', 'FloatFormats', 'GemmTiles', 'GencodeAnatomy', 'GeneratorSteps', 'GridIndex', 'HashRing',
  'HistogramCopies', 'Home', 'ImageGrid', 'ImagePicker', 'KernelDoors', 'LiveRanges', 'LockCycle', 'MemoryHierarchy',
  'Metric', 'ModuleRegistries', 'OccupancyCalculator', 'OperatorPath', 'OptionStages', 'PageReplacement', 'PageResidency',
  'PhaseMatrix', 'PipelineGantt', 'ReductionSteps', 'ReductionTrees', 'RingAllReduce', 'Roofline', 'ScheduleGantt',
  'SectorMap', 'ShortenerPaths', 'StepTimelines', 'StreamPipeline', 'StreamsGantt', 'TileSteps', 'VideoAttention', 'VitParameters',
  // Lists of the pages that are no notes.
  'Coverage', 'ErrataList', 'FigureList', 'ListFilter', 'ReadingPath', 'TermList', 'TopicNotes',
] as const;
export type ComponentName = (typeof componentNames)[number];
