import type { CudaBuild, CudaMessage } from '../../src/cuda/cuda-message.ts';

export const builtProgram: CudaBuild = {
  kind: 'build',
  seconds: 1.234,
  cached: false,
  command: 'nvcc -O3 -arch=sm_90 tile.cu',
  diagnostics: [],
  resources: [],
  log: '',
};

export const warnedProgram: CudaBuild = {
  ...builtProgram,
  diagnostics: [
    {
      file: 'tile.cu',
      line: 7,
      column: 7,
      severity: 'warning',
      text: '#177-D: variable "unused" was declared but never referenced\n      int unused = 0;\n          ^',
    },
  ],
  resources: [
    {
      kernel: 'tile<float, 32>(float const*, float*)', arch: 'sm_90', registers: 40, spillStores: 0, spillLoads: 0,
      stackBytes: 0, sharedBytes: 4224, constantBytes: 544,
    },
    {
      kernel: 'heavy(double*)', arch: 'sm_90', registers: 255, spillStores: 128, spillLoads: 192,
      stackBytes: 96, sharedBytes: 0, constantBytes: 540,
    },
  ],
  log: 'tile.cu(7): warning #177-D: variable "unused" was declared but never referenced\n',
};

export const failedProgram: CudaBuild = {
  ...builtProgram,
  seconds: 0.41,
  diagnostics: [
    { file: 'tile.cu', line: 3, column: 12, severity: 'error', text: 'expected a ";"' },
    { file: 'nvlink', line: null, column: null, severity: 'error', text: 'Undefined reference to <f> in \'tile.o\'' },
  ],
  log: 'tile.cu(3): error: expected a ";"\n\u001b[31m1 error detected\u001b[0m\n',
};

/** One message of each kind and look, by what it shows. */
export const cudaMessages: Readonly<Record<string, CudaMessage>> = {
  'build, nothing to report': builtProgram,
  'build, from cache': { ...builtProgram, cached: true, seconds: 0.02 },
  'build, warning and resources': warnedProgram,
  'build, failed': failedProgram,
  'exit, code 0': { kind: 'exit', code: 0, signal: null, seconds: 0.4 },
  'exit, code 3': { kind: 'exit', code: 3, signal: null, seconds: 12.34 },
  'exit, signal': { kind: 'exit', code: null, signal: 'SIGSEGV', seconds: 0.2 },
  'no device, driver present': { kind: 'no-device', driver: true },
  'no device, no driver': { kind: 'no-device', driver: false },
  'no nvcc': { kind: 'no-nvcc', searched: ['PATH', '/usr/local/cuda/bin'] },
};
