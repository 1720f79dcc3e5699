import { defineConfig } from 'vitest/config';
import { hideFromChildProcesses, packageTags } from './test/support/external-programs.ts';
import { ExternalProgramsReporter } from './test/support/external-programs-reporter.ts';
import { fromSources } from './test/support/from-sources.ts';
import { filesWithRandomInputs, slowTag } from './test/support/slow-tests.ts';

hideFromChildProcesses();

/**
 * Runs what takes long and rarely breaks, in `*.deep.test.ts`, and the tests with random inputs on twice as many
 * inputs as `npm test`, always the same ones. `npm run explore` sets `RANDOM_SEED`, for others; `RANDOM_FACTOR` is the
 * number of inputs relative to the usual one, of which `npm test` tries a quarter.
 */
export default defineConfig({
  ...fromSources,
  test: {
    tags: [...packageTags, slowTag],
    projects: [
      {
        extends: true,
        test: {
          name: 'deep',
          include: ['packages/*/test/**/*.deep.test.ts', 'test/**/*.deep.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'random',
          include: filesWithRandomInputs(),
          env: {
            RANDOM_SEED: process.env.RANDOM_SEED ?? '2',
            RANDOM_FACTOR: process.env.RANDOM_FACTOR ?? '0.5',
          },
          testTimeout: 4 * 3_600_000,
        },
      },
    ],
    setupFiles: ['test/support/random-runs.ts'],
    reporters: ['default', new ExternalProgramsReporter()],
    // Many wait for seconds, for clients and timers.
    maxWorkers: 3,
  },
});
