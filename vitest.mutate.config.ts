import { defineConfig } from 'vitest/config';
import { packageTags } from './test/support/external-programs.ts';
import { fromSources } from './test/support/from-sources.ts';
import { slowTag } from './test/support/slow-tests.ts';

/** The tests that `npm run mutate` runs: those of the folders whose code it changes. */
export default defineConfig({
  ...fromSources,
  test: {
    tags: [...packageTags, slowTag],
    include: ['packages/engine/test/{project,timeline,shorthand,layout,advice,media,drawing}/**/*.test.ts'],
    // Whole films and random documents take most of the time, and would have to run for almost every mutant.
    exclude: [
      '**/node_modules/**',
      '**/*.{deep,measure}.test.ts',
      '**/{any-*,films,fixtures,hostile-*,film-sound}.test.ts',
    ],
    setupFiles: ['test/support/random-runs.ts', 'test/support/no-shrinking.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
