import { defineConfig } from 'vitest/config';
import { hideFromChildProcesses, packageTags } from './test/support/external-programs.ts';
import { ExternalProgramsReporter } from './test/support/external-programs-reporter.ts';
import { fromSources } from './test/support/from-sources.ts';

hideFromChildProcesses();

/**
 * Measures memory and time, in `*.measure.test.ts`: each file in a process of its own, one after the other. What the
 * machine does meanwhile moves such figures, so they decide no change: they are for whoever changes the parts concerned.
 */
export default defineConfig({
  ...fromSources,
  test: {
    tags: packageTags,
    include: ['packages/*/test/**/*.measure.test.ts', 'test/**/*.measure.test.ts'],
    exclude: ['**/node_modules/**'],
    reporters: ['verbose', new ExternalProgramsReporter()],
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});
