import type { ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { hideFromChildProcesses, packageTags } from './test/support/external-programs.ts';
import { ExternalProgramsReporter } from './test/support/external-programs-reporter.ts';
import { fromSources } from './test/support/from-sources.ts';
import { slowTag } from './test/support/slow-tests.ts';

/**
 * Files with a process of their own: they replace modules or the environment, measure their process, or count its
 * children. All others share a few processes, and the modules there, which are loaded once.
 */
const alone = [
  'farm/test/{queue,run-batch,s3-store}',
  'engine/test/drawing/text/fonts-read',
  'service/test/http/token-comparison',
  'render-service/test/library/**/*',
  'service/test/metrics/serve',
  'preview/test/watched-files',
  'engine/test/render/{files/input-file,files/publish-file,output-limit,process/guard-thread,process/process-start,slow-equation}',
].map((name) => `packages/${name}.test.ts`);

/**
 * Runs the files of folders whose tests start processes or code films before the others, so that none of them is left
 * at the end, where the other workers would wait for it. Vitest orders the rest: by the durations of the last run, or by size.
 */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isQuick = ({ moduleId, project }: TestSpecification) =>
      Number(
        project.name === 'shared' && !/\/(?:farm|cli|film|fuzz|http|mcp|preview|render)\//.test(moduleId),
      );
    return (await super.sort(files)).toSorted((one, other) => isQuick(one) - isQuick(other));
  }
}

hideFromChildProcesses();

const config = {
  ...fromSources,
  test: {
    tags: [...packageTags, { ...slowTag, skip: true }],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.{deep,measure}.test.ts', ...alone],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
    setupFiles: ['test/support/random-runs.ts'],
    reporters: ['default', new ExternalProgramsReporter()],
    // Many tests wait, for slow clients or for processes; a third worker uses the processors meanwhile.
    maxWorkers: 3,
    sequence: { sequencer: ProcessesFirst },
    // For machines that have other work; no test needs a part of it otherwise.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
} satisfies ViteUserConfig;

export default config;
