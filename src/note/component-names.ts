/** What a note can use without an import; `components/note-components.ts` has the module of each. */
export const componentNames = [
  'BankMap', 'BeladyFrames', 'Cell', 'CollisionOdds', 'CompilationPipeline', 'EndingProcess', 'Errata', 'EstimateSheet',
  'GeneratorSteps', 'HashRing', 'Home', 'KernelDoors', 'LockCycle', 'Metric', 'ScheduleGantt', 'ShortenerPaths',
] as const;
export type ComponentName = (typeof componentNames)[number];
