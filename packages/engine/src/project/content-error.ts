import { describeProblem, type Problem } from './problem.ts';

/** Thrown for a valid project with content that cannot be rendered. */
export class ContentError extends Error {
  /** Each with the place, the fault and the remedy. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('; '));
    this.name = 'ContentError';
    this.problems = problems;
  }
}
