import { defineConfig } from 'vitest/config';
import { hideFromChildProcesses, packageTags } from './test/support/external-programs.ts';
import { ExternalProgramsReporter } from './test/support/external-programs-reporter.ts';
import { fromSources } from './test/support/from-sources.ts';
import { filesWithRandomInputs, slowTag } from './test/support/slow-tests.ts';

hideFromChildProcesses();

/**
 * Runs the tests with random inputs on twice as many inputs as `npm test`. `npm run explore` sets `RANDOM_SEED`;
 * `RANDOM_FACTOR` is the number of inputs relative to the usual one, of which `npm test` tries a quarter.
 */
export default defineConfig({
  ...fromSources,
  test: {
    tags: [...packageTags, slowTag],
    include: filesWithRandomInputs(),
    env: {
      RANDOM_SEED: process.env.RANDOM_SEED ?? '2',
      RANDOM_FACTOR: process.env.RANDOM_FACTOR ?? '0.5',
    },
    setupFiles: ['test/support/random-runs.ts'],
    reporters: ['default', new ExternalProgramsReporter()],
    testTimeout: 4 * 3_600_000,
  },
});
