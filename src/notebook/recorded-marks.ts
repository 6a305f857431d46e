import * as v from 'valibot';
import { cudaMessageSchema, type CudaBuild } from '../cuda/cuda-message.ts';
import { CUDA_MIME_TYPE } from '../cuda/cuda-mime-type.ts';
import { builtFile, type LineMark, lineMarks } from '../cuda/line-marks.ts';
import type { IOutput } from '../output/output.ts';
import type { RecordedCell } from './recording-state.ts';

/** What the recorded builds of a note said of one of its cells: its own, and those of later cells that read its named file. */
export function recordedMarks(cells: readonly RecordedCell[], id: string): readonly LineMark[] {
  const shown = cells.find(({ cell }) => cell.options.id === id);
  if (!shown) return [];
  const { source, options: { files } } = shown.cell;
  return cells.flatMap((each) => {
    if (each.state !== 'fresh') return [];
    return builds(each.recording.outputs).flatMap((build) => {
      const file = each.cell.options.id === id ? builtFile(build) : files;
      return file === null ? [] : lineMarks(build, file, source);
    });
  });
}

function builds(outputs: readonly IOutput[]): readonly CudaBuild[] {
  return outputs.flatMap((output) => {
    const message = v.safeParse(cudaMessageSchema, 'data' in output ? output.data[CUDA_MIME_TYPE] : undefined);
    return message.success && message.output.kind === 'build' ? [message.output] : [];
  });
}
