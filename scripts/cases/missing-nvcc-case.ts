import { dirname } from 'node:path';
import { z } from 'zod';
import { runCode } from '../../src/notebook/record-note.ts';
import type { HardCase } from './case-file.ts';
import type { CasePlace } from './case-place.ts';
import { cellFailures, lookOf, unknownCellKeys } from './cell-look.ts';
import { ended } from './cuda-case.ts';
import { verdictOf, type Verdict } from './verdict.ts';

/** A cell on a machine that is described by its PATH and by the files that are there, and what starting the compiler gives. */
export const toolInput = z.object({
  cell: z.object({ magic: z.string(), body: z.string() }),
  environment: z.object({ PATH: z.string(), exists: z.array(z.string()) }),
  process: z.object({ argv0: z.string(), error: z.string().optional() }),
});
type ToolInput = z.infer<typeof toolInput>;

/** Has Python see a machine whose only files outside of the kernel's own folders are the given ones. */
function describedMachine({ environment: { PATH, exists } }: ToolInput): string {
  return `
def _described(path, exists):
    import fnmatch, glob, os
    for name in ('CUDA_HOME', 'CUDA_PATH', 'WARPNOTES_NVCC'):
        os.environ.pop(name, None)
    os.environ['PATH'] = path
    folders = {os.path.dirname(each) for each in exists}
    tool = lambda each: os.path.basename(str(each)) in ('nvcc', 'bin') or '/cuda' in str(each)
    real_glob, real_access, real_isfile = glob.glob, os.access, os.path.isfile
    def described_glob(pattern, *args, **options):
        if '/bin' in pattern:
            return [each for each in sorted(folders) if fnmatch.fnmatch(each, pattern)]
        return real_glob(pattern, *args, **options)
    glob.glob = described_glob
    os.access = lambda each, *args, **options: str(each) in exists if tool(each) else real_access(each, *args, **options)
    os.path.isfile = lambda each: str(each) in exists if tool(each) else real_isfile(each)
_described(${JSON.stringify(PATH)}, ${JSON.stringify(exists)})
del _described
`;
}

/** Runs a cell where nvcc is not, or does not start: it fails and says where it was looked for, and Python goes on. */
export async function checkMissingTool({ assert }: HardCase, input: ToolInput, place: CasePlace): Promise<Verdict> {
  const { cell, environment } = input;
  const kernels = await place.kernels();
  const failures: string[] = [];
  // As it is described, where what is there does not start; and without what is there.
  for (const exists of [environment.exists, []]) {
    await kernels.use(async (session) => {
      await runCode(session, describedMachine({ ...input, environment: { ...environment, exists } }));
      const { outcome, outputs } = await runCode(session, `${cell.magic}\n${cell.body}`);
      const look = lookOf({ language: 'cuda', source: cell.body, outcome: ended(outcome), outputs });
      failures.push(...cellFailures(assert, look));
      const places = exists.length > 0 ? exists.map(dirname) : ['/usr/local/cuda/bin'];
      failures.push(...places.filter((each) => !look.text.includes(each)).map((each) => `${each} is not among the places that were searched`));
      const after = await runCode(session, 'print(1 + 1)');
      if (after.outcome !== 'ok') failures.push('a Python cell does not run after it');
    });
  }
  return verdictOf([...new Set(failures)], unknownCellKeys(assert, []));
}
