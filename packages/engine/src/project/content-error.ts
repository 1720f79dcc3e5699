/**
 * Thrown for a valid project with content that cannot be rendered. Each problem names the place, the fault and the
 * remedy.
 */
export class ContentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ContentError';
    this.problems = problems;
  }
}
