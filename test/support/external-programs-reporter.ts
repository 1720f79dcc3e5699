import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { type ExternalProgram, installCommand } from './external-programs.ts';

/** Prints at the end how many tests were skipped because a program is missing, and how to install it. */
export class ExternalProgramsReporter implements Reporter {
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#write = write;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children, moduleId }) =>
      [...children.allTests('skipped')].flatMap((test) => {
        const { missingProgram } = test.meta();
        return missingProgram ? [{ program: missingProgram, file: relative(process.cwd(), moduleId) }] : [];
      }),
    );
    if (skipped.length > 0) this.#write(summary(skipped));
  }
}

export interface SkippedTest {
  readonly program: ExternalProgram;
  readonly file: string;
}

export function summary(skipped: readonly SkippedTest[]): string {
  const programs = [...new Set(skipped.map(({ program }) => program))].sort();
  const lines = programs.flatMap((program) => {
    const files = skipped.filter((test) => test.program === program).map(({ file }) => file);
    const counts = [...new Set(files)].sort().map((file) => {
      const count = files.filter((other) => other === file).length;
      return `    ${String(count).padStart(3)}  ${file}`;
    });
    return [`  ${program} is missing, which checks ${files.length} of them:`, ...counts];
  });
  const tests = skipped.length === 1 ? '1 test was' : `${skipped.length} tests were`;
  return [
    '',
    `${tests} skipped, because programs that check the results are not installed.`,
    ...lines,
    `To run them: ${installCommand(programs)}`,
    '',
  ].join('\n');
}
