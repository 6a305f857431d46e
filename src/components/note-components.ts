import type { ComponentModules } from '../markdown/remark-components.ts';

/** What a note can use without an import. */
export const noteComponents: ComponentModules = {
  BankMap: '/src/components/figures/BankMap.astro',
  Cell: '/src/components/Cell.astro',
  CompilationPipeline: '/src/components/figures/CompilationPipeline.astro',
  Errata: '/src/components/Errata.astro',
  Home: '/src/components/Home.astro',
  Metric: '/src/components/Metric.astro',
};
