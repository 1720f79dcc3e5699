import { defineConfig } from 'vitest/config';
import { hideFromChildProcesses, packageTags } from './test/support/external-programs.ts';
import { ExternalProgramsReporter } from './test/support/external-programs-reporter.ts';
import { fromSources } from './test/support/from-sources.ts';
import { slowTag } from './test/support/slow-tests.ts';

hideFromChildProcesses();

/** Runs what takes long and rarely breaks, in `*.deep.test.ts`. */
export default defineConfig({
  ...fromSources,
  test: {
    tags: [...packageTags, slowTag],
    include: ['packages/*/test/**/*.deep.test.ts', 'test/**/*.deep.test.ts'],
    exclude: ['**/node_modules/**'],
    setupFiles: ['test/support/random-runs.ts'],
    reporters: ['default', new ExternalProgramsReporter()],
    // Many wait for seconds, for clients and timers.
    maxWorkers: 4,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
