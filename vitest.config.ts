import { defineConfig } from 'vitest/config';
import { requirementIds } from './test/requirements.ts';
import { JudgesReporter } from './test/support/judges-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', new JudgesReporter()],
    // Many tests wait, for slow clients or for processes; a third worker uses the processors meanwhile.
    maxWorkers: 3,
    // A test's tags are the requirements that it proves; any other tag is an error.
    tags: requirementIds.map((name) => ({ name })),
    strictTags: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
