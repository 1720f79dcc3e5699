import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

declare module 'vitest' {
  interface TestTags {
    /** Tests that take more than a second or two: `npm run test:deep` runs them, and `npm test` does not. */
    slow: 'slow';
  }
}

/** An option of Vitest: the tag of tests that take more than a second or two. */
export const slowTag = { name: 'slow', description: 'takes more than a second or two' } as const;

/** The paths of all test files, from the root of the repository, which is the working directory. */
export function testFiles(): string[] {
  return ['packages', 'test']
    .flatMap((folder) =>
      readdirSync(folder, { encoding: 'utf8', recursive: true }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'));
}

/** The files of `npm test` whose text matches a pattern. */
export function filesWith(pattern: RegExp): string[] {
  return testFiles().filter(
    (file) => !/\.(?:deep|measure)\.test\.ts$/.test(file) && pattern.test(readFileSync(file, 'utf8')),
  );
}

/** The files of `npm test` that try random inputs, with `random-runs.ts` or as properties. */
export function filesWithRandomInputs(): string[] {
  return filesWith(/random-runs|fc\.assert/);
}
