import { defineConfig } from 'vitest/config';
import { packageTags } from './test/support/external-programs.ts';
import { ExternalProgramsReporter } from './test/support/external-programs-reporter.ts';
import { filesWith, slowTag } from './test/support/slow-tests.ts';
import ordinary from './vitest.config.ts';

/** Runs the tests with the tag `slow`, which `npm test` leaves out; `npm run test:deep` runs them. */
export default defineConfig({
  ...ordinary,
  test: {
    ...ordinary.test,
    tags: [...packageTags, slowTag],
    tagsFilter: ['slow'],
    reporters: ['default', new ExternalProgramsReporter(true)],
    projects: ordinary.test.projects.map((project) => {
      const include = project.test.name === 'shared' ? filesWith(/'slow'/) : project.test.include;
      return { ...project, test: { ...project.test, include } };
    }),
  },
});
