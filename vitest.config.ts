import { defineConfig } from 'vitest/config';
import { JudgesReporter } from './test/support/judges-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', new JudgesReporter()],
    // One file waits a minute for slow clients: another worker has the processor meanwhile.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
