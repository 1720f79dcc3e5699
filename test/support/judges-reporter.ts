import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { installCommand, type Judge } from './judges.ts';

/** Prints at the end how many tests were skipped because a program is missing, and how to install it. */
export class JudgesReporter implements Reporter {
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#write = write;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children, moduleId }) =>
      [...children.allTests('skipped')].flatMap((test) => {
        const { missingJudge } = test.meta();
        return missingJudge ? [{ judge: missingJudge, file: relative(process.cwd(), moduleId) }] : [];
      }),
    );
    if (skipped.length > 0) this.#write(summary(skipped));
  }
}

export interface SkippedTest {
  readonly judge: Judge;
  readonly file: string;
}

export function summary(skipped: readonly SkippedTest[]): string {
  const judges = [...new Set(skipped.map(({ judge }) => judge))].sort();
  const lines = judges.flatMap((judge) => {
    const files = skipped.filter((test) => test.judge === judge).map(({ file }) => file);
    const counts = [...new Set(files)].sort().map((file) => {
      const count = files.filter((other) => other === file).length;
      return `    ${String(count).padStart(3)}  ${file}`;
    });
    return [`  ${judge} is missing, which judges ${files.length} of them:`, ...counts];
  });
  const tests = skipped.length === 1 ? '1 test was' : `${skipped.length} tests were`;
  return [
    '',
    `${tests} skipped, because programs that judge the results are not installed.`,
    ...lines,
    `To run them: ${installCommand(judges)}`,
    '',
  ].join('\n');
}
