import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/support/long-first.ts';

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    // One more than the cores of a small machine: half of the time a file waits for a kernel, a browser or a timer.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/cases/**'],
          globalSetup: ['test/support/python-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/cases/*.test.ts'],
          globalSetup: ['test/support/python-setup.ts', 'test/support/site-setup.ts'],
          // A browser, a server and a kernel share the processors with two more files: one that is late once is looked at again.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
