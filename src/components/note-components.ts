import type { ComponentName } from '../note/component-names.ts';

/** The module of every component that a note can use without an import. */
export const noteComponents: Readonly<Record<ComponentName, string>> = {
  BankMap: '/src/components/figures/BankMap.astro',
  Cell: '/src/components/Cell.astro',
  ChipAreas: '/src/components/figures/ChipAreas.astro',
  CompilationPipeline: '/src/components/figures/CompilationPipeline.astro',
  Errata: '/src/components/Errata.astro',
  ErrorTimeline: '/src/components/figures/ErrorTimeline.astro',
  GridIndex: '/src/components/figures/GridIndex.astro',
  Home: '/src/components/Home.astro',
  Metric: '/src/components/Metric.astro',
  Roofline: '/src/components/figures/Roofline.astro',
};
