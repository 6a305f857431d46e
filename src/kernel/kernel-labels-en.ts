import type { KernelLabels } from './kernel-labels.ts';

export const kernelLabels: KernelLabels = {
  bar: 'Kernel',
  phase: {
    off: 'Not connected', connecting: 'Connecting', idle: 'Ready', busy: 'Running', stopping: 'Stopping',
    restarting: 'Restarting', reconnecting: 'Reconnecting', unauthorized: 'The server no longer accepts the token', lost: 'Kernel lost',
  },
  connect: 'Connect', newToken: 'Enter a new token', disconnect: 'Shut down', runAll: 'Run all', stop: 'Stop', stopNow: 'Stop by restart',
  restart: 'Restart', cancel: 'Cancel', stopServer: 'Stop my server', openLab: 'Open in JupyterLab',
  details: 'The machine', server: 'Server', gpu: 'GPU', memory: (used, total) => `${used} of ${total} GiB used`, noGpu: 'no NVIDIA GPU found',
  driver: 'Driver', nvcc: 'nvcc', none: 'not found',
  keepOnLeave: 'Keep the kernel when I leave this page',
  keepHint: 'It goes on holding the GPU’s memory. Coming back to this page in this tab takes it up again.',
  cannotKeep: 'Possible only if the token is kept for this tab: without it, nobody could come back to the kernel.',
  stillRuns: (host) => `Your kernel still runs on ${host}`,
  takeUp: 'Take it up again',
};
