import { defineConfig } from 'vitest/config';
import { requirementIds } from './test/requirements.ts';
import { JudgesReporter } from './test/support/judges-reporter.ts';

/**
 * The long run of the fuzz tests, 5 to 15 minutes; the suite itself has a short one. FUZZ_DOCUMENTS, FUZZ_RENDERS and
 * FUZZ_MEDIA say how many; FUZZ_SEED is the first seed, so that `FUZZ_SEED=123 FUZZ_DOCUMENTS=1 FUZZ_RENDERS=0`
 * replays one document.
 */
export default defineConfig({
  test: {
    include: ['test/fuzz/**/*.test.ts', 'test/media/**/hostile-*.test.ts'],
    reporters: ['default', new JudgesReporter()],
    env: {
      FUZZ_DOCUMENTS: process.env.FUZZ_DOCUMENTS ?? '50000',
      FUZZ_RENDERS: process.env.FUZZ_RENDERS ?? '2000',
      FUZZ_MEDIA: process.env.FUZZ_MEDIA ?? '5000',
      FUZZ_SEED: process.env.FUZZ_SEED ?? String(Math.floor(Date.now() / 1000)),
    },
    tags: requirementIds.map((name) => ({ name })),
    strictTags: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
