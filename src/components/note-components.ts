import type { ComponentName } from '../note/component-names.ts';

/** The module of every component that a note can use without an import. */
export const noteComponents: Readonly<Record<ComponentName, string>> = {
  BankMap: '/src/components/figures/BankMap.astro',
  Cell: '/src/components/Cell.astro',
  CompilationPipeline: '/src/components/figures/CompilationPipeline.astro',
  DeviceLinkGraph: '/src/components/figures/DeviceLinkGraph.astro',
  Errata: '/src/components/Errata.astro',
  GencodeAnatomy: '/src/components/figures/GencodeAnatomy.astro',
  Home: '/src/components/Home.astro',
  ImageGrid: '/src/components/figures/ImageGrid.astro',
  Metric: '/src/components/Metric.astro',
  OptionStages: '/src/components/figures/OptionStages.astro',
  PhaseMatrix: '/src/components/figures/PhaseMatrix.astro',
};
