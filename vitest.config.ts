import { defineConfig } from 'vitest/config';
import { requirementIds } from './test/requirements.ts';
import { JudgesReporter } from './test/support/judges-reporter.ts';

/**
 * Tests of functions that change nothing outside of themselves: their files share a process and its modules, which
 * are loaded once. All others have a process of their own.
 */
const shared = ['advice', 'drawing', 'media/images', 'project', 'shorthand', 'timeline'].map(
  // Fonts are read once by a process, which fonts-read.test.ts proves.
  (folder) => `test/${folder}/**/!(fonts-read).test.ts`,
);

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
      { extends: true, test: { name: 'isolated', include: ['test/**/*.test.ts'], exclude: shared } },
    ],
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
