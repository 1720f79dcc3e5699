import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { installCommand, packageTags } from './external-programs.ts';
import { slowTag } from './slow-tests.ts';

/**
 * Prints at the end how many tests were skipped because a program is missing, and how to install it. A run has either the
 * tests that are quick, and then tells how many others there are, or those that are slow.
 */
export class ExternalProgramsReporter implements Reporter {
  readonly #runsSlow: boolean;
  readonly #write: (text: string) => void;

  constructor(runsSlow = false, write: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#runsSlow = runsSlow;
    this.#write = write;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const missing = new Set<string>(packageTags.flatMap(({ name, skip }) => (skip ? [name] : [])));
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    const withoutProgram = skipped
      .filter((test) => isSlow(test) === this.#runsSlow)
      .map(({ tags }) => tags.filter((tag) => missing.has(tag)))
      .filter((packages) => packages.length > 0);
    if (withoutProgram.length > 0) this.#write(summary(withoutProgram));
    const slow = this.#runsSlow ? 0 : skipped.filter(isSlow).length;
    const tests = slow === 1 ? 'test was' : 'tests were';
    if (slow > 0) this.#write(`\n${slow} slow ${tests} skipped. To run them: npm run test:deep\n`);
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
