import type { ComponentName } from '../note/component-names.ts';

/** The module of every component that a note can use without an import. */
export const noteComponents: Readonly<Record<ComponentName, string>> = {
  BankMap: '/src/components/figures/BankMap.astro',
  BeladyFrames: '/src/components/figures/BeladyFrames.astro',
  Cell: '/src/components/Cell.astro',
  CollisionOdds: '/src/components/figures/CollisionOdds.astro',
  CompilationPipeline: '/src/components/figures/CompilationPipeline.astro',
  DeviceLinkGraph: '/src/components/figures/DeviceLinkGraph.astro',
  EndingProcess: '/src/components/figures/EndingProcess.astro',
  Errata: '/src/components/Errata.astro',
  EstimateSheet: '/src/components/figures/EstimateSheet.astro',
  GencodeAnatomy: '/src/components/figures/GencodeAnatomy.astro',
  GeneratorSteps: '/src/components/figures/GeneratorSteps.astro',
  HashRing: '/src/components/figures/HashRing.astro',
  Home: '/src/components/Home.astro',
  ImageGrid: '/src/components/figures/ImageGrid.astro',
  KernelDoors: '/src/components/figures/KernelDoors.astro',
  LockCycle: '/src/components/figures/LockCycle.astro',
  Metric: '/src/components/Metric.astro',
  OptionStages: '/src/components/figures/OptionStages.astro',
  PhaseMatrix: '/src/components/figures/PhaseMatrix.astro',
  ScheduleGantt: '/src/components/figures/ScheduleGantt.astro',
  ShortenerPaths: '/src/components/figures/ShortenerPaths.astro',
};
