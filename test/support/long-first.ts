import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take long: they run what lies elsewhere. */
const LONG = /\/test\/(?:cases\/|e2e\/(?:accessibility|return)\.|notebook\/executed-|scripts\/(?:record|python-environment)\.)/u;

/** Starts the long files of each project first, so that none is left to run alone; the rest in Vitest's own order. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((of) => [...of.filter(isLong), ...of.filter((each) => !isLong(each))]);
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return LONG.test(moduleId);
}
