import type { GpuEnvironment } from '../../src/notebook/gpu-environment.ts';
import type { CellRecording, NoteRecording } from '../../src/notebook/recorded-notebook.ts';
import type { IOutput } from '../../src/output/output.ts';

export const environment: GpuEnvironment = {
  gpuName: 'NVIDIA H200', gpuCount: 1, computeCapability: '9.0', gpuMemoryMiB: 143_156, driverVersion: '580.105.08', cudaVersion: '13.0',
  nvccRelease: '13.0.88', hostCompiler: 'g++ 12.2.0', pythonVersion: '3.11.2', torchVersion: null, recordedAt: '2026-03-04T05:06:07.000Z',
};

export function cellRecording(id: string, outputs: readonly IOutput[], digest = 'd'.repeat(64)): CellRecording {
  return { id, digest, code: `print("${id}")\n\nend`, outputs, seconds: 1.25 };
}

/** Every kind of output, with text that is hard to keep: escape sequences, carriage returns, no newline at the end. */
export const recording: NoteRecording = {
  environment,
  cells: [
    cellRecording('all', [
      { output_type: 'stream', name: 'stdout', text: 'one\r50%\r100%\n\u001b[31mred\u001b[0m\n\n中文 😀' },
      { output_type: 'stream', name: 'stderr', text: 'careful\n' },
      {
        output_type: 'display_data',
        data: {
          'text/plain': 'a\nb', 'image/png': 'iVBORw0KGgo=', 'image/svg+xml': '<svg>\n</svg>', 'application/json': ['x', 'y'],
          'application/vnd.warpnotes.cuda+json': { kind: 'exit', code: 0, signal: null, seconds: 0.5 },
        },
        metadata: { 'image/png': { width: 10 } },
      },
      { output_type: 'execute_result', execution_count: 1, data: { 'text/html': '<b>\n1</b>', 'text/plain': '' }, metadata: {} },
      { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: ['\u001b[31mValueError\u001b[0m: no'] },
    ]),
    cellRecording('silent', []),
  ],
};
