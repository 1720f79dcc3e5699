import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { installCommand, packageTags } from './external-programs.ts';
import { slowTag } from './slow-tests.ts';

/** Prints at the end how many tests were skipped because a program is missing, and how to install it; and how many are slow. */
export class ExternalProgramsReporter implements Reporter {
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#write = write;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const missing = new Set<string>(packageTags.flatMap(({ name, skip }) => (skip ? [name] : [])));
    const skipped = modules.flatMap(({ children }) =>
      [...children.allTests('skipped')]
        .filter((test) => !isSlow(test))
        .map((test) => test.tags.filter((tag) => missing.has(tag)))
        .filter((packages) => packages.length > 0),
    );
    if (skipped.length > 0) this.#write(summary(skipped));
    const slow = modules.flatMap(({ children }) => [...children.allTests('skipped')].filter(isSlow)).length;
    if (slow > 0)
      this.#write(
        `\n${slow} slow ${slow === 1 ? 'test was' : 'tests were'} skipped. To run them: npm run test:deep\n`,
      );
  }
}

const isSlow = ({ tags }: TestCase) => tags.includes(slowTag.name);

/** What to print at the end, given the missing packages of each test that was skipped. */
export function summary(skipped: readonly (readonly string[])[]): string {
  const packages = [...new Set(skipped.flat())].sort();
  const counts = packages.map(
    (name) => `${skipped.filter((missing) => missing.includes(name)).length} for ${name}`,
  );
  const tests = skipped.length === 1 ? '1 test was' : `${skipped.length} tests were`;
  return [
    '',
    `${tests} skipped, because programs that check the results are missing: ${counts.join(', ')}.`,
    `To run them: ${installCommand(packages)}`,
    '',
  ].join('\n');
}
